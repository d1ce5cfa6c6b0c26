import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The times at which messages are sent again, and the statistics of clients.
@Suite struct RepetitionWatchTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let other = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func record(
        _ bytes: [UInt8], _ milliseconds: Int64, from: SocketAddress = client, to: SocketAddress = server
    ) -> DatagramRecord {
        let time = Instant.start.advanced(by: .milliseconds(milliseconds))
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes, fate: .sent)
    }

    private static func violation(
        _ times: [Int64], _ bytes: [UInt8] = [0x40, 1, 0, 1], isPerfect: Bool = false, isTrusted: Bool = true
    ) -> String? {
        var watch = RepetitionWatch()
        (watch.isPerfect, watch.isTrusted) = (isPerfect, isTrusted)
        return times.map { watch.violation(record(bytes, $0)) }.compactMap(\.self).first
    }

    @Test(
        arguments: [
            ([0], nil), ([0, 2000], nil), ([0, 3000], nil),
            ([0, 1999], "it is sent again after 1999 ms, and 2000 ms are due"),
            ([0, 3001], "it is sent again after 3001 ms, and 2000 ms are due"), ([0, 2000, 6000], nil),
            ([0, 3000, 9000], nil),
            ([0, 2000, 5999], "it is sent again after 3999 ms, and 4000 ms are due"),
            ([0, 2000, 6001], "it is sent again after 4001 ms, and 4000 ms are due"),
            ([0, 2000, 6000, 14_000, 30_000], nil),
            ([0, 2000, 6000, 14_000, 30_000, 62_000], "it is retransmission number 5"), ([0, 247_000], nil),
            ([0, 246_999], "it is sent again after 246999 ms, and 2000 ms are due"),
        ] as [([Int64], String?)])
    func `a message is sent again at its times`(_ times: [Int64], _ rule: String?) {
        #expect(Self.violation(times) == rule)
        #expect(Self.violation(times, isTrusted: false) == nil)
        let perfect = times.count > 1 && times[1] < 247_000 ? "it is sent again, although nothing was lost" : nil
        #expect(Self.violation(times, isPerfect: true) == perfect)
    }

    @Test(arguments: [[0x50, 1, 0, 1], [0x60, 1, 0, 1], [0x40, 1, 0], [0x00, 1, 0, 1], []] as [[UInt8]])
    func `only a message to confirm is sent again`(_ bytes: [UInt8]) {
        #expect(Self.violation([0, 1], bytes) == nil)
    }

    @Test func `a message is known by its ends, its id and its bytes`() {
        var watch = RepetitionWatch()
        #expect(watch.violation(Self.record([0x40, 1, 0, 1], 0)) == nil)
        #expect(watch.violation(Self.record([0x40, 1, 0, 2], 1)) == nil)
        #expect(watch.violation(Self.record([0x40, 1, 1, 1], 2)) == nil)
        #expect(watch.violation(Self.record([0x40, 1, 0, 1], 3, from: Self.other)) == nil)
        #expect(watch.violation(Self.record([0x40, 1, 0, 1], 4, to: Self.other)) == nil)
        #expect(watch.violation(Self.record([0x40, 2, 0, 1], 5)) == nil)
        #expect(watch.violation(Self.record([0x40, 1, 0, 2], 6)) != nil)
    }

    @Test(
        arguments: [
            ([2500, 2500, 2500, 2500], false), ([2500, 2500, 2500, 2500, 2500], true),
            ([2500, 2500, 2500, 2500, 2501], false),
            ([2501, 2500, 2500, 2500, 2500, 2500], false),
        ] as [([Int64], Bool)])
    func `the first waits of messages differ`(_ waits: [Int64], _ isViolation: Bool) {
        var watch = RepetitionWatch()
        watch.isPerfect = false
        let found = waits.enumerated().map { index, wait in
            let bytes: [UInt8] = [0x40, 1, 0, UInt8(index)]
            let first = watch.violation(Self.record(bytes, Int64(index) * 100_000))
            return first ?? watch.violation(Self.record(bytes, Int64(index) * 100_000 + wait))
        }
        #expect(found.dropLast().allSatisfy { $0 == nil })
        #expect(found.last == (isViolation ? "the first retransmissions of all messages have one delay" : .some(nil)))
    }

    // MARK: Statistics

    private static let join: [UInt8] = [0x41, 5, 0, 1, 1, 0xB3] + Array("sfu".utf8) + [0x04] + Array("join".utf8)

    private static func statistics(_ sent: Int64, _ received: Int64 = 0, _ rest: CBOR.Map = [:], method: UInt8 = 2)
        -> [UInt8]
    {
        var subscriber = rest
        subscriber["packets_received"] = .integer(received)
        let body: CBOR = ["publisher_stats": ["packets_sent": .integer(sent)], "subscriber_stats": .map(subscriber)]
        return [0x41, method, 0, 2, 2, 0xB3] + Array("sfu".utf8) + [0x0A] + Array("send_stats".utf8) + [0x11, 60, 0xFF]
            + body.encoded()
    }

    /// A client that has joined, sent two packets before 20 ms and one then, and received one.
    private static func joined(_ joins: Int = 1) -> StatisticsWatch {
        var watch = StatisticsWatch()
        for _ in 0..<joins { _ = watch.violation(record(join, 0)) }
        watch.packet(record([0x80], 0, from: server, to: client), byServer: true)
        watch.packet(record([0x80], 5, from: other), byServer: false)
        for time in [0, 0, 20] as [Int64] { watch.packet(record([0x80], time), byServer: false) }
        return watch
    }

    @Test(
        arguments: [
            (statistics(2), 20, nil), (statistics(3), 20, nil),
            (statistics(1), 20, "it counts 1 packet, and 3 were sent"),
            (statistics(4), 20, "it counts 4 packets, and 3 were sent"), (statistics(3), 21, nil),
            (statistics(2), 21, "it counts 2 packets, and 3 were sent"), (statistics(3, 1), 21, nil),
            (statistics(3, 2), 21, "it counts 2 packets, and 1 were sent there"),
            (statistics(3, 1, ["packets_lost": 0]), 21, nil),
            (statistics(3, 1, ["packets_lost": 1]), 21, "it counts losses"),
            (statistics(3, 1, ["jitter_us": 1000]), 21, nil),
            (statistics(3, 1, ["jitter_us": 1001]), 21, "it counts jitter"), (statistics(9, method: 3), 21, nil),
            (statistics(9, method: 5), 21, "it counts 9 packets, and 3 were sent"),
            ([0x51] + statistics(9).dropFirst(), 21, nil),
        ] as [([UInt8], Int64, String?)])
    func `statistics count the packets of their client`(_ request: [UInt8], _ time: Int64, _ rule: String?) {
        var watch = Self.joined()
        #expect(watch.violation(Self.record(request, time)) == rule)
    }

    @Test func `statistics are judged after one join alone, and by client`() {
        var (never, twice, once) = (Self.joined(0), Self.joined(2), Self.joined())
        #expect(never.violation(Self.record(Self.statistics(9), 21)) == nil)
        #expect(twice.violation(Self.record(Self.statistics(9), 21)) == nil)
        #expect(once.violation(Self.record(Self.statistics(9), 21, from: Self.other)) == nil)
        #expect(once.violation(Self.record(Self.statistics(0), 21, to: Self.other)) == nil)
    }

    @Test(arguments: [0, 20] as [Int64]) func `a client that has sent nothing counts no packet`(_ time: Int64) {
        for (sent, isRight) in [(-1, false), (0, true), (1, false)] as [(Int64, Bool)] {
            var watch = StatisticsWatch()
            _ = watch.violation(Self.record(Self.join, 0))
            let rule = "it counts \(sent) packet\(sent == 1 ? "" : "s"), and 0 were sent"
            #expect(watch.violation(Self.record(Self.statistics(sent), time)) == (isRight ? nil : rule))
        }
    }

    @Test func `a client that was sent many packets has received some`() {
        for (received, rule) in [(0, "it counts 0 packets, and 100 were sent there"), (1, nil)] as [(Int64, String?)] {
            var watch = StatisticsWatch()
            _ = watch.violation(Self.record(Self.join, 0))
            for _ in 1...100 {
                watch.packet(Self.record([0x80], 0, from: Self.server, to: Self.client), byServer: true)
            }
            #expect(watch.violation(Self.record(Self.statistics(0, received), 21)) == rule)
        }
    }

    private static func request(_ path: String) -> [UInt8] {
        [0x41, 2, 0, 3, 3, 0xB3] + Array("sfu".utf8) + [UInt8(path.utf8.count)] + Array(path.utf8)
    }

    @Test(
        arguments: [
            (true, 12_000, nil), (true, 12_001, "its statistics are due: the last ones were sent 12001 ms before"),
            (false, 60_000, nil),
        ] as [(Bool, Int64, String?)])
    func `statistics come in the interval of the coordinator`(_ isEnabled: Bool, _ time: Int64, _ rule: String?) {
        var watch = Self.joined()
        let options: CBOR.Map = ["enable_rtc_stats": .boolean(isEnabled), "reporting_interval_ms": 10_000]
        watch.joined(Self.client.host, ["stats_options": .map(options)])
        watch.packet(Self.record([0x80], 100), byServer: false)
        #expect(watch.violation(Self.record(Self.request("health"), 100 + time)) == rule)
        _ = watch.violation(Self.record(Self.statistics(3), 100 + time))
        #expect(watch.violation(Self.record(Self.request("health"), 200 + time)) == nil)
        _ = watch.violation(Self.record(Self.request("leave"), 200 + time))
        #expect(watch.violation(Self.record(Self.request("health"), 90_000 + time)) == nil)
    }
}
