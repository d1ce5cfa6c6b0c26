import Testing
import Timing

@testable import Specifications

@Suite struct StrategyTests {
    /// A run in which bob's SFU keeps a session for 10 s.
    private func joined(isDisturbed: Bool = true) -> Run {
        var run = Run(Strategies.self)
        run.add(.takesPart(ParticipantTraits(name: "bob", user: "bob")))
        run.add(.fastReconnect(.seconds(10)))
        run.change("bob", "reconnection", "idle", "joined")
        if isDisturbed { run.add(.disturbed) }
        return run
    }

    @Test(arguments: [
        (["offline(fast)", "settling(fast)", "fastReconnecting", "joined"], true),
        (["offline(fast)", "settling(migrate)"], false),
        (["rejoining", "offline(rejoin)", "settling(rejoin)", "rejoining", "joined"], true),
        (["rejoining", "offline(migrate)"], false),
        (["rejoining", "settling(rejoin)"], false),
        (["fastReconnecting", "rejoining"], false),
        (["fastReconnecting", "offline(fast)", "left"], true),
        (["migrating"], false),
    ])
    func `a client keeps its strategy until a server refuses it`(_ stages: [String], _ isAllowed: Bool) {
        var run = joined()
        for (from, to) in zip(["joined"] + stages, stages) { run.change("bob", "reconnection", from, to) }
        #expect(run.violations.isEmpty == isAllowed)
    }

    @Test(arguments: ["settling(fast)", "rejoining"])
    func `a refusal of the user permits another strategy`(_ next: String) {
        for cause in [nil, "request", "unknown user", "server", "damage"] {
            var run = joined()
            run.change("bob", "reconnection", "joined", "fastReconnecting")
            if cause == "request" { run.request("sfu/join", by: "bob", "4.04", of: nil) }
            if cause == "unknown user" { run.request("join", by: "?", "4.01") }
            if cause == "server" { run.add(.refuses) }
            if cause == "damage" { run.add(.damaged) }
            run.change("bob", "reconnection", "fastReconnecting", next)
            #expect(run.violations.isEmpty == (cause != nil), "\(cause ?? "nothing")")
        }
    }

    @Test(arguments: [(9_999, "fastReconnecting"), (10_000, "rejoining")])
    func `a fast reconnect is tried as long as the SFU keeps the session`(_ milliseconds: Int, _ next: String) {
        for stage in ["fastReconnecting", "rejoining"] {
            var run = joined()
            run.change("bob", "reconnection", "joined", "offline(fast)")
            run.wait(.milliseconds(milliseconds))
            run.change("bob", "reconnection", "offline(fast)", "settling(fast)")
            run.change("bob", "reconnection", "settling(fast)", stage)
            #expect(run.violations.isEmpty == (stage == next), "\(stage)")
        }
    }

    @Test(arguments: [(2, "fastReconnecting"), (3, "rejoining")])
    func `a rejoin follows three fast reconnects`(_ attempts: Int, _ next: String) {
        for stage in ["fastReconnecting", "rejoining"] {
            var run = joined()
            run.change("bob", "reconnection", "joined", "fastReconnecting")
            for _ in 1..<attempts {
                run.change("bob", "reconnection", "fastReconnecting", "offline(fast)")
                run.change("bob", "reconnection", "offline(fast)", "settling(fast)")
                run.change("bob", "reconnection", "settling(fast)", "fastReconnecting")
            }
            run.change("bob", "reconnection", "fastReconnecting", "offline(fast)")
            run.change("bob", "reconnection", "offline(fast)", "settling(fast)")
            run.change("bob", "reconnection", "settling(fast)", stage)
            #expect(run.violations.isEmpty == (stage == next), "\(stage)")
        }
    }

    @Test(arguments: [
        ("rejoining", "media", true), ("rejoining", "error", true), ("rejoining", "nothing", false),
        ("migrating", "go_away", true), ("migrating", "media", false), ("migrating", "nothing", false),
        ("fastReconnecting", "nothing", false), ("offline(fast)", "nothing", false),
    ])
    func `a connected client reconnects for a reason`(_ stage: String, _ cause: String, _ isAllowed: Bool) {
        var run = joined(isDisturbed: false)
        switch cause {
        case "media": run.add(.command(participant: "bob", name: "call.failMedia"))
        case "nothing": break
        default: run.add(.received(Receipt(participant: "bob", type: cause, cid: nil)))
        }
        run.change("bob", "reconnection", "joined", stage)
        #expect(run.violations.isEmpty == isAllowed)
    }

    @Test(arguments: [
        (["offline(fast)", "settling(fast)"], 1_000), (["fastReconnecting"], 10_000), (["rejoining"], 60_000),
        (["rejoining", "offline(rejoin)", "settling(rejoin)"], 1_000),
    ])
    func `each attempt ends within its limit`(_ stages: [String], _ milliseconds: Int) {
        for surplus in [0, 1] {
            var run = joined()
            for (from, to) in zip(["joined"] + stages, stages) { run.change("bob", "reconnection", from, to) }
            run.wait(.milliseconds(milliseconds + surplus))
            #expect(run.violations.count == surplus)
            #expect(run.violations.allSatisfy { $0.contains("remains \(stages[stages.count - 1])") })
        }
    }

    @Test func `a client migrates at once after the request of its SFU to go away`() {
        for (event, next, violations) in [
            ("go_away", "migrating", 0), ("go_away", nil, 1), ("error", nil, 0), ("participant_left", nil, 0),
        ] as [(String, String?, Int)] {
            var run = joined(isDisturbed: false)
            run.add(.received(Receipt(participant: "bob", type: event)))
            if let next { run.change("bob", "reconnection", "joined", next) }
            run.wait(.milliseconds(1))
            #expect(run.violations.count == violations, "\(event)")
        }
    }

    @Test(arguments: [("offline(fast)", 0), ("fastReconnecting", 1), (nil, 1)] as [(String?, Int)])
    func `a client that hears nothing waits for the network at once`(_ next: String?, _ violations: Int) {
        var run = joined()
        let timer = FiredTimer(owner: "bob", label: "health answer of session bob-1", length: .seconds(15))
        run.add(.fired(timer))
        if let next { run.change("bob", "reconnection", "joined", next) }
        run.wait(.milliseconds(1))
        #expect(run.violations.count == violations)
    }
}
