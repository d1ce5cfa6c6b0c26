import Testing
import Timing

@testable import Specifications

@Suite struct ShownRingTests {
    private static let cid = "default:standup"
    private var run = Run(ShownRings.self)

    private mutating func receive(_ type: String) {
        run.add(.received(Receipt(participant: "bob", type: type, cid: Self.cid)))
    }

    private mutating func ring(isShown: Bool = true) {
        run.send("call.ring", to: "bob")
        receive("call.ring")
        guard isShown else { return }
        run.change("bob", "ringingCall", "none", Self.cid)
        run.change("bob", "callingState", "idle", "incoming")
    }

    @Test(arguments: [true, false]) mutating func `a ring that arrives at a client at rest is shown at once`(
        isShown: Bool
    ) {
        ring(isShown: isShown)
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty == isShown)
    }

    @Test(arguments: [true, false]) mutating func `it is shown before the next step, also at the same instant`(
        isShown: Bool
    ) {
        ring(isShown: isShown)
        run.settle()
        run.add(.command(participant: "bob", name: "reject", number: 1))
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty == isShown)
    }

    @Test(arguments: ["active", "ringing", "joining", "answered", "cancelled", "over", "earlier", "rejected"])
    mutating func `a client that is not at rest, or a ring that is over, shows nothing`(_ reason: String) {
        switch reason {
        case "active": run.change("bob", "activeCall", "none", "default:other")
        case "ringing": run.change("bob", "ringingCall", "none", "default:other")
        case "joining": run.stage("bob", "idle", "joining", of: "default:other")
        default: break
        }
        run.send("call.ring", to: "bob")
        switch reason {
        case "answered": run.request("accept", by: "bob")
        case "cancelled": run.request("reject", by: "alice")
        case "over": run.send("call.ended", to: "bob")
        case "rejected":
            run.request("reject", by: "carol")
            run.send("call.ring", to: "bob")
            run.send("call.ring", to: "bob", isPast: true)
        case "earlier":
            run.request("reject", by: "alice")
            run.send("call.ring", to: "bob", isPast: true)
        default: break
        }
        receive("call.ring")
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: ["call.ended", "call.deleted"]) mutating func `the end of the call clears the ringing call`(
        _ type: String
    ) {
        ring()
        receive(type)
        run.wait(.nanoseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [true, false]) mutating func `an end waits for the response to a ring that is commanded meanwhile`(
        hasReturned: Bool
    ) {
        ring()
        run.add(.command(participant: "bob", name: "call.ring", number: 3))
        if hasReturned { run.add(.returned(participant: "bob", number: 3, hasFailed: true)) }
        receive("call.ended")
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty != hasReturned)
    }

    @Test(arguments: ["accept", "reject"]) mutating func `an answer on another device clears the ringing call`(
        _ answer: Substring
    ) {
        ring()
        run.request(answer, by: "bob")
        receive("call.\(answer)ed")
        run.wait(.nanoseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test(arguments: [1, 2]) mutating func `an answer of another user that arrives before the own one clears nothing`(
        _ count: Int
    ) {
        ring()
        for user: Substring in ["carol", "bob"] {
            run.send("call.accepted", to: "bob")
            run.request("accept", by: user)
        }
        for _ in 1...count { receive("call.accepted") }
        run.wait(.nanoseconds(1))
        #expect(run.violations.count == count - 1)
    }

    @Test mutating func `the answer of another user, and the own one on this device, clear nothing`() {
        ring()
        run.request("accept", by: "carol")
        receive("call.accepted")
        run.add(.command(participant: "bob", name: "accept"))
        run.request("accept", by: "bob")
        receive("call.accepted")
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty)
    }

    @Test(arguments: [true, false]) mutating func `no ring is incoming without a ringing call`(isCleared: Bool) {
        ring()
        run.change("bob", "ringingCall", Self.cid, "none")
        if isCleared { run.change("bob", "callingState", "incoming", "idle") }
        run.wait(.nanoseconds(1))
        #expect(run.violations.isEmpty == isCleared)
    }
}
