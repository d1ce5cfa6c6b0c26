import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The rules of media on a network without loss.
@Suite struct MediaWatchTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let bob = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)
    private static let carol = SocketAddress(host: HostAddress(127, 1, 0, 3), port: 1)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func record(
        _ bytes: [UInt8], _ milliseconds: Int64, from: SocketAddress = alice, to: SocketAddress = sfu
    ) -> DatagramRecord {
        let time = Instant.start.advanced(by: .milliseconds(milliseconds))
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes, fate: .sent)
    }

    /// A packet of source 3 with three bytes.
    private static func packet(_ number: UInt16, _ timestamp: UInt32, isMarked: Bool = false, format: UInt8 = 0)
        -> [UInt8]
    {
        [0x80, format | (isMarked ? 0x80 : 0)] + bytes(UInt32(number)).suffix(2) + bytes(timestamp) + [
            0, 0, 0, 3, 1, 2, 3,
        ]
    }

    private static func bytes(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } }

    struct Packet: Sendable {
        let number: UInt16
        let timestamp: UInt32
        let time: Int64
        var isMarked = false
        var format: UInt8 = 0
    }

    private static func violation(_ packets: [Packet], isExact: Bool = true) -> String? {
        var watch = MediaWatch()
        watch.isExact = isExact
        for one in packets {
            let bytes = packet(one.number, one.timestamp, isMarked: one.isMarked, format: one.format)
            if let text = watch.violation(ofPacket: record(bytes, one.time), byServer: false) { return text }
        }
        return nil
    }

    private static let first = Packet(number: 1, timestamp: 0, time: 0)
    private static let clock = "its timestamp does not follow the clock"
    private static let voice = "the mark is not on the first packet of a voice"
    private static let picture = "the mark is not on the last packet of a picture"

    /// The second packet of a voice, 20 ms apart without a pause, and the rule that it breaks.
    @Test(
        arguments: [
            (Packet(number: 2, timestamp: 160, time: 20), nil), (Packet(number: 2, timestamp: 161, time: 20), nil),
            (Packet(number: 2, timestamp: 159, time: 20), nil), (Packet(number: 2, timestamp: 162, time: 20), clock),
            (Packet(number: 2, timestamp: 158, time: 20), clock),
            (Packet(number: 2, timestamp: 160, time: 20, isMarked: true), voice),
            (Packet(number: 2, timestamp: 168, time: 21), voice),
            (Packet(number: 2, timestamp: 168, time: 21, isMarked: true), nil),
            (Packet(number: 3, timestamp: 160, time: 20), "its number does not follow the last one"),
            (Packet(number: 1, timestamp: 160, time: 20), "its number does not follow the last one"),
            (Packet(number: 2, timestamp: 160, time: 20, format: 8), "its payload type is another one"),
        ] as [(Packet, String?)])
    func `a packet follows the one before`(_ second: Packet, _ rule: String?) {
        #expect(Self.violation([Self.first, second]) == rule)
        let isOfTime = rule == Self.clock || rule == Self.voice
        #expect(Self.violation([Self.first, second], isExact: false) == (isOfTime ? nil : rule))
    }

    private static func part(_ number: UInt16, _ timestamp: UInt32, _ time: Int64, _ isMarked: Bool) -> Packet {
        Packet(number: number, timestamp: timestamp, time: time, isMarked: isMarked, format: 31)
    }

    @Test(
        arguments: [
            ([part(1, 0, 0, false), part(2, 0, 0, true), part(3, 9000, 100, false), part(4, 9000, 100, true)], nil),
            ([part(1, 0, 0, true), part(2, 0, 0, true)], picture),
            ([part(1, 0, 0, false), part(2, 9000, 100, true)], picture),
            ([part(1, 0, 0, true), part(2, 9000, 100, true)], nil),
            ([part(1, 0, 0, true), part(2, 9002, 100, true)], clock),
        ] as [([Packet], String?)])
    func `the last packet of a picture has the mark`(_ packets: [Packet], _ rule: String?) {
        #expect(Self.violation(packets) == rule)
    }

    @Test func `a receiver names the report before its first packet, or none`() {
        for last in [UInt32(0), 1, nil] {
            var watch = MediaWatch()
            #expect(watch.violation(ofPacket: Self.record(Self.packet(5, 0), 0), byServer: false) == nil)
            let report = Self.report(1, 3, at: 10, timestamp: 80)
            _ = Self.judged(&watch, report, at: 10)
            _ = Self.judged(&watch, report, at: 10, from: Self.sfu, to: Self.bob)
            let forwarded = Self.record(Self.packet(5, 0), 20, from: Self.sfu, to: Self.bob)
            #expect(watch.violation(ofPacket: forwarded, byServer: true) == nil)
            let own = report[10..<14].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let block = Self.reception(highest: 5, last: last ?? own, delay: last == 0 ? 0 : 1311)
            let text = Self.judged(&watch, block, at: 30, from: Self.bob)
            #expect(text == (last == 1 ? "it names another report than the last one of 3" : nil))
        }
    }

    @Test func `a source starts anew only when a session of its sender begins`() {
        var watch = MediaWatch()
        func send(_ number: UInt16, _ timestamp: UInt32, at time: Int64) -> String? {
            let bytes = Self.packet(number, timestamp, isMarked: false, format: 0)
            return watch.violation(ofPacket: Self.record(bytes, time), byServer: false)
        }
        #expect(send(1, 0, at: 0) == nil)
        watch.forgetCounts(of: Self.bob)
        #expect(send(900, 7, at: 20) != nil)
        watch.forgetCounts(of: Self.alice)
        #expect(send(4000, 8, at: 40) == nil && send(4001, 168, at: 60) == nil)
        #expect(send(9, 328, at: 80) != nil)
    }

    @Test func `a number and a timestamp start over at their ends`() {
        let last = Packet(number: 0xFFFF, timestamp: .max - 59, time: 0)
        #expect(Self.violation([last, Packet(number: 0, timestamp: 100, time: 20)]) == nil)
    }

    @Test func `an SFU forwards what a source has sent, once to each receiver`() {
        var watch = MediaWatch()
        func forward(_ bytes: [UInt8], to receiver: SocketAddress = Self.bob) -> String? {
            watch.violation(ofPacket: Self.record(bytes, 0, from: Self.sfu, to: receiver), byServer: true)
        }
        let packets = (0..<65).map { Self.packet(UInt16($0), UInt32($0) * 160) }
        #expect(forward(packets[0]) == "its source has sent nothing")
        #expect(forward([0x80]) == "it is not an RTP packet")
        for (index, bytes) in packets.enumerated() {
            #expect(watch.violation(ofPacket: Self.record(bytes, Int64(index) * 20), byServer: false) == nil)
        }
        #expect(forward(packets[0]) == "its source has sent no such packet")
        #expect(forward(packets[1]) == nil)
        #expect(forward(packets[64]) == nil)
        #expect(forward(packets[64]) == "it was already forwarded to this receiver")
        #expect(forward(packets[64], to: Self.carol) == nil)
        #expect(forward(packets[63] + [0]) == "its source has sent no such packet")
    }

    @Test func `a source of two senders is not judged`() {
        var watch = MediaWatch()
        #expect(watch.violation(ofPacket: Self.record(Self.packet(1, 0), 0), byServer: false) == nil)
        #expect(watch.violation(ofPacket: Self.record(Self.packet(9, 9), 0, from: Self.bob), byServer: false) == nil)
        #expect(
            watch.violation(ofPacket: Self.record(Self.packet(9, 9), 0, from: Self.sfu, to: Self.carol), byServer: true)
                == nil)
        #expect(Self.judged(&watch, Self.report(9, 9, at: 0), at: 0) == nil)
        #expect(Self.judged(&watch, Self.reception(highest: 77), at: 0, from: Self.carol) == nil)
    }

    // MARK: Reports

    /// A report of source 3 about itself at a time, without blocks.
    private static func report(
        _ packets: UInt32, _ octets: UInt32, at milliseconds: Int64, timestamp: UInt32 = 0, isLate: Bool = false
    ) -> [UInt8] {
        let date = Timestamp.virtualStart.advanced(to: .start.advanced(by: .milliseconds(milliseconds))).milliseconds
        let seconds = UInt32(date / 1000 + 2_208_988_800)
        let fraction = UInt32((UInt64(date % 1000) << 32) / 1000) + (isLate ? 1 : 0)
        return [0x80, 200, 0, 6, 0, 0, 0, 3] + bytes(seconds) + bytes(fraction) + bytes(timestamp) + bytes(packets)
            + bytes(octets)
    }

    /// A report of source 9 on source 3.
    private static func reception(
        highest: UInt32, lost: UInt32 = 0, fraction: UInt8 = 0, jitter: UInt32 = 0, last: UInt32 = 0, delay: UInt32 = 0
    ) -> [UInt8] {
        [0x81, 201, 0, 7, 0, 0, 0, 9, 0, 0, 0, 3, fraction] + bytes(lost).suffix(3) + bytes(highest) + bytes(jitter)
            + bytes(last)
            + bytes(delay)
    }

    private static func judged(
        _ watch: inout MediaWatch, _ bytes: [UInt8], at time: Int64, from: SocketAddress = alice,
        to: SocketAddress = sfu
    ) -> String? {
        RTCPFrame.compound(bytes).flatMap { watch.violation(of: $0, record(bytes, time, from: from, to: to)) }
    }

    /// A watch of alice's two packets, of which bob has received one.
    private static func watched() -> MediaWatch {
        var watch = MediaWatch()
        for (number, time) in [(UInt16(5), Int64(0)), (6, 20)] {
            let bytes = packet(number, UInt32(number - 5) * 160)
            _ = watch.violation(ofPacket: record(bytes, time), byServer: false)
            if number == 5 { _ = watch.violation(ofPacket: record(bytes, time, from: sfu, to: bob), byServer: true) }
        }
        return watch
    }

    @Test(
        arguments: [
            (report(2, 6, at: 30, timestamp: 240), nil), (report(2, 6, at: 30, timestamp: 241), nil),
            (report(2, 6, at: 30, timestamp: 242), clock),
            (report(1, 6, at: 30, timestamp: 240), "it counts 1 packet and 6 bytes, and 2 and 6 were sent"),
            (report(2, 5, at: 30, timestamp: 240), "it counts 2 packets and 5 bytes, and 2 and 6 were sent"),
            (report(2, 6, at: 29, timestamp: 240), "its time is not that of the run"),
            (report(2, 6, at: 30, timestamp: 240, isLate: true), "its time is not that of the run"),
        ] as [([UInt8], String?)])
    func `a sender reports what it has sent, at the time of the run`(_ bytes: [UInt8], _ rule: String?) {
        var watch = Self.watched()
        #expect(Self.judged(&watch, bytes, at: 30) == rule)
        var loose = Self.watched()
        loose.isExact = false
        let isOfTime = rule == Self.clock || rule == "its time is not that of the run"
        #expect(Self.judged(&loose, bytes, at: 30) == (isOfTime ? nil : rule))
    }

    @Test func `an SFU forwards the last report of a sender without its blocks`() {
        var watch = Self.watched()
        let report = Self.report(2, 6, at: 30, timestamp: 240)
        #expect(
            Self.judged(&watch, report, at: 30, from: Self.sfu, to: Self.bob) == "its source has sent no such report")
        #expect(Self.judged(&watch, report, at: 30) == nil)
        #expect(Self.judged(&watch, report, at: 30, from: Self.sfu, to: Self.bob) == nil)
        let block = Array(Self.reception(highest: 5).dropFirst(8))
        let whole = [0x81, 200, 0, 12] + report.dropFirst(4) + block
        #expect(
            Self.judged(&watch, whole, at: 30, from: Self.sfu, to: Self.bob) == "it forwards the sender's report blocks"
        )
    }

    @Test(
        arguments: [
            (reception(highest: 5), nil), (reception(highest: 6), "the highest number is not 5 of 3"),
            (reception(highest: 0x1_0005), "the numbers started over 0 times of 3"),
            (reception(highest: 5, lost: 1), "it counts losses of 3"),
            (reception(highest: 5, fraction: 1), "it counts losses of 3"), (reception(highest: 5, jitter: 2), nil),
            (reception(highest: 5, jitter: 3), "it counts jitter of 3"),
            (reception(highest: 5, last: 1), "it names another report than the last one of 3"),
            (reception(highest: 5, delay: 1), nil),
            (reception(highest: 5, delay: 2), "the time since the last report is wrong of 3"),
        ] as [([UInt8], String?)])
    func `a receiver reports what it has received`(_ bytes: [UInt8], _ rule: String?) {
        var watch = Self.watched()
        #expect(Self.judged(&watch, bytes, at: 30, from: Self.bob) == rule)
        #expect(
            Self.judged(&watch, bytes, at: 30, from: Self.carol)
                == "it reports on 3, of which its sender has received nothing")
    }

    @Test func `a receiver names the last report and the time since then`() {
        var watch = Self.watched()
        let report = Self.report(2, 6, at: 30, timestamp: 240)
        _ = Self.judged(&watch, report, at: 30)
        _ = Self.judged(&watch, report, at: 30, from: Self.sfu, to: Self.bob)
        let last: UInt32 = report[10..<14].reduce(0) { $0 << 8 | UInt32($1) }
        // Half a second is 32768 parts of 65536.
        for (delay, isRight) in [
            (UInt32(32_768), true), (32_767, true), (32_769, true), (32_766, false), (32_770, false),
        ] {
            let text = Self.judged(
                &watch, Self.reception(highest: 5, last: last, delay: delay), at: 530, from: Self.bob)
            #expect(text == (isRight ? nil : "the time since the last report is wrong of 3"))
        }
        #expect(
            Self.judged(&watch, Self.reception(highest: 5), at: 530, from: Self.bob)
                == "it names another report than the last one of 3")
        watch.forgetCounts(of: Self.carol)
        #expect(Self.judged(&watch, Self.reception(highest: 5), at: 530, from: Self.bob) != nil)
        watch.forgetCounts(of: Self.bob)
        #expect(Self.judged(&watch, Self.reception(highest: 0x1_0005), at: 530, from: Self.bob) == nil)
    }

    @Test func `the numbers of a receiver start over when they pass their end`() {
        var watch = MediaWatch()
        for (number, time) in [(UInt16(0xFFFF), Int64(0)), (0, 20)] {
            let bytes = Self.packet(number, number == 0 ? 160 : 0)
            _ = watch.violation(ofPacket: Self.record(bytes, time), byServer: false)
            _ = watch.violation(ofPacket: Self.record(bytes, time, from: Self.sfu, to: Self.bob), byServer: true)
        }
        #expect(Self.judged(&watch, Self.reception(highest: 0x1_0000), at: 20, from: Self.bob) == nil)
        #expect(
            Self.judged(&watch, Self.reception(highest: 0), at: 20, from: Self.bob)
                == "the numbers started over 1 time of 3")
    }
}
