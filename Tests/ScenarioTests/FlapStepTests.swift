import Chance
import Testing

@testable import ScenarioLanguage

/// Networks that flap, and what is seen of servers.
@Suite struct FlapStepTests {
    private func flap(_ text: String) throws -> FlapChange? {
        guard case .network(let changes)? = try actions("- network: {flap: \(text)}").first,
            case .flap(let flap)? = changes.first
        else { return nil }
        return flap
    }

    @Test func `a network that flaps has a host, durations and a count`() throws {
        let flap = try #require(try flap("{who: bob, off: 200ms, on: 800ms, times: 2}"))
        #expect(flap.hosts == ["bob"])
        #expect(flap.outage == .offline)
        #expect(flap.moments.map(\.after) == [.zero, .milliseconds(200), .seconds(1), .milliseconds(1200)])
        #expect(flap.moments.map(\.isGone) == [true, false, true, false])
        #expect(flap.description == "flaps 2 times: offline for 200ms, then there for 800ms")
        #expect(flap.change(isGone: true).conditions == [.offline(true)])
    }

    @Test func `it may be cut instead, of several, and of servers`() throws {
        let flap = try #require(try flap("{who: [alice, sfu], off: 1s, on: 1s, times: 1, by: cut}"))
        #expect(flap.hosts == ["alice", "sfu"])
        #expect(flap.change(isGone: false).conditions == [.cut(false)])
        #expect(try actions("- network: {flap: none}") == [.network([.flapNoMore])])
    }

    @Test(arguments: [
        (
            "{who: bob, off: 0s, on: 1s, times: 1}",
            "19: a network that flaps needs a time without and a time with it; write it like `flap: {who: alice, off: "
                + "200ms, on: 800ms, times: 5}`"
        ),
        ("{who: bop, off: 1s, on: 1s, times: 1}", "25: there is no participant `bop`; did you mean `bob`?"),
        ("{who: bob, off: 1s, on: 1s, times: 0}", "54: `0` is not a whole number from 1 to 10000"),
        (
            "{who: bob, off: 1s, on: 1s, times: 1, by: ofline}",
            "61: `ofline` is not a way to flap; did you mean `offline`?"
        ),
    ])
    func `an invalid flap is reported`(_ flap: String, _ message: String) {
        #expect(complaints(steps: "- network: {flap: \(flap)}") == ["1:\(message)"])
    }

    @Test func `servers have properties of their own`() throws {
        let expected = ["sessions", "drops.wrongIntegrity", "drops"]
        let steps = try actions("- expect: {sfu.sessions: 2, sfu.drops.wrongIntegrity: 1, coordinator.drops: 0}")
        guard case .expect(let expectations, _)? = steps.first else {
            Issue.record("\(steps)")
            return
        }
        #expect(expectations.map(\.property.description) == expected)
        #expect(expectations.map(\.participants) == [["sfu"], ["sfu"], ["coordinator"]])
    }

    @Test(arguments: [
        ("{sfu.session: 2}", "16: sfu has no property `session`; did you mean `sessions`?"),
        (
            "{coordinator.sessions: 2}",
            "24: coordinator has no property `sessions`; it can be `connections`, `drops` or `drops.…`"
        ),
        (
            "{sfu.drops.wrongIntegrty: 2}",
            "22: `wrongIntegrty` is not a reason of a drop; did you mean `wrongIntegrity`?"
        ),
        ("{sfu.sessions: many}", "26: `many` is not a whole number from 0"),
    ])
    func `an unknown property of a server is reported`(_ expectation: String, _ message: String) {
        #expect(complaints(steps: "- expect: \(expectation)") == ["1:\(message)"])
    }
}
