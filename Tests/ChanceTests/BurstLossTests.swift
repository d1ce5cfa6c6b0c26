import Chance
import Testing
import Timing

@Suite
struct BurstLossTests {
    /// The lengths of the runs of lost datagrams.
    private func bursts(in fates: [Arrival]) -> [Int] {
        fates.split(whereSeparator: { $0 == .delivered }).map(\.count)
    }

    @Test(arguments: [(0.01, 0.25), (0.002, 0.02), (0.1, 0.5)])
    func `bursts are as frequent and as long as was asked for`(_ start: Double, _ end: Double) {
        var link = link(.perfect.with { $0.burst = BurstLoss(start: start, end: end) })
        let fates = fates(of: 400_000, on: &link)
        let lost = Double(fates.count { $0 == .lost(.burst) })
        let bursts = bursts(in: fates)
        let length = lost / Double(bursts.count)
        // A burst's length has a standard deviation of (1 - end)^½ / end; five of them, over all the bursts.
        let deviation = (1 - end).squareRoot() / end / Double(bursts.count).squareRoot()
        #expect(abs(length - 1 / end) < 5 * deviation)
        #expect(abs(lost / 400_000 / (start / (start + end)) - 1) < 0.12)
        #expect(fates.allSatisfy { $0 == .delivered || $0 == .lost(.burst) })
    }

    @Test
    func `a burst that does not lose all loses its share`() {
        var link = link(.perfect.with { $0.burst = BurstLoss(start: 1, end: 0, loss: 0.8) })
        let lost = fates(of: 100_000, on: &link).count { $0 == .lost(.burst) }
        #expect(abs(lost - 80_000) < 633)
    }

    @Test
    func `a burst that starts at once and ends at once is every second datagram`() {
        var link = link(.perfect.with { $0.burst = BurstLoss(start: 1, end: 1) })
        let fates = fates(of: 10, on: &link)
        #expect(fates == (0..<10).map { $0 % 2 == 0 ? .lost(.burst) : .delivered })
    }

    @Test
    func `chances that are not numbers or out of range start and end nothing, or everything`() {
        for (start, lost) in [(Double.nan, 0), (-1, 0), (.infinity, 100)] {
            var link = link(.perfect.with { $0.burst = BurstLoss(start: start, end: .nan) })
            #expect(fates(of: 100, on: &link).count { $0 != .delivered } == lost)
        }
    }

    @Test
    func `bursts that are switched off are over`() {
        var link = link(.perfect.with { $0.burst = BurstLoss(start: 1, end: 0) })
        #expect(fates(of: 10, on: &link).allSatisfy { $0 == .lost(.burst) })
        link.conditions = .perfect
        #expect(fates(of: 10, on: &link).allSatisfy { $0 == .delivered })
        link.conditions.burst = BurstLoss(start: 0, end: 0)
        #expect(fates(of: 10, on: &link).allSatisfy { $0 == .delivered })
    }

    @Test
    func `single losses come besides`() {
        var link = link(LinkConditions(loss: 0.1).with { $0.burst = BurstLoss(start: 0.01, end: 0.25) })
        let fates = fates(of: 100_000, on: &link)
        let outside = fates.count { $0 != .lost(.burst) }
        let single = fates.count { $0 == .lost(.chance) }
        #expect(abs(Double(single) / Double(outside) - 0.1) < 0.005)
    }
}
