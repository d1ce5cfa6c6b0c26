import Chance
import Covering
import Load
import Testing
import Timing

/// Growth per call, told from noise, from a ramp and from a warm-up.
@Suite struct SoakTests {
    /// Points of a load whose resources are computed from ended calls, calls under way, and a number of noise.
    private func report(
        points: Int = 300, underWay: (Int) -> Int = { _ in 50 }, _ value: (Int, Int, Double) -> Double
    ) -> SoakReport {
        var generator = SeededGenerator(seed: 7)
        return SoakReport(
            (0..<points).map { index in
                let (ended, now) = (index * 10, underWay(index))
                let noise = Double(generator.next() % 1000) / 1000 - 0.5
                let level = value(ended, now, noise)
                return SoakPoint(
                    at: .seconds(index * 10), ended: ended, underWay: now, values: [.descriptors: level])
            })
    }

    private func trend(_ report: SoakReport) throws -> SoakTrend {
        try #require(report.trends.first { $0.resource == .descriptors })
    }

    @Test func `one object a call is a growth of 1000, within its interval`() throws {
        let report = report { ended, _, noise in 100 + Double(ended) + 40 * noise }
        let trend = try trend(report)
        #expect(trend.grows && trend.bounds.low < 1000 && trend.bounds.high > 1000 && trend.margin < 50)
        #expect(report.growths.first?.contains("descriptors grow by +") ?? false)
    }

    @Test func `one object in fifty calls is found in noise that is larger`() throws {
        #expect(try trend(report(points: 1500) { Double($0) / 50 + 20 * $2 }).grows)
    }

    @Test func `noise is not growth`() throws {
        let trend = try trend(report { _, _, noise in 100 + 40 * noise })
        #expect(!trend.grows && trend.bounds.low < 0 && trend.bounds.high > 0)
    }

    @Test func `more calls under way are not growth`() throws {
        let trend = try trend(report(underWay: { $0 / 3 }) { 10 + 4 * Double($1) + $2 })
        #expect(!trend.grows)
    }

    @Test func `a pool that fills is not growth`() throws {
        #expect(try !trend(report { ended, _, noise in Double(min(ended, 1800)) + noise }).grows)
    }

    @Test(arguments: [10, 44]) func `a short soak says that it is too short`(_ points: Int) {
        #expect(report(points: points) { Double($0) + Double($1) + $2 }.gap?.contains("let it last longer") ?? false)
    }
}
