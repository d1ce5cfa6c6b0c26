import Testing
import Timing

@testable import ScenarioLanguage

@Suite struct ComparisonTests {
    /// Texts in the place of a value, for one property of each kind, and the comparison that each is read as.
    @Test(arguments: [
        ("callingState: inCall", "inCall"),
        ("callingState: {not: idle}", "not idle"),
        ("callingState: {oneOf: [inCall, joining]}", "one of [inCall, joining]"),
        ("callingState: {not: {oneOf: [inCall, joining]}}", "not one of [inCall, joining]"),
        ("sessionId: {matches: \"a*\"}", "like a*"),
        ("sessionId: {oneOf: [none, {matches: \"a*\"}]}", "one of [none, like a*]"),
        ("endedAt: {after: 2s, before: 1min}", "after 2s and before 1min"),
        ("sessionId: unchanged", "unchanged"),
        ("sessionId: {not: unchanged}", "not unchanged"),
        ("sessionId: \"unchanged\"", "\"unchanged\""),
        ("sessionId: {contains: a-b}", "contains a-b"),
        ("ringingCall: none", "none"),
        ("ringingCall: {not: none}", "not none"),
        ("ringingCall: default:standup", "default:standup"),
        ("endedAt: {not: none}", "not none"),
        ("endedAt: unchanged", "unchanged"),
        ("error: CallJoinInterceptionError", "CallJoinInterceptionError"),
        ("underlyingError: two words", "\"two words\""),
        ("roster: []", "[]"),
        ("roster: [bob, alice]", "[bob, alice]"),
        ("roster: everyone", "[alice, bob]"),
        ("roster: {contains: bob}", "contains bob"),
        ("roster: {not: {contains: [bob]}}", "not contains bob"),
        ("roster: {count: 2}", "count 2"),
        ("roster: {count: {atLeast: 2, lessThan: 9}}", "count at least 2 and less than 9"),
        ("ownCapabilities: [send-audio]", "[send-audio]"),
        ("ownCapabilities: {contains: [send-audio, end-call]}", "contains send-audio and end-call"),
        ("participantCount: {moreThan: 1, atMost: 3}", "more than 1 and at most 3"),
        ("participants.bob.audioLevel: 2.5", "2.5"),
        ("incomingCall.timeout: 1500ms", "1500ms"),
        ("incomingCall.timeout: {atMost: 0.25s}", "at most 250ms"),
        ("incomingCall.video: false", "false"),
        ("backstage: {not: true}", "not true"),
        ("createdBy: bob", "bob"),
        ("custom.topic: {a: [1, x y], b: none}", "{a: [1, \"x y\"], b: \"none\"}"),
        ("custom.topic: {not: {contains: a}}", "not contains a"),
        ("events.call.rejected: 1", "1"),
        ("notifications.callEnded: {atMost: 1}", "at most 1"),
        ("participants.bob.role: user", "user"),
        ("participants.bob.joinedAt: {not: none}", "not none"),
    ])
    func `a comparison describes its condition`(_ written: String, _ shown: String) throws {
        let actions = try actions("- expect: {}".replacing("{}", with: "\n    alice.\(written)"))
        guard case .expect(let expectations, within: nil) = actions.first else { return unexpected() }
        let key = written.prefix { $0 != ":" }
        #expect(expectations.map(\.description) == ["alice.\(key): \(shown)"])
        #expect(expectations.map(\.property.description) == [String(key)])
    }

    static let met: [(comparison: Comparison, actual: Value)] = [
        (.equal(.text("inCall")), .text("inCall")),
        (.equal(.none), .none),
        (.equal(.integer(2)), .number(2)),
        (.equal(.texts(["a", "b", "b"])), .texts(["b", "a", "b"])),
        (.equal(.map([.init(key: "a", value: .integer(1))])), .map([.init(key: "a", value: .number(1))])),
        (.oneOf([.equal(.text("a")), .equal(.text("b"))]), .text("b")),
        (.contains([.equal(.text("a"))]), .texts(["b", "a"])),
        (.contains([.equal(.text("a"))]), .text("cat")),
        (.count(.equal(.integer(2))), .texts(["b", "a"])),
        (.count(.atLeast(.integer(1))), .text("a")),
        (.atLeast(.integer(2)), .integer(2)),
        (.atLeast(.number(1.5)), .integer(2)),
        (.atMost(.duration(.seconds(2))), .duration(.seconds(2))),
        (.moreThan(.integer(2)), .integer(3)),
        (.lessThan(.duration(.seconds(2))), .duration(.seconds(1))),
        (.not(.equal(.text("a"))), .none),
        (.matches("a*c"), .text("abc")),
        (.oneOf([.equal(.none), .atLeast(.integer(2))]), .integer(3)),
        (.contains([.matches("a*"), .equal(.text("b"))]), .texts(["b", "abc"])),
        (.before(Moment(offset: .seconds(2))), .instant(Instant(nanoseconds: 1_999_999_999))),
        (.after(Moment(offset: .seconds(2))), .instant(Instant(nanoseconds: 2_000_000_000))),
        (.all([.moreThan(.integer(2)), .lessThan(.integer(4))]), .integer(3)),
    ]

