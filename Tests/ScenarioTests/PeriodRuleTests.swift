import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The borders of the intervals of periodic messages.
@Suite struct PeriodRuleTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func path(_ segments: String...) -> [UInt8] {
        segments.enumerated().flatMap { index, segment in
            [(index == 0 ? 0xB0 : 0) | UInt8(segment.utf8.count)] + Array(segment.utf8)
        }
    }

    private static let ping: [UInt8] = [0x41, 1, 0, 1, 7] + path("video", "connect")
    private static let health: [UInt8] = [0x41, 2, 0, 1, 7] + path("sfu", "health")
    /// A request of a check, with the user name `ab`.
    private static let check: [UInt8] =
        [0, 1, 0, 8, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12) + [0, 6, 0, 2, 97, 98, 0, 0]
    private static let report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 9]

    private static func violation(_ first: [UInt8], _ second: [UInt8], after milliseconds: Int64) -> String? {
        var watch = PeriodWatch()
        let times = [Int64(0), milliseconds].map { Instant.start.advanced(by: .milliseconds($0)) }
        let found = zip([first, second], times).map { bytes, time in
            let record = DatagramRecord(number: 1, time: time, from: client, to: server, bytes: bytes, fate: .sent)
            return watch.violation(record, DatagramKind(bytes))
        }
        return found.compactMap(\.self).first
    }

    private static func early(_ name: String, _ milliseconds: Int64) -> String {
        text(name, milliseconds) + ", which is too short"
    }
    private static func late(_ name: String, _ milliseconds: Int64) -> String {
        text(name, milliseconds) + ", which is too long"
    }
    private static func text(_ name: String, _ milliseconds: Int64) -> String {
        "the last \(name) was sent \(milliseconds) ms before"
    }

    @Test(
        arguments: [
            (ping, Int64(5000), nil), (ping, 4999, early("sign of life of the connection", 4999)),
            (ping, 5001, late("sign of life of the connection", 5001)),
            (ping, 14_999, late("sign of life of the connection", 14_999)), (ping, 15_000, nil), (health, 5000, nil),
            (health, 4999, early("sign of life of the session", 4999)),
            (health, 5001, late("sign of life of the session", 5001)), (check, 4000, nil), (check, 6000, nil),
            (check, 3999, early("check of the path", 3999)), (check, 6001, late("check of the path", 6001)),
            (check, 18_000, nil), (report, 1026, nil), (report, 13_000, nil),
            (report, 1025, early("report", 1025)), (report, 13_001, late("report", 13_001)), (report, 39_000, nil),
            (report, 38_999, late("report", 38_999)),
        ] as [([UInt8], Int64, String?)])
    func `a message of a kind follows within its interval`(_ bytes: [UInt8], _ milliseconds: Int64, _ rule: String?) {
        #expect(Self.violation(bytes, bytes, after: milliseconds) == rule)
    }

    /// Messages that are of no kind, or of another subject than the one before.
    @Test(
        arguments: [
            (ping, [0x41, 2, 0, 1, 7] + path("video", "connect")), (ping, [0x51] + ping.dropFirst()),
            (ping, [0x41, 1, 0, 1, 7] + path("video", "call")),
            (ping, ping + [0xC1, 60]), (health, [0x41, 1, 0, 1, 7] + path("sfu", "health")),
            (health, [0x41, 2, 0, 1, 7] + path("sfu", "leave")),
            (check, [1, 1] + check.dropFirst(2)), (check, check.dropLast(4) + [97, 99, 0, 0]),
            (check, [0, 1, 0, 0] + check[4..<20]),
            (check, Array(check.prefix(20)) + [0, 8] + check.suffix(6)), (report, [0x80, 201, 0, 1, 0, 0, 0, 8]),
            (report, report + [0x81, 203, 0, 1, 0, 0, 0, 9]),
        ] as [([UInt8], [UInt8])])
    func `a message of another kind or subject has no interval`(_ first: [UInt8], _ second: [UInt8]) {
        #expect(Self.violation(first, second, after: 1) == nil)
    }

    @Test func `signs of life of a connection begin anew when its event stream opens again`() {
        var watch = PeriodWatch()
        func sent(_ bytes: [UInt8], _ milliseconds: Int64) -> String? {
            let time = Instant.start.advanced(by: .milliseconds(milliseconds))
            let record = DatagramRecord(
                number: 1, time: time, from: Self.client, to: Self.server, bytes: bytes, fate: .sent)
            return watch.violation(record, .coap)
        }
        // A request that observes: option 6 is empty, and the first part of the path is five options on.
        let stream: [UInt8] = [0x41, 5, 0, 1, 7, 0x60, 0x55] + Array("video".utf8) + [7] + Array("connect".utf8)
        #expect(sent(Self.ping, 0) == nil && sent(Self.health, 0) == nil && sent(stream, 1) == nil)
        #expect(sent(Self.ping, 2) == nil && sent(Self.health, 2) == Self.early("sign of life of the session", 2))
    }

    @Test func `an interval is that of one direction between two ends`() {
        var watch = PeriodWatch()
        func violation(_ milliseconds: Int64, from: SocketAddress, to: SocketAddress) -> String? {
            let time = Instant.start.advanced(by: .milliseconds(milliseconds))
            let record = DatagramRecord(number: 1, time: time, from: from, to: to, bytes: Self.check, fate: .sent)
            return watch.violation(record, .stun)
        }
        let other = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)
        #expect(violation(0, from: Self.client, to: Self.server) == nil)
        #expect(violation(1, from: Self.server, to: Self.client) == nil)
        #expect(violation(2, from: other, to: Self.server) == nil)
        #expect(violation(3, from: Self.client, to: other) == nil)
        #expect(violation(4, from: Self.client, to: Self.server) == Self.early("check of the path", 4))
    }

    /// The pause of media between two reports, and true when their interval begins anew.
    @Test(arguments: [(Int64(1000), false), (1001, true)])
    func `a pause of media is longer than a second`(_ pause: Int64, _ isAnew: Bool) {
        var watch = PeriodWatch()
        func sent(_ bytes: [UInt8], _ milliseconds: Int64) -> String? {
            let time = Instant.start.advanced(by: .milliseconds(milliseconds))
            let record = DatagramRecord(
                number: 1, time: time, from: Self.client, to: Self.server, bytes: bytes, fate: .sent)
            return watch.violation(record, DatagramKind(bytes))
        }
        let packet: [UInt8] = [0x80, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9]
        #expect(sent(packet, 0) == nil && sent(Self.report, 0) == nil)
        #expect(sent(packet, pause) == nil)
        #expect(sent(Self.report, pause + 1) == (isAnew ? nil : Self.early("report", 1001)))
        #expect(sent(Self.report, pause + 2) == Self.early("report", 1))
    }
}
