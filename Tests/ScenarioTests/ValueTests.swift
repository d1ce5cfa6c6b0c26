import Testing
import Timing

@testable import ScenarioLanguage

/// Values, durations and instants as the language writes and compares them.
@Suite struct ValueTests {
    @Test(arguments: [
        (Value.none, "none"), (.boolean(true), "true"), (.boolean(false), "false"), (.integer(-3), "-3"),
        (.number(2.5), "2.5"), (.text("inCall"), "inCall"), (.text("a-b_c.d:/9"), "a-b_c.d:/9"), (.text("é½"), "é½"),
        (.text(""), "\"\""), (.text("none"), "\"none\""), (.text("unchanged"), "\"unchanged\""),
        (.text("true"), "\"true\""), (.text("false"), "\"false\""), (.text("a b"), "\"a b\""),
        (.text("a,b"), "\"a,b\""),
        (.text("a\"b"), #""a\"b""#), (.duration(.seconds(90)), "90s"),
        (.instant(Instant(nanoseconds: 1_500_000_000)), "1.500 s"), (.date(Timestamp(milliseconds: 17)), "17"),
        (.list([.integer(1), .text("a b"), .none]), "[1, \"a b\", none]"), (.list([]), "[]"),
        (.map([.init(key: "b", value: .integer(1)), .init(key: "a", value: .list([]))]), "{b: 1, a: []}"),
        (.map([]), "{}"),
        (.texts(["a", "b"]), "[a, b]"), (.optional("a"), "a"), (.optional(nil), "none"),
    ])
    func `a value is written as in files`(_ value: Value, _ text: String) {
        #expect(value.description == text)
    }

    @Test(arguments: [
        (Int64(0), "0s"), (1, "0.000001ms"), (-1, "-0.000001ms"), (999_999, "0.999999ms"), (1_000_000, "1ms"),
        (1_000_001, "1.000001ms"), (1_100_000, "1.1ms"), (10_010_000, "10.01ms"), (999_000_000, "999ms"),
        (1_000_000_000, "1s"), (59_000_000_000, "59s"), (60_000_000_000, "1min"), (90_000_000_000, "90s"),
        (5_400_000_000_000, "90min"), (3_600_000_000_000, "1h"), (86_400_000_000_000, "24h"), (-2_000_000_000, "-2s"),
        (-120_000_000_000, "-2min"), (-1_500_000, "-1.5ms"),
    ])
    func `a duration is written exactly`(_ nanoseconds: Int64, _ text: String) {
        #expect(Duration.nanoseconds(nanoseconds).written == text)
    }

    @Test(arguments: [
        (Moment(offset: .seconds(12)), "12s"), (Moment(offset: .zero), "0s"),
        (Moment(mark: "rung", offset: .zero), "rung"),
        (Moment(mark: "rung", offset: .seconds(2)), "rung + 2s"),
        (Moment(mark: "rung", offset: .milliseconds(-1500)), "rung - 1500ms"),
    ])
    func `a moment is written as in files`(_ moment: Moment, _ text: String) {
        #expect(moment.description == text)
    }

    @Test func `a moment counts from its mark, or from the first step, or from the start`() {
        var marks: Marks = ["rung": Instant(nanoseconds: 5), "rung": Instant(nanoseconds: 7)]
        let late = Moment(mark: "rung", offset: .nanoseconds(3))
        #expect(late.instant(marks) == Instant(nanoseconds: 10))
        #expect(Moment(mark: "rang", offset: .zero).instant(marks) == nil)
        #expect(Moment(offset: .nanoseconds(3)).instant(marks) == Instant(nanoseconds: 3))
        marks[Moment.firstStep] = Instant(nanoseconds: 100)
        #expect(Moment(offset: .nanoseconds(3)).instant(marks) == Instant(nanoseconds: 103))
        #expect(late.instant(marks) == Instant(nanoseconds: 10))
        #expect(marks.slack == .zero)
    }

    private static let moment = Moment(mark: "m", offset: .seconds(-1))

    @Test(arguments: [
        (Comparison.equal(.none), "none"), (.oneOf([.equal(.integer(1)), .unchanged]), "one of [1, unchanged]"),
        (.contains([.equal(.text("a")), .matches("b*")]), "contains a and like b*"), (.matches("a b*"), "like a b*"),
        (.count(.atLeast(.integer(2))), "count at least 2"), (.atLeast(.integer(1)), "at least 1"),
        (.atMost(.duration(.seconds(2))), "at most 2s"), (.moreThan(.number(1.5)), "more than 1.5"),
        (.lessThan(.integer(3)), "less than 3"), (.before(moment), "before m - 1s"), (.after(moment), "after m - 1s"),
        (.unchanged, "unchanged"), (.not(.equal(.text("idle"))), "not idle"),
        (.all([.moreThan(.integer(1)), .not(.equal(.integer(3)))]), "more than 1 and not 3"),
    ])
    func `a comparison is written in words`(_ comparison: Comparison, _ text: String) {
        #expect(comparison.description == text)
    }

    private static func entry(_ key: String, _ value: Value) -> Value.Entry { .init(key: key, value: value) }

    @Test(arguments: [
        (Value.integer(2), Value.number(2), true), (.number(2), .integer(2), true), (.number(2.5), .integer(2), false),
        (.integer(.max), .integer(.max - 1), false), (.text("2"), .integer(2), false), (.none, .none, true),
        (.list([.integer(1), .integer(2)]), .list([.number(2), .number(1)]), true),
        (.list([.integer(1), .integer(1), .integer(2)]), .list([.integer(1), .integer(2), .integer(2)]), false),
        (.list([]), .list([.none]), false), (.list([.list([.integer(1)])]), .list([.list([.integer(1)])]), true),
        (.map([entry("a", .integer(1)), entry("b", .none)]), .map([entry("b", .none), entry("a", .number(1))]), true),
        (.map([entry("a", .integer(1))]), .map([entry("a", .integer(2))]), false),
        (.map([entry("a", .integer(1))]), .map([entry("b", .integer(1))]), false),
        (.map([entry("a", .integer(1))]), .map([entry("a", .integer(1)), entry("b", .none)]), false),
        (.duration(.seconds(1)), .integer(1), false), (.boolean(true), .boolean(true), true),
    ])
    func `values are the same by size, without the order of lists and maps`(
        _ one: Value, _ other: Value, _ isSame: Bool
    ) {
        #expect(one.isSame(as: other) == isSame)
        #expect(other.isSame(as: one) == isSame)
    }

    @Test(arguments: [
        (Comparison.moreThan(.integer(.max - 1)), Value.integer(.max), true),
        (.lessThan(.integer(.max)), .integer(.max - 1), true), (.atLeast(.number(2.5)), .number(2.5), true),
        (.atLeast(.number(2.5)), .number(2.25), false), (.atMost(.integer(2)), .integer(2), true),
        (.atMost(.integer(2)), .number(2.25), false), (.moreThan(.number(2)), .integer(2), false),
        (.lessThan(.integer(2)), .number(1.75), true), (.lessThan(.integer(2)), .integer(2), false),
        (.atLeast(.duration(.seconds(2))), .duration(.milliseconds(1999)), false),
        (.atMost(.duration(.seconds(2))), .duration(.milliseconds(2001)), false),
        (.moreThan(.duration(.seconds(2))), .duration(.milliseconds(2001)), true),
        (.atLeast(.integer(0)), .text("5"), false), (.atMost(.integer(9)), .boolean(true), false),
        (.count(.equal(.integer(1))), .map([entry("a", .none)]), true),
        (.count(.equal(.integer(3))), .text("abc"), true),
        (.count(.atLeast(.integer(0))), .integer(5), false), (.count(.equal(.integer(0))), .list([]), true),
        (.contains([.equal(.text(""))]), .text(""), true),
        (.contains([.equal(.text("b")), .equal(.text("c"))]), .text("abc"), true),
        (.contains([.equal(.text("b")), .equal(.text("d"))]), .text("abc"), false), (.contains([]), .list([]), true),
        (.contains([.equal(.integer(1))]), .list([.number(1)]), true),
        (.contains([.equal(.text("a"))]), .integer(1), false),
        (.oneOf([]), .none, false), (.all([]), .none, true), (.matches("*"), .integer(1), false),
    ])
    func `a bound, a count or a part is compared exactly`(_ comparison: Comparison, _ value: Value, _ isMet: Bool) {
        #expect(comparison.isMet(by: value) == isMet)
        #expect(Comparison.not(comparison).isMet(by: value) != isMet)
    }

    @Test(arguments: [
        ("*b*", "a", false), ("*a*b*", "ba", false), ("*a*b*", "xaxbx", true), ("a*b*b", "ab", false),
        ("a*b*b", "abb", true),
        ("ab*ba", "aba", false), ("ab*ba", "abba", true), ("a*", "ba", false), ("*a", "ab", false), ("", "", true),
        ("*aa*aa*", "aaa", false), ("*aa*aa*", "aaaa", true),
    ])
    func `the parts of a pattern follow one another and do not overlap`(_ pattern: String, _ text: String, _ fits: Bool)
    {
        #expect(Pattern(pattern).fits(text) == fits)
    }

    @Test(arguments: [
        (Comparison.all([.not(.equal(.integer(1))), .equal(.integer(2))]), [Value.integer(2)], true),
        (.all([.not(.equal(.integer(1))), .equal(.integer(2))]), [.integer(1), .integer(2)], false),
        (.all([.equal(.integer(1)), .equal(.integer(2))]), [.integer(1), .integer(2)], true),
        (.oneOf([.equal(.integer(3)), .not(.equal(.integer(4)))]), [.integer(1), .integer(2)], true),
        (.oneOf([.equal(.integer(3)), .equal(.integer(4))]), [.integer(1), .integer(2)], false),
        (.not(.equal(.none)), [], false), (.not(.equal(.integer(1))), [], true), (.atLeast(.integer(0)), [], false),
        (.atLeast(.integer(2)), [.integer(1), .integer(2)], true),
        (
            .after(Moment(mark: "m", offset: .zero)),
            [.instant(Instant(nanoseconds: 4)), .instant(Instant(nanoseconds: 5))], true
        ),
        (.after(Moment(mark: "m", offset: .zero)), [.instant(Instant(nanoseconds: 4))], false),
        (.not(.after(Moment(mark: "m", offset: .zero))), [.instant(Instant(nanoseconds: 5))], false),
        (.all([.after(Moment(mark: "m", offset: .zero))]), [.instant(Instant(nanoseconds: 5))], true),
        (.oneOf([.after(Moment(mark: "m", offset: .zero))]), [.instant(Instant(nanoseconds: 5))], true),
    ])
    func `several values meet a comparison when one of them does`(
        _ comparison: Comparison, _ values: [Value], _ isMet: Bool
    ) {
        #expect(comparison.isMet(byOneOf: values, marks: ["m": Instant(nanoseconds: 5)]) == isMet)
    }

    @Test func `nested comparisons know the first value and the marks`() {
        let marks: Marks = ["m": Instant(nanoseconds: 5)]
        let late = Comparison.after(Moment(mark: "m", offset: .zero))
        #expect(Comparison.all([.unchanged, .not(.equal(.text("b")))]).isMet(by: .text("a"), first: .text("a")))
        #expect(!Comparison.oneOf([.unchanged]).isMet(by: .text("b"), first: .text("a")))
        #expect(
            Comparison.unchanged.isMet(
                by: .list([.integer(2), .integer(1)]), first: .list([.integer(1), .integer(2)])))
        #expect(Comparison.all([late]).isMet(by: .instant(Instant(nanoseconds: 5)), marks: marks))
        #expect(!Comparison.all([late]).isMet(by: .instant(Instant(nanoseconds: 5))))
        #expect(!late.isMet(by: .integer(9), marks: marks))
        #expect(!Comparison.before(Moment(mark: "x", offset: .zero)).isMet(by: .instant(.start), marks: marks))
    }