    static let unmet: [(comparison: Comparison, actual: Value)] = [
        (.equal(.text("inCall")), .text("idle")),
        (.equal(.none), .text("")),
        (.equal(.texts(["a", "b", "b"])), .texts(["b", "a", "a"])),
        (.equal(.texts(["a", "b"])), .texts(["b", "a", "a"])),
        (.oneOf([.equal(.text("a")), .equal(.text("b"))]), .none),
        (.contains([.equal(.text("a")), .equal(.text("c"))]), .texts(["b", "a"])),
        (.contains([.equal(.text("a"))]), .none),
        (.count(.equal(.integer(0))), .none),
        (.atLeast(.integer(2)), .integer(1)),
        (.atLeast(.integer(2)), .duration(.seconds(3))),
        (.atMost(.duration(.seconds(2))), .none),
        (.moreThan(.integer(2)), .integer(2)),
        (.lessThan(.duration(.seconds(2))), .duration(.seconds(2))),
        (.not(.equal(.text("a"))), .text("a")),
        (.all([.moreThan(.integer(2)), .lessThan(.integer(4))]), .integer(5)),
        (.unchanged, .text("a")),
        (.matches("a*c"), .text("ab")),
        (.matches("*"), .none),
        (.contains([.matches("x*")]), .texts(["b", "abc"])),
        (.before(Moment(offset: .seconds(2))), .instant(Instant(nanoseconds: 2_000_000_000))),
        (.after(Moment(offset: .seconds(2))), .none),
        (.after(Moment(mark: "rung", offset: .zero)), .instant(.start)),
    ]

    @Test(arguments: met) func `a comparison is met`(_ row: (comparison: Comparison, actual: Value)) {
        #expect(row.comparison.isMet(by: row.actual))
    }

    @Test(arguments: unmet) func `a comparison is not met`(_ row: (comparison: Comparison, actual: Value)) {
        #expect(!row.comparison.isMet(by: row.actual))
    }

    @Test func `unchanged asks for the first value that was there`() {
        #expect(Comparison.unchanged.isMet(by: .text("a"), first: .text("a")))
        #expect(!Comparison.unchanged.isMet(by: .text("b"), first: .text("a")))
        #expect(!Comparison.unchanged.isMet(by: .none, first: .none))
        #expect(Comparison.not(.unchanged).isMet(by: .text("b"), first: .text("a")))
    }

    @Test func `a mark is an instant, and others are relative to it`() {
        var marks: Marks = ["rung": Instant(nanoseconds: 3_000_000_000)]
        let moment = Moment(mark: "rung", offset: .seconds(2))
        #expect(moment.description == "rung + 2s")
        #expect(Comparison.before(moment).isMet(by: .instant(Instant(nanoseconds: 4_999_999_999)), marks: marks))
        #expect(Comparison.after(moment).isMet(by: .instant(Instant(nanoseconds: 5_000_000_000)), marks: marks))
        #expect(!Comparison.before(moment).isMet(by: .instant(Instant(nanoseconds: 5_000_000_000)), marks: marks))
        marks.slack = .seconds(1)
        #expect(Comparison.before(moment).isMet(by: .instant(Instant(nanoseconds: 5_900_000_000)), marks: marks))
        #expect(Comparison.after(moment).isMet(by: .instant(Instant(nanoseconds: 4_100_000_000)), marks: marks))
        #expect(!Comparison.before(moment).isMet(by: .instant(Instant(nanoseconds: 6_000_000_000)), marks: marks))
    }
}
