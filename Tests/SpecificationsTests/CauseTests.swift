import Testing

@testable import Specifications

@Suite struct CauseTests {
    @Test func `a granted request sends its event`() {
        var run = Run(Causes.self)
        run.send("custom", to: "alice", "bob")
        run.request("sendEvent", by: "alice")
        #expect(run.violations.isEmpty)
    }

    @Test func `a refused request sends nothing`() {
        var run = Run(Causes.self)
        run.send("call.accepted", to: "alice", "bob")
        run.request("accept", by: "bob", "4.03")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("refused with 4.03"))
    }

    @Test func `a granted request with an audience sends an event`() {
        var run = Run(Causes.self)
        run.send("call.created", to: "alice", "bob")
        run.request("sendReaction", by: "alice")
        #expect(run.violations.count == 1)
        #expect(run.violations[0].contains("call.reaction_new"))
    }

    @Test(arguments: ["call.member_removed", nil]) func `an event without a receiver is not sent`(_ last: String?) {
        var run = Run(Causes.self)
        if let last {
            run.send("call.created", to: "alice", "bob")
            run.send(last[...], to: "alice", "bob")
        }
        run.request("sendReaction", by: "alice")
        run.send("call.created", to: "alice")
        run.session("left", "alice", "1")
        run.request("sendReaction", by: "alice")
        #expect(run.violations.isEmpty)
    }

    @Test func `a kick that only blocks an absent user sends no event`() {
        var run = Run(Causes.self)
        run.request("kick", by: "alice")
        #expect(run.violations.isEmpty)
    }
}
