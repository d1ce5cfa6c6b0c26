import Chance
import Testing
import Timing
import Wire

@Suite struct ReceiverStatisticsTests {
    /// Packets every 20 ms of a clock of 48 kHz, received at once.
    private func receive(
        _ numbers: [Int], _ statistics: inout RTP.ReceiverStatistics
    ) -> [RTP.ReceiverStatistics.Reception] {
        numbers.map { number in
            statistics.receive(
                sequenceNumber: UInt16(truncatingIfNeeded: number), timestamp: UInt32(truncatingIfNeeded: number * 960),
                at: Instant(nanoseconds: Int64(number) * 20_000_000))
        }
    }

    private func known() -> RTP.ReceiverStatistics { RTP.ReceiverStatistics(clockRate: 48_000, minSequential: 0) }

    @Test func `packets in order are counted`() {
        var statistics = known()
        let receptions = receive(Array(10..<110), &statistics)
        #expect(receptions.allSatisfy { $0 == .inOrder })
        #expect(statistics.received == 100)
        #expect(statistics.expected == 100)
        #expect(statistics.lost == 0)
        #expect(statistics.jitter < 1e-6)
        #expect(statistics.extendedHighest == 109)
    }

    @Test func `a source that is not known is on probation for two packets in a row`() {
        var statistics = RTP.ReceiverStatistics(clockRate: 48_000)
        #expect(statistics.expected == 0 && statistics.received == 0 && statistics.lost == 0)
        #expect(receive([5, 9, 10, 11], &statistics) == [.onProbation, .onProbation, .inOrder, .inOrder])
        #expect(statistics.received == 2)
        #expect(statistics.expected == 2)
        var strict = RTP.ReceiverStatistics(clockRate: 48_000, minSequential: 3)
        #expect(
            receive([1, 2, 4, 5, 6], &strict) == [.onProbation, .onProbation, .onProbation, .onProbation, .inOrder])
    }

    @Test func `missing, late and duplicated packets are distinguished`() {
        var statistics = known()
        let numbers = [1, 2, 5, 3, 3, 5, 2, 6]
        #expect(
            receive(numbers, &statistics) == [
                .inOrder, .inOrder, .inOrder, .late, .duplicate, .duplicate, .duplicate, .inOrder,
            ])
        #expect(statistics.expected == 6)
        #expect(statistics.received == 8)
        #expect(statistics.duplicates == 3)
        #expect(statistics.late == 1)
        // Number 4 is missing; duplicates count as received (RFC 3550 section 6.4.1).
        #expect(statistics.lost == -2)
    }

    @Test func `numbers that start over are counted on`() {
        var statistics = known()
        _ = receive(Array(65_530..<65_546), &statistics)
        #expect(statistics.expected == 16)
        #expect(statistics.lost == 0)
        #expect(statistics.extendedHighest == 0x1_0000 + 9)
        #expect(receive([65_535], &statistics) == [.duplicate])
        _ = receive(Array(65_546..<262_144), &statistics)
        #expect(statistics.extendedHighest == 262_143)
        #expect(statistics.expected == 262_144 - 65_530)
    }

    @Test func `a packet that is lost where numbers start over is late when it comes`() {
        var statistics = known()
        #expect(receive([65_534, 65_536, 65_535], &statistics) == [.inOrder, .inOrder, .late])
        #expect(statistics.expected == 3)
        #expect(statistics.lost == 0)
    }

    @Test func `bounds of packets in order, late and out of range`() {
        for (ahead, reception) in [
            (2999, RTP.ReceiverStatistics.Reception.inOrder), (3000, .outOfRange), (-99, .late), (-100, .outOfRange),
        ] {
            var statistics = known()
            #expect(receive([10_000, 10_000 + ahead], &statistics) == [.inOrder, reception])
        }
    }

    @Test func `one stray packet changes nothing, two in a row start over`() {
        var statistics = known()
        _ = receive(Array(0..<100), &statistics)
        #expect(receive([40_000, 100, 40_001], &statistics) == [.outOfRange, .inOrder, .outOfRange])
        #expect(statistics.expected == 101)
        #expect(receive([40_002, 40_003], &statistics) == [.restarted, .inOrder])
        #expect(statistics.received == 2)
        #expect(statistics.expected == 2)
        #expect(statistics.jitter < 1e-6)
    }

    @Test func `jitter is a sixteenth of each new difference`() {
        var statistics = known()
        var expected = 0.0
        // Packets are alternately 0 and 5 ms late: each spacing differs by 240 units of the clock.
        for number in 0..<100 {
            let late: Int64 = number % 2 == 0 ? 0 : 5_000_000
            _ = statistics.receive(
                sequenceNumber: UInt16(number), timestamp: UInt32(number * 960),
                at: Instant(nanoseconds: Int64(number) * 20_000_000 + late))
            if number > 0 { expected += (240 - expected) / 16 }
        }
        #expect(abs(statistics.jitter - expected) < 1e-6)
        #expect(abs(statistics.jitter - 240) < 1)
        #expect(abs(Double(statistics.jitterTime.nanoseconds) - 5_000_000) < 20_000)
    }

    @Test func `the greatest jitter is kept when the jitter falls`() {
        var statistics = known()
        for number in 0..<40 {
            let late: Int64 = number == 10 ? 8_000_000 : 0
            _ = statistics.receive(
                sequenceNumber: UInt16(number), timestamp: UInt32(number * 960),
                at: Instant(nanoseconds: Int64(number) * 20_000_000 + late))
        }
        // Two spacings differ by 384 units: from the tenth packet to the eleventh, and to the next.
        let greatest = 384.0 / 16 + (384 - 384.0 / 16) / 16
        #expect(abs(statistics.greatestJitter - greatest) < 1e-6)
        #expect(statistics.jitter < greatest / 4)
    }

    @Test func `timestamps that start over are not jitter`() {
        var statistics = known()
        for number in 0..<10 {
            _ = statistics.receive(
                sequenceNumber: UInt16(number), timestamp: UInt32.max - 3000 &+ UInt32(number * 960),
                at: Instant(nanoseconds: Int64(number) * 20_000_000))
        }
        #expect(statistics.jitter < 1e-6)
    }

    @Test func `the jitter of uniform delays matches theory`() {
        var generator = SeededGenerator(seed: 4)
        var statistics = RTP.ReceiverStatistics(clockRate: 90_000, minSequential: 0)
        var sum = 0.0
        for number in 0..<200_000 {
            let delay = Int64(generator.unit() * 30_000_000)
            _ = statistics.receive(
                sequenceNumber: UInt16(truncatingIfNeeded: number),
                timestamp: UInt32(truncatingIfNeeded: number * 3000),
                at: Instant(nanoseconds: Int64(number) * 100_000_000 / 3 + delay))
            sum += statistics.jitter
        }
        // The mean distance of two of them is a third of the range: 10 ms, 900 units.
        #expect(abs(sum / 200_000 - 900) < 5)
    }

    @Test func `a report contains the losses since the last one`() {
        var statistics = known()
        _ = receive(Array(0..<100).filter { $0 % 4 != 3 }, &statistics)
        let first = statistics.report(on: 9, at: .start)
        #expect(first.ssrc == 9)
        // The last packet, 99, is one of those lost, and no later packet reveals that yet.
        #expect(first.cumulativeLost == 24)
        #expect(first.fractionLost == UInt8(24 * 256 / 99))
        _ = receive(Array(99..<200), &statistics)
        let second = statistics.report(on: 9, at: .start)
        #expect(second.fractionLost == 0)
        #expect(second.cumulativeLost == 24)
        #expect(second.extendedHighest == 199)
        _ = receive([199, 199], &statistics)
        #expect(statistics.report(on: 9, at: .start).fractionLost == 0)
        #expect(statistics.lost == 22)
    }

    @Test func `a report contains the time of the source's last report`() {
        var statistics = known()
        let silent = statistics.report(on: 1, at: Instant(nanoseconds: 5_000_000_000))
        #expect(silent.lastSenderReport == 0 && silent.delaySinceLastSenderReport == 0)
        statistics.receiveSenderReport(ntp: 0x0102_0304_0506_0708, at: Instant(nanoseconds: 1_000_000_000))
        let report = statistics.report(on: 1, at: Instant(nanoseconds: 2_500_000_000))
        #expect(report.lastSenderReport == 0x0304_0506)
        #expect(report.delaySinceLastSenderReport == 98_304)
    }

    @Test func `losses beyond 24 bits are clamped`() {
        let block = RTCP.ReportBlock(
            ssrc: 1, fractionLost: 0, cumulativeLost: .max, extendedHighest: 0, jitter: 0)
        #expect(block.cumulativeLost == 0x7F_FFFF)
        let other = RTCP.ReportBlock(ssrc: 1, fractionLost: 0, cumulativeLost: .min, extendedHighest: 0, jitter: 0)
        #expect(other.cumulativeLost == -0x80_0000)
    }

    @Test func `any numbers, timestamps and arrivals are counted without a trap`() {
        var generator = SeededGenerator(seed: 6)
        for clock in [UInt32.min, 1, 8000, 90_000, .max] {
            var statistics = RTP.ReceiverStatistics(clockRate: clock, minSequential: Int(generator.next() % 4))
            for _ in 0..<20_000 {
                _ = statistics.receive(
                    sequenceNumber: UInt16(truncatingIfNeeded: generator.next()),
                    timestamp: UInt32(truncatingIfNeeded: generator.next()),
                    at: Instant(nanoseconds: Int64(bitPattern: generator.next())))
            }
            _ = statistics.report(on: 1, at: Instant(nanoseconds: Int64(bitPattern: generator.next())))
            _ = statistics.jitterTime
        }
    }

    @Test func `a source that needs one packet is valid from its first`() {
        var statistics = RTP.ReceiverStatistics(clockRate: 48_000, minSequential: 1)
        #expect(receive([5, 6], &statistics) == [.inOrder, .inOrder])
        #expect(statistics.expected == 2 && statistics.received == 2)
    }

    @Test func `a report before the first packet has zeros only`() {
        var statistics = known()
        let block = RTCP.ReportBlock(ssrc: 9, fractionLost: 0, cumulativeLost: 0, extendedHighest: 0, jitter: 0)
        #expect(statistics.report(on: 9, at: .start) == block)
    }

    @Test func `the mean jitter is that of the packets after the first`() {
        var statistics = known()
        _ = statistics.receive(sequenceNumber: 1, timestamp: 0, at: .start)
        #expect(statistics.meanJitterTime == .zero)
        // The spacing differs by 240 units of the clock, a sixteenth of which is 312.5 µs.
        _ = statistics.receive(sequenceNumber: 2, timestamp: 960, at: Instant(nanoseconds: 25_000_000))
        #expect(statistics.meanJitterTime == .nanoseconds(312_500))
    }

    @Test func `a restart with other timestamps is not jitter`() {
        var statistics = known()
        _ = receive(Array(0..<10), &statistics)
        for number in 0..<3 as Range<UInt32> {
            _ = statistics.receive(
                sequenceNumber: 20_000 + UInt16(number), timestamp: 3_000_000_000 + number * 960,
                at: Instant(nanoseconds: 200_000_000 + Int64(number) * 20_000_000))
        }
        #expect(statistics.received == 2)
        #expect(statistics.jitter < 1e-6 && statistics.greatestJitter < 1e-6)
    }

    @Test func `the totals of a source go on after its restart`() {
        var statistics = known()
        _ = receive([1, 2, 4, 4, 3, 7], &statistics)
        _ = receive([20_000, 20_001, 20_003], &statistics)
        #expect(statistics.received == 2 && statistics.lost == 1)
        let totals = statistics.totals
        #expect(totals.received == 7 && totals.lost == 3 && totals.late == 1 && totals.duplicates == 1)
    }

    @Test func `packets that a server withheld are not lost in the totals, and are in reports`() {
        var statistics = known()
        _ = receive([1, 2], &statistics)
        statistics.setWithheld(true)
        _ = receive([3], &statistics)
        statistics.setWithheld(false)
        _ = receive([103, 104, 106], &statistics)
        #expect(statistics.totals.lost == 1 && statistics.totals.received == 6)
        #expect(statistics.report(on: 1, at: .start).cumulativeLost == 100)
    }

    @Test func `packets that were withheld before a restart hide no loss after it`() {
        var statistics = known()
        _ = receive([1, 2], &statistics)
        statistics.setWithheld(true)
        statistics.setWithheld(false)
        _ = receive([103, 20_000, 20_001, 20_002, 20_005], &statistics)
        #expect(statistics.totals.lost == 2 && statistics.totals.received == 6)
    }

    @Test func `a loss after a time without withheld packets counts`() {
        var statistics = known()
        _ = receive([1, 2], &statistics)
        statistics.setWithheld(true)
        statistics.setWithheld(false)
        _ = receive([3, 6], &statistics)
        #expect(statistics.totals.lost == 2)
    }
}
