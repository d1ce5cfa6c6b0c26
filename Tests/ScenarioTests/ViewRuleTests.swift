import Testing
import Timing

@testable import ScenarioStage

/// The rules of whole runs that clients and servers agree: on their views, and on the sessions at SFUs.
@Suite struct ViewRuleTests {
    private static func instant(_ milliseconds: Int) -> Instant {
        Instant.start.advanced(by: .milliseconds(milliseconds))
    }

    /// Returns the difference that persists after the last of some comparisons, each with its time in milliseconds.
    private static func difference(_ comparisons: (time: Int, text: String?)...) -> String? {
        var view = UnsettledView()
        var found: String?
        for (time, text) in comparisons {
            found = view.compared(text, steps: 1, at: instant(time), for: .milliseconds(1500))
        }
        return found
    }

    @Test func `a difference is a failure when it persists`() {
        #expect(Self.difference((5000, "a")) == nil)
        #expect(Self.difference((0, "a"), (1499, "a")) == nil)
        #expect(Self.difference((0, "a"), (1500, "a")) == "a")
        #expect(Self.difference((0, "a"), (800, "a"), (1500, "a")) == "a")
    }

    @Test func `another difference, and one after agreement, begins anew`() {
        #expect(Self.difference((0, "a"), (1400, "b"), (1500, "b")) == nil)
        #expect(Self.difference((0, "a"), (1400, "b"), (2900, "b")) == "b")
        #expect(Self.difference((0, "a"), (1400, nil), (1500, "a"), (2999, "a")) == nil)
        #expect(Self.difference((0, "a"), (1400, nil), (1500, "a"), (3000, "a")) == "a")
        #expect(Self.difference((0, "a"), (1500, nil)) == nil)
    }

    @Test func `views are compared once for each number of steps, and again while they differ`() {
        var view = UnsettledView()
        #expect(view.isDue(0))
        for (steps, text) in [(0, nil), (1, nil), (2, "a"), (3, nil)] as [(Int, String?)] {
            _ = view.compared(text, steps: steps, at: .start)
            #expect(view.isDue(steps) == (text != nil) && view.isDue(steps + 1))
        }
    }

    @Test func `each session at an SFU is that of a client in a call, and at no other SFU`() {
        func surplus(_ first: [String], _ second: [String] = []) -> String? {
            Stage.surplusSession([("sfu-1", first), ("sfu-2", second)], ["a", "b"])
        }
        #expect(surplus([]) == nil && surplus(["a", "b"]) == nil && surplus(["a"], ["b"]) == nil)
        #expect(surplus(["c"]) == "sfu-1 has the session c, and no client is in it")
        #expect(surplus(["a", "c"]) == "sfu-1 has the session c, and no client is in it")
        #expect(surplus(["a"], ["b", "c"]) == "sfu-2 has the session c, and no client is in it")
        #expect(surplus(["a", "b"], ["b"]) == "sfu-1 and sfu-2 have the session b")
        #expect(surplus([], ["a", "a"]) == "sfu-2 and sfu-2 have the session a")
    }
}
