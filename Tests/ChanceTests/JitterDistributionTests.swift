import Chance
import Testing
import Timing

@Suite
struct JitterDistributionTests {
    private static let count = 100_000
    private static let latency = 200_000_000.0
    private static let jitter = 10_000_000.0

    /// How far each wait is from the latency, in units of the jitter.
    private func deviations(_ distribution: JitterDistribution) -> [Double] {
        var link = link(
            LinkConditions(latency: .milliseconds(200), jitter: .milliseconds(10)).with {
                $0.distribution = distribution
            })
        return waits(of: Self.count, on: &link).map { (Double($0) - Self.latency) / Self.jitter }
    }

    private func share(of deviations: [Double], _ lies: (Double) -> Bool) -> Double {
        Double(deviations.count(where: lies)) / Double(deviations.count)
    }

    @Test
    func `a normal jitter is a bell whose standard deviation it is`() {
        let deviations = deviations(.normal)
        let mean = deviations.reduce(0, +) / Double(Self.count)
        let variance = deviations.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Self.count)
        #expect(abs(mean) < 0.016)
        #expect(abs(variance - 1) < 0.025)
        #expect(abs(share(of: deviations) { abs($0) < 1 } - 0.6827) < 0.009)
        #expect(abs(share(of: deviations) { abs($0) < 2 } - 0.9545) < 0.004)
        #expect(abs(share(of: deviations) { $0 < 0 } - 0.5) < 0.008)
        #expect(deviations.allSatisfy { abs($0) <= 6 })
    }

    @Test
    func `a pareto jitter is never early, seldom very late, and the jitter later on average`() {
        let deviations = deviations(.pareto)
        let mean = deviations.reduce(0, +) / Double(Self.count)
        #expect(deviations.allSatisfy { $0 >= 0 })
        // Its variance is 2; these are five standard deviations.
        #expect(abs(mean - 1) < 0.0224)
        #expect(abs(share(of: deviations) { $0 < 0.5676 } - 0.5) < 0.008)
        #expect(abs(share(of: deviations) { $0 > 13.87 } - 0.001) < 0.0005)
    }

    @Test
    func `a uniform jitter never exceeds its bound`() {
        let deviations = deviations(.uniform)
        #expect(deviations.allSatisfy { (-1...1).contains($0) })
        #expect(abs(share(of: deviations) { abs($0) < 0.5 } - 0.5) < 0.008)
    }

    @Test(arguments: JitterDistribution.allCases)
    func `a change of the distribution keeps the draws for later datagrams`(_ distribution: JitterDistribution) {
        let usual = LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(5))
        var changed = link(usual.with { $0.distribution = distribution })
        var unchanged = link(usual)
        _ = waits(of: 100, on: &changed)
        _ = waits(of: 100, on: &unchanged)
        changed.conditions = usual
        #expect(waits(of: 100, on: &changed) == waits(of: 100, on: &unchanged))
    }

    @Test(arguments: JitterDistribution.allCases)
    func `no distribution sends into the past, however large the jitter is`(_ distribution: JitterDistribution) {
        for jitter in [Duration.seconds(Int64.max), .nanoseconds(Int64.max), .seconds(-1), .zero] {
            var link = link(
                LinkConditions(latency: .milliseconds(1), jitter: jitter).with { $0.distribution = distribution })
            #expect(waits(of: 1000, on: &link).allSatisfy { $0 >= 0 })
        }
    }
}
