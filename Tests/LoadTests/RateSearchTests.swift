import Chance
import Covering
import Testing

@testable import Load

/// Searches for a rate at systems whose limit is known.
@Suite struct RateSearchTests {
    private func search(
        seconds: Double = 16, _ system: (Double, Double) -> RateSearch.Outcome
    ) -> RateSearch {
        var search = RateSearch(seconds: seconds, precision: 0.05)
        while let (rate, seconds) = search.next() { search.add(system(rate, seconds), rate: rate, seconds: seconds) }
        return search
    }

    private func sharp(_ limit: Double) -> (Double, Double) -> RateSearch.Outcome {
        { rate, _ in rate <= limit ? .held("") : .broken("") }
    }

    @Test(arguments: [1.5, 7, 43, 812, 9_999, 64_000])
    func `the interval contains the limit, is narrow, and consists of full trials`(_ limit: Double) throws {
        let search = search(sharp(limit))
        let (lower, upper) = search.interval
        let (low, high) = (try #require(lower), try #require(upper))
        #expect(low.rate <= limit && limit < high.rate && high.rate / low.rate <= 1.0501)
        #expect(low.seconds >= 16 && high.seconds >= 16 && search.end == .narrow)
        #expect(search.trials.count < 40)
    }

    @Test func `short trials come first`() {
        let search = search(sharp(300))
        let seconds = search.trials.map(\.seconds)
        #expect((seconds.first ?? 99) < 4 && seconds.last == 16)
        #expect(seconds.count { $0 >= 16 } < seconds.count / 2)
    }

    @Test func `a system that holds only for short trials has its limit from long ones`() throws {
        let search = search { rate, seconds in rate <= (seconds < 10 ? 1000 : 400) ? .held("") : .broken("") }
        #expect(try #require(search.interval.lower).rate <= 400 && #require(search.interval.upper).rate > 400)
    }

    @Test func `nothing holds, and everything holds`() {
        let none = search { _, _ in .broken("") }
        #expect(none.interval.lower == nil && none.end == .lowest)
        let all = search { _, _ in .held("") }
        #expect(all.interval.upper == nil && all.end == .highest && all.interval.lower?.rate == RateSearch.highestRate)
    }

    @Test func `a limit that moves by chance ends the search, too`() {
        var generator = SeededGenerator(seed: 3)
        let search = search { rate, _ in generator.next() % 1000 < UInt64(rate) ? .broken("") : .held("") }
        #expect(search.end != nil && search.trials.count <= 80)
    }

    @Test func `each trial has starts enough to judge`() {
        for trial in search(sharp(2)).trials { #expect(trial.rate * trial.seconds >= 29.9) }
    }
}
