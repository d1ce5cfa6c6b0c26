import Chance
import Testing
import Timing
import Wire

/// The timing of reports beside a plain model of RFC 3550 appendix A.7.
@Suite struct ScheduleModelTests {
    private struct Model {
        let bandwidth: Double
        let minimum: Double
        var average = 100.0
        var (members, senders) = (1, 0)
        /// The members at the last computation of the deadline.
        var former = 1
        var (isSender, hasSent) = (false, false)
        var last = 0.0
        var deadline = 0.0

        init(bandwidth: Double, minimum: Double, _ generator: inout SeededGenerator) {
            (self.bandwidth, self.minimum) = (bandwidth, minimum)
            deadline = interval(&generator)
        }

        func interval(_ generator: inout SeededGenerator) -> Double {
            let isFew = 4 * senders <= members
            let share = isFew ? bandwidth * (isSender ? 0.25 : 0.75) : bandwidth
            let count = isFew ? (isSender ? max(senders, 1) : members - senders) : members
            let least = hasSent ? minimum : minimum / 2
            return max(least, average * Double(count) / share) * (generator.unit() + 0.5) / 1.21828
        }

        mutating func setMembers(_ count: Int, _ senders: Int, _ isSender: Bool, at now: Double) {
            if count < former {
                let share = Double(count) / Double(former)
                deadline = now + (deadline - now) * share
                last = now - (now - last) * share
                former = count
            }
            (members, self.senders, self.isSender) = (count, senders, isSender)
        }

        mutating func fire(at now: Double, _ generator: inout SeededGenerator) -> Bool {
            let due = last + interval(&generator)
            former = members
            guard due <= now else {
                deadline = due
                return false
            }
            (last, hasSent) = (now, true)
            deadline = now + interval(&generator)
            return true
        }
    }

    @Test(arguments: UInt64(1)...20) func `deadlines and reports are those of a plain model`(_ seed: UInt64) {
        var choices = SeededGenerator(seed: seed)
        var real = SeededGenerator(seed: seed + 100)
        var plain = SeededGenerator(seed: seed + 100)
        let (bandwidth, seconds) = seed % 2 == 0 ? (400.0, 5) : (90.0, 2)
        var schedule = RTCP.Schedule(bandwidth: bandwidth, minimum: .seconds(seconds), at: .start, &real)
        var model = Model(bandwidth: bandwidth, minimum: Double(seconds), &plain)
        var reports = 0
        for _ in 0..<300 {
            let now = schedule.deadline
            #expect(abs(Double(now.nanoseconds) / 1e9 - model.deadline) < 1e-5)
            let hasFired = schedule.fire(at: now, &real)
            #expect(hasFired == model.fire(at: Double(now.nanoseconds) / 1e9, &plain))
            reports += hasFired ? 1 : 0
            if choices.chance(0.5) {
                let size = Int(choices.next() % 500)
                schedule.count(byteCount: size)
                model.average += (Double(size + 28) - model.average) / 16
            }
            if choices.chance(0.3) {
                let count = 1 + Int(choices.next() % 60)
                let senders = Int(choices.next() % 20)
                let isSender = choices.chance(0.5)
                // Some join or leave at the report, and some before the next one.
                for half in 1...2 {
                    let time = now.advanced(by: .nanoseconds(now.duration(to: schedule.deadline).nanoseconds / 2))
                    schedule.setMembers(count * half, senders: senders, isSender: isSender, at: time)
                    model.setMembers(count * half, senders, isSender, at: Double(time.nanoseconds) / 1e9)
                }
            }
        }
        #expect(reports > 50 && reports < 300)
    }

    @Test func `fewer than one member and fewer than no senders count as that`() {
        func deadline(_ members: Int, _ senders: Int) -> Instant {
            var generator = SeededGenerator(seed: 1)
            var schedule = RTCP.Schedule(at: .start, &generator)
            schedule.setMembers(members, senders: senders, isSender: false, at: .start)
            _ = schedule.fire(at: schedule.deadline, &generator)
            return schedule.deadline
        }
        #expect(deadline(0, -1) == deadline(1, 0) && deadline(-5, 0) == deadline(1, 0))
    }

    // MARK: A source that starts over

    @Test func `a source that starts over has no jitter from the time before`() {
        var statistics = RTP.ReceiverStatistics(clockRate: 1000, minSequential: 0)
        func receive(_ number: UInt16, _ timestamp: UInt32, _ milliseconds: Int64) -> RTP.ReceiverStatistics.Reception {
            statistics.receive(
                sequenceNumber: number, timestamp: timestamp, at: Instant(nanoseconds: milliseconds * 1_000_000))
        }
        #expect(receive(1, 20, 20) == .inOrder && receive(2, 40, 40) == .inOrder)
        #expect(statistics.meanJitterTime == .zero)
        #expect(receive(40_000, 7_000_000, 60) == .outOfRange && receive(40_001, 9_000_000, 80) == .restarted)
        #expect(statistics.jitter == 0 && statistics.greatestJitter == 0)
        #expect((statistics.received, statistics.duplicates, statistics.late) == (1, 0, 0))
        #expect(receive(40_002, 9_000_020, 116) == .inOrder)
        #expect(statistics.jitter == 1 && statistics.jitterTime == .milliseconds(1))
        // The first two packets have no jitter, and this one has a sixteenth of its 16 ms.
        #expect(statistics.meanJitterTime == .microseconds(500))
        #expect(receive(40_001, 9_000_000, 117) == .duplicate)
        #expect(statistics.duplicates == 1 && statistics.received == 3 && statistics.lost == -1)
    }

