import Testing

@testable import ScenarioLanguage

@Suite struct UnitTests {
    private static func duration(_ text: String) -> Result<Duration, Units.Refusal> {
        Result { () throws(Units.Refusal) in try Units.duration(text, longest: .seconds(86_400)) }
    }

    @Test(arguments: [
        ("0s", Duration.zero), ("15s", .seconds(15)), ("1.5s", .milliseconds(1500)), ("150ms", .milliseconds(150)),
        ("0.25ms", .microseconds(250)), ("0.000001ms", .nanoseconds(1)), ("2min", .seconds(120)),
        ("1.5min", .seconds(90)), ("1h", .seconds(3600)), ("24h", .seconds(86_400)), ("007s", .seconds(7)),
        ("1.500000000000000000s", .milliseconds(1500)),
    ])
    func `a duration is exact`(_ text: String, _ duration: Duration) {
        #expect(Self.duration(text) == .success(duration))
    }

    @Test(arguments: [
        ("5", "`5` has no unit", "write `5ms`, `5s`, `5min` or `5h`"),
        ("5 s", "a number and its unit are written without a space", "write `5s`"),
        ("5sec", "`sec` is not a unit", "write `5s`"),
        ("5 minutes", "`minutes` is not a unit", "write `5min`"),
        ("5m", "`m` is not a unit", "write `5min`"),
        ("5S", "`S` is not a unit", "write `5s`"),
        ("5ns", "`ns` is not a unit", "the units are `ms`, `s`, `min` and `h`"),
        ("5parsec", "`parsec` is not a unit", "the units are `ms`, `s`, `min` and `h`"),
        ("-5s", "a duration cannot be negative", "write it like `2ms`, `2s` or `2min`"),
        ("soon", "`soon` is not a duration", "write it like `2ms`, `2s` or `2min`"),
        ("1.2.3s", "`1.2.3s` is not a duration", "write it like `2ms`, `2s` or `2min`"),
        (".5s", "`.5s` is not a duration", "write it like `2ms`, `2s` or `2min`"),
        ("0.0000001ms", "`0.0000001ms` is below the smallest unit", nil),
        ("0.0000000000001s", "`0.0000000000001s` is below the smallest unit", nil),
        ("24.001h", "`24.001h` is longer than 24h, the most that a duration can be", nil),
        ("99999999999999999999h", "`99999999999999999999h` is longer than 24h, the most that a duration can be", nil),
    ])
    func `an invalid duration is reported`(_ text: String, _ message: String, _ suggestion: String?) {
        #expect(Self.duration(text) == .failure(.init(message: message, suggestion: suggestion)))
    }

    @Test(arguments: [("0%", 0), ("12.5%", 0.125), ("100%", 1)])
    func `a share is a percentage`(_ text: String, _ share: Double) throws {
        #expect(try Units.share(text) == share)
    }

    @Test(arguments: [
        ("20", "`20` has no unit", "a share is written in percent, like `20%`"),
        ("20 percent", "`20 percent` is not a percentage", "a share is written in percent, like `20%`"),
        ("some", "`some` is not a percentage", "write it like `20%`"),
        ("101%", "`101%` is more than all", "it can be 0% to 100%"),
    ])
    func `an invalid percentage is reported`(_ text: String, _ message: String, _ suggestion: String?) {
        #expect(throws: Units.Refusal(message: message, suggestion: suggestion)) { try Units.share(text) }
    }

    @Test(arguments: [
        ("1bit/s", 1), ("256kbit/s", 256_000), ("1.5Mbit/s", 1_500_000), ("0.000001Mbit/s", 1),
        ("1Gbit/s", 1_000_000_000),
    ])
    func `a bandwidth is exact`(_ text: String, _ bits: Int64) throws {
        #expect(try Units.rate(text) == bits)
    }

    @Test(arguments: [("0B", 0), ("1200B", 1200), ("1.5KiB", 1536), ("1MiB", 1_048_576)])
    func `a number of bytes is exact`(_ text: String, _ bytes: Int64) throws {
        #expect(try Units.bytes(text) == bytes)
    }

    @Test(arguments: [
        ("1200", "`1200` has no unit", "write `1200B`, `1200KiB` or `1200MiB`"),
        ("2kB", "`kB` is not a unit", "write `2KiB`"),
        ("0.5B", "`0.5B` is below the smallest unit", nil),
        ("9999999999999MiB", "`9999999999999MiB` is too large a number of bytes", nil),
    ])
    func `an invalid number of bytes is reported`(_ text: String, _ message: String, _ suggestion: String?) {
        #expect(throws: Units.Refusal(message: message, suggestion: suggestion)) { try Units.bytes(text) }
    }

    @Test(arguments: [
        (Duration.zero, "0s"), (.seconds(15), "15s"), (.milliseconds(1500), "1500ms"), (.seconds(120), "2min"),
        (.seconds(7200), "2h"), (.microseconds(250), "0.25ms"), (.microseconds(-1250), "-1.25ms"),
    ])
    func `a duration is written in the largest unit that leaves it whole`(_ duration: Duration, _ text: String) {
        #expect(duration.written == text)
    }

    @Test(arguments: [
        ("expct", "expect"), ("EXPECT", "expect"), ("exepct", "expect"), ("callingsate", "callingState"),
        ("x", nil), ("entirely", nil), ("fro", "for"),
    ])
    func `the nearest word is one that could have been meant`(_ word: String, _ nearest: String?) {
        #expect(Spelling.nearest(to: word, in: ["expect", "callingState", "for", "wait"]) == nearest)
    }

    @Test(arguments: [["bash", "zsh", "fish"], ["fish", "zsh", "bash"]])
    func `of two words at one distance, the nearest one begins with the same letter`(_ words: [String]) {
        #expect(Spelling.nearest(to: "fsh", in: words) == "fish")
    }
}