    @Test(arguments: [
        (ValueType.word(.callingStates), "a calling state", [Operator.not, .oneOf]),
        (.word(.errors), "an error", [.not, .oneOf]),
        (.boolean, "true or false", [.not]),
        (.number, "a number", [.not, .oneOf, .atLeast, .atMost, .moreThan, .lessThan]),
        (
            .bytes, "a number of bytes with its unit, such as 1200B or 2KiB",
            [.not, .oneOf, .atLeast, .atMost, .moreThan, .lessThan]
        ),
        (
            .duration, "a duration with its unit, such as 2s, 150ms or 5min",
            [.not, .oneOf, .atLeast, .atMost, .moreThan, .lessThan]
        ),
        (.text, "a text", [.not, .oneOf, .contains, .count, .matches]),
        (.texts, "a list of texts", [.not, .contains, .count]),
        (.user, "a participant", [.not, .oneOf]), (.users, "a list of participants", [.not, .contains, .count]),
        (.call, "a call, such as default:standup", [.not, .oneOf, .matches]),
        (.error, "the name of an error", [.not, .oneOf]),
        (
            .date, "none, unchanged, or an instant to be before or after, as in {after: 2s}",
            [.not, .oneOf, .before, .after]
        ),
        (.path, "a path, where * stands for any characters", [.not, .oneOf]), (.anything, "a value", Operator.allCases),
    ])
    func `a type has its words and its comparisons`(_ type: ValueType, _ expected: String, _ operators: [Operator]) {
        #expect(type.expected == expected)
        #expect(type.operators == operators)
    }
}