    // MARK: Errors and limits

    @Test(arguments: [
        (RTCPError.empty, "the datagram is empty"),
        (
            .truncatedPacket(offset: 4, missing: 2),
            "the datagram ends inside a packet, 2 bytes are missing (at byte 4)"
        ), (.unknownVersion(offset: 4, 1), "version 1 is not RTCP's, which is 2 (at byte 4)"),
        (.noReportFirst(type: 203), "a compound starts with a report, not with a packet of type 203"),
        (.wrongPadding(offset: 4), "the padding cannot be (at byte 4)"),
        (
            .truncatedContent(offset: 4, type: 200),
            "a packet of type 200 is too short for what it holds (at byte 4)"
        ), (.invalidText(offset: 4), "a text is not valid UTF-8 (at byte 4)"),
    ])
    func `an error of a compound has a text`(_ error: RTCPError, _ text: String) {
        #expect(error.description == text)
    }

    @Test(arguments: [
        (RTPError.truncatedHeader(count: 3, needed: 12), "the datagram has 3 bytes, and its header needs 12"),
        (.unknownVersion(1), "version 1 is not RTP's, which is 2"),
        (.wrongPadding(4, available: 3), "4 bytes of padding cannot be among the 3 behind the header"),
        (
            .truncatedElement(offset: 16, id: 2, missing: 1),
            "element 2 of the extension is cut off, 1 bytes are missing (at byte 16)"
        ),
    ])
    func `an error of a packet has a text`(_ error: RTPError, _ text: String) {
        #expect(error.description == text)
    }

    @Test func `a compound is written up to the limits of its parts`() throws {
        let block = RTCP.ReportBlock(
            ssrc: 1, fractionLost: 255, cumulativeLost: .max, extendedHighest: .max, jitter: .max)
        #expect(block.cumulativeLost == 0x7F_FFFF)
        let least = RTCP.ReportBlock(
            ssrc: 1, fractionLost: 0, cumulativeLost: .min, extendedHighest: 0, jitter: 0)
        #expect(least.cumulativeLost == -0x80_0000)
        let text = String(repeating: "x", count: 255)
        let packets: [RTCP.Packet] = [
            .receiverReport(ssrc: .max, Array(repeating: block, count: 30) + [least]),
            .sourceDescription([RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: 255, text: text)])]),
            .other(type: 204, count: 31, body: [UInt8](repeating: 1, count: 0x3_FFFC)),
            .bye(Array(1...31), reason: text),
        ]
        #expect(try RTCP.packets(decoding: try #require(RTCP.encoded(packets))) == packets)
        let report = RTCP.Packet.receiverReport(ssrc: 1, [])
        let tooLong = RTCP.Packet.other(type: 204, count: 0, body: [UInt8](repeating: 1, count: 0x4_0000))
        #expect(RTCP.encoded([report, tooLong]) == nil)
        #expect(RTCP.encoded([report, .bye(Array(1...32), reason: nil)]) == nil)
        #expect(RTCP.encoded([report, .other(type: 204, count: 32, body: [])]) == nil)
        for first in [RTCP.Packet.sourceDescription([]), .other(type: 204, count: 0, body: [])] {
            #expect(RTCP.encoded([first, report]) == nil)
        }
    }

    @Test func `a packet is written up to the limits of its parts`() throws {
        var packet = RTP.Packet(payloadType: 127, sequenceNumber: .max, timestamp: .max, ssrc: .max, marker: true)
        packet.contributors = Array(1...15)
        packet.elements = [1, 14].map { RTP.Element(id: $0, value: [UInt8](repeating: 7, count: 16)) }
        #expect(try RTP.Packet(decoding: try #require(packet.encoded())) == packet)
        let changes: [(inout RTP.Packet) -> Void] = [
            { $0.payloadType = 128 }, { $0.contributors.append(16) }, { $0.elements[0].id = 0 },
            { $0.elements[0].id = 15 }, { $0.elements[0].value = [] }, { $0.elements[0].value.append(7) },
            {
                $0.elements = Array(repeating: RTP.Element(id: 1, value: [UInt8](repeating: 7, count: 16)), count: 3856)
            },
        ]
        for change in changes {
            var wrong = packet
            change(&wrong)
            #expect(wrong.encoded() == nil)
        }
        packet.elements = Array(repeating: RTP.Element(id: 1, value: [UInt8](repeating: 7, count: 14)), count: 4369)
        #expect(try RTP.Packet(decoding: try #require(packet.encoded())) == packet)
    }
}
