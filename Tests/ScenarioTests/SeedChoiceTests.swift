import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The key `seeds` of a scenario.
@Suite struct SeedChoiceTests {
    private func seeds(_ value: String) throws -> SeedChoice? {
        try read(scenario(steps: "- wait: 1s", more: "seeds: \(value)")).seeds
    }

    private func complaints(_ value: String) -> [String] {
        ScenarioTests.complaints(scenario(steps: "- wait: 1s", more: "seeds: \(value)"))
    }

    @Test func `a scenario holds with all seeds unless it says otherwise`() throws {
        #expect(try read(scenario(steps: "- wait: 1s")).seeds == nil)
    }

    @Test(arguments: ["1..20", "[1..20]", "[1, 2..7, 8..20]", "'1..20'"])
    func `a scenario may hold with some seeds only`(_ list: String) throws {
        let seeds = try #require(try seeds("{only: \(list), because: it is a test}"))
        #expect((0...30).filter { seeds.contains($0) } == Array(1...20))
        #expect(seeds.reason(against: 20) == nil)
        let reason = try #require(seeds.reason(against: 21))
        #expect(reason.hasPrefix("it need not hold with the seed 21, only with `1"))
        #expect(reason.hasSuffix(": it is a test"))
    }

    @Test(arguments: ["75", "[75]"])
    func `a scenario may hold with all seeds except some`(_ list: String) throws {
        let seeds = try #require(try seeds("{except: \(list), because: the answer is lost twice}"))
        #expect([0, 1, 74, 76, UInt64.max].allSatisfy { seeds.contains($0) })
        #expect(
            seeds.reason(against: 75)
                == "it need not hold with the seed 75, but with all except `75`: the answer is lost twice")
    }

    @Test func `the largest seeds can be named`() throws {
        let seeds = try #require(try seeds("{only: 0..18446744073709551615, because: why}"))
        #expect(seeds.contains(0) && seeds.contains(.max))
        #expect(try self.seeds("{except: 18446744073709551615, because: why}")?.contains(.max) == false)
    }

    @Test(arguments: [
        ("1..20", "4:8: error: `seeds` is a mapping, not text"),
        ("{only: 1..20}", "4:8: error: `seeds` needs `because`, the reason"),
        ("{because: why}", "4:8: error: `seeds` needs `only` or `except`"),
        ("{only: 1, except: 2, because: why}", "4:26: error: `seeds` has both `only` and `except`; remove one of them"),
        ("{only: 20..1, because: why}", "4:15: error: `20..1` is neither a seed nor a range of seeds"),
        ("{only: [1, many], because: why}", "4:19: error: `many` is neither a seed nor a range of seeds"),
        ("{except: -1, because: why}", "4:17: error: `-1` is neither a seed nor a range of seeds"),
        ("{except: +5, because: why}", "4:17: error: `+5` is neither a seed nor a range of seeds"),
        ("{only: [], because: why}", "4:15: error: there is no seed in this list"),
        ("{only: 7, because: why}", "4:15: error: the scenario has to hold with the seed 1"),
        ("{except: 0..3, because: why}", "4:17: error: the scenario has to hold with the seed 1"),
        ("{only: 1, because: }", "4:27: error: expected a text, found nothing"),
        ("{only: 1, becuase: why}", "4:18: error: `seeds` has no key `becuase`; did you mean `because`?"),
    ])
    func `a mistake in the seeds has its place and the right form`(_ value: String, _ message: String) {
        #expect(complaints(value).first?.hasPrefix(message) == true, "\(complaints(value))")
    }
}
