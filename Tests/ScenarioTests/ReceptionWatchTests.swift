import Chance
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of reports against the packets that have arrived, beside the statistics of a receiver (RFC 3550).
@Suite struct ReceptionWatchTests {
    private static let sender = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let receiver = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 2)

    private static func record(
        _ bytes: [UInt8]?, from: SocketAddress, to: SocketAddress, at time: Instant
    ) -> DatagramRecord {
        DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes ?? [], fate: .received)
    }

    /// Packets of voice, 20 ms apart, with the milliseconds by which each is delayed.
    private static func arrivals(_ delay: (Int, inout SeededGenerator) -> Int) -> [(number: Int, time: Instant)] {
        var random = SeededGenerator(seed: 5)
        let arrivals = (0..<1_500).map { number in
            let time = Instant.start.advanced(by: .milliseconds(number * 20 + delay(number, &random)))
            return (number: number, time: time)
        }
        return arrivals.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    }

    /// Returns the first violation of a receiver's reports, one for each hundred packets.
    ///
    /// - Parameters:
    ///   - restart: The index of the packet at which the receiver begins to count anew.
    ///   - event: The datagram that it receives at this packet.
    private static func violation(
        _ arrivals: [(number: Int, time: Instant)], restart: Int? = nil, event: [UInt8] = [],
        change: (inout RTCP.ReportBlock) -> Void = { _ in }
    ) -> String? {
        var statistics = RTP.ReceiverStatistics(clockRate: 8_000, minSequential: 0)
        var watch = ReceptionWatch()
        for (index, arrival) in arrivals.enumerated() {
            let packet = RTP.Packet(
                payloadType: 0, sequenceNumber: UInt16(truncatingIfNeeded: arrival.number + 65_000),
                timestamp: UInt32(arrival.number) * 160, ssrc: 7)
            watch.received(record(packet.encoded(), from: sender, to: receiver, at: arrival.time))
            if index == restart {
                statistics = RTP.ReceiverStatistics(clockRate: 8_000, minSequential: 0)
                watch.received(record(event, from: sender, to: receiver, at: arrival.time))
            }
            _ = statistics.receive(
                sequenceNumber: packet.sequenceNumber, timestamp: packet.timestamp, at: arrival.time)
            guard index % 100 == 99 else { continue }
            var block = statistics.report(on: 7, at: arrival.time)
            change(&block)
            let report = RTCP.encoded([.receiverReport(ssrc: 8, [block])])
            let datagram = record(report, from: receiver, to: sender, at: arrival.time)
            if let text = watch.violation(of: datagram, isExact: true) { return text }
        }
        return nil
    }

    @Test func `the reports of a receiver are right on a network with jitter and delays of any length`() {
        #expect(Self.violation(Self.arrivals { _, random in Int.random(in: 0..<5, using: &random) }) == nil)
        #expect(Self.violation(Self.arrivals { _, random in Int.random(in: 0..<900, using: &random) }) == nil)
        // 50 packets are overtaken by more than a receiver counts.
        for late in [1_000, 1_900, 2_100, 4_000] {
            let arrivals = Self.arrivals { number, _ in (600..<650).contains(number) ? late : 3 }
            #expect(Self.violation(arrivals) == nil, "\(late) ms")
        }
    }

    @Test func `a receiver may count a source anew once a participant has left`() {
        let arrivals = Self.arrivals { _, random in Int.random(in: 0..<20, using: &random) }
        for (event, isJudged) in [("participant_left", false), ("participant_updated", true)] {
            let violation = Self.violation(arrivals, restart: 1_080, event: [0x50, 0x45, 0, 1, 0xFF] + event.utf8)
            #expect((violation?.contains("jitter") == true) == isJudged, "\(event)")
        }
    }

    /// Returns the violation of a report with a wrong jitter, after some packets 20 ms apart.
    private static func violation(after numbers: [Int], isReported: Bool = true) -> String? {
        var watch = ReceptionWatch()
        func report(_ highest: UInt32, jitter: UInt32) -> String? {
            let block = RTCP.ReportBlock(
                ssrc: 7, fractionLost: 0, cumulativeLost: 0, extendedHighest: highest, jitter: jitter)
            let report = RTCP.encoded([.receiverReport(ssrc: 8, [block])])
            return watch.violation(of: record(report, from: receiver, to: sender, at: .start), isExact: true)
        }
        for (index, number) in numbers.enumerated() {
            let packet = RTP.Packet(
                payloadType: 0, sequenceNumber: UInt16(number), timestamp: UInt32(number) * 160, ssrc: 7)
            let time = Instant.start.advanced(by: .milliseconds(index * 20))
            watch.received(record(packet.encoded(), from: sender, to: receiver, at: time))
            // Before the first report, the receiver may not have known the source.
            if index == 0, isReported { _ = report(0, jitter: 0) }
        }
        return report(1, jitter: 100)
    }

    @Test func `a jitter is judged after 161 differences since a report, which a long gap begins anew`() {
        #expect(Self.violation(after: Array(0..<500), isReported: false) == nil)
        let rule = "it counts a jitter of 100, and it is 0 of 7"
        for (count, isJudged) in [(161, false), (162, true)] {
            #expect(Self.violation(after: Array(0..<count)) == (isJudged ? rule : nil))
            // A packet whose number is 3001 higher ends what was counted, and is not counted itself.
            let later = Array(0..<1_000) + [4_000] + Array(4_001..<4_001 + count)
            #expect(Self.violation(after: later) == (isJudged ? rule : nil))
        }
    }

    @Test func `a wrong jitter, fraction or count is a violation`() {
        let arrivals = Self.arrivals { _, random in Int.random(in: 0..<40, using: &random) }
        #expect(Self.violation(arrivals) == nil)
        #expect(Self.violation(arrivals) { $0.jitter += $0.jitter / 10 + 3 }?.contains("jitter") == true)
        #expect(Self.violation(arrivals) { $0.fractionLost = 9 }?.contains("9/256") == true)
        var reports = Int32(0)
        let counted = Self.violation(arrivals) { block in
            reports += 1
            (block.cumulativeLost, block.fractionLost) = (block.cumulativeLost - 20 * reports, 0)
        }
        #expect(counted?.contains("more packets") == true)
    }

    @Test func `a report on a source without a packet is a violation, once anything has arrived at its sender`() {
        let block = RTCP.ReportBlock(ssrc: 7, fractionLost: 0, cumulativeLost: 0, extendedHighest: 1, jitter: 0)
        let report = RTCP.encoded([.receiverReport(ssrc: 8, [block])])
        let judged = Self.record(report, from: Self.receiver, to: Self.sender, at: .start)
        for (source, violation) in [
            (nil, nil), (6, "it reports on 7, of which no packet has arrived"), (7, nil),
        ] as [(UInt32?, String?)] {
            var watch = ReceptionWatch()
            if let source {
                let packet = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 0, ssrc: source)
                watch.received(Self.record(packet.encoded(), from: Self.sender, to: Self.receiver, at: .start))
                // The counts of an earlier session are forgotten, and its sources are not.
                watch.forget()
            }
            #expect(watch.violation(of: judged, isExact: true) == violation)
        }
    }
}
