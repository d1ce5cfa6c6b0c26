import Testing
import Timing

@testable import Specifications

@Suite struct RefusedJoinTests {
    /// A run in which the coordinator has refused a join of alice.
    private static func run(_ code: Substring, _ refusal: Substring?, joins user: String = "alice") -> Run {
        var run = Run(RefusedJoins.self)
        run.stage(user, "idle", "joining")
        run.add(
            .request(
                ObservedRequest(
                    operation: "join", cid: "default:standup", user: "alice", code: code, refusal: refusal)))
        return run
    }

    @Test(arguments: [
        ("4.03", 1), ("4.04", 1), ("4.00", 1), ("4.29", 0), ("4.01", 0), ("5.00", 0), ("2.04", 0),
    ])
    func `a join ends with a refusal that does not pass`(_ code: Substring, _ violations: Int) {
        var run = Self.run(code, "the user is blocked in default:standup")
        run.wait(.milliseconds(1))
        #expect(run.violations.count == violations)
        #expect(run.violations.allSatisfy { $0.contains("it is still joining, and was refused: the user is blocked") })
    }

    @Test func `a join that ends at once is right`() {
        var run = Self.run("4.03", "the user is blocked in default:standup")
        run.stage("alice", "joining", "error", "idle")
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test func `a refusal of another user ends no join`() {
        var run = Self.run("4.03", "the user is blocked in default:standup", joins: "bob")
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test func `a user with two devices, a driver and a disturbed run are not judged`() {
        for reason in ["devices", "driver", "disturbed"] {
            var run = Run(RefusedJoins.self)
            var traits = ParticipantTraits(name: reason == "devices" ? "tablet" : "alice", user: "alice")
            traits.isDriven = reason == "driver"
            run.add(reason == "disturbed" ? .disturbed : .takesPart(traits))
            run.stage("alice", "idle", "joining")
            run.request("join", by: "alice", "4.03")
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty, "\(reason)")
        }
    }

    @Test func `the end of a call that is in backstage is posted`() {
        for isPosted in [true, false] {
            var run = Self.run("4.03", "default:standup is in backstage")
            run.stage("alice", "joining", "error", "idle")
            if isPosted { run.add(.ended(participant: "alice", cid: "default:standup")) }
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty == isPosted)
            #expect(run.violations.allSatisfy { $0.contains("has posted no end of the call") })
        }
    }

    @Test(arguments: [("5.03", 2, 1), ("5.03", 3, 0), ("4.29", 1, 1), ("4.01", 1, 0), ("4.04", 1, 0)])
    func `a join that ends with a refusal which may pass was tried three times`(
        _ code: Substring, _ attempts: Int, _ violations: Int
    ) {
        for operation in ["join", "sfu/join"] as [Substring] {
            var run = Run(RefusedJoins.self)
            run.add(.refuses)
            run.stage("alice", "idle", "joining")
            for attempt in 1...attempts {
                run.wait(.milliseconds(300))
                let timer = FiredTimer(
                    owner: "alice", label: "retry of join of default:standup", length: .milliseconds(300))
                if attempt > 1 { run.add(.fired(timer)) }
                // A fault may refuse the first attempt, which the trace does not show.
                if attempt > 1 || attempts == 1 { run.request(operation, by: "alice", code) }
            }
            run.stage("alice", "joining", operation == "join" ? "error" : "idle")
            #expect(run.violations.count == violations)
            #expect(run.violations.allSatisfy { $0.contains("its join ends after \(attempts) attempt") })
        }
    }

    @Test func `a join that is abandoned needs no further attempts`() {
        for isCommand in [true, false] {
            var run = Run(RefusedJoins.self)
            run.add(.refuses)
            run.stage("alice", "idle", "joining")
            run.request("join", by: "alice", "5.03")
            if isCommand {
                run.add(.command(participant: "alice", name: "call.leave"))
            } else {
                run.wait(.milliseconds(1))
            }
            run.stage("alice", "joining", "idle")
            #expect(run.violations.isEmpty)
        }
    }
}
