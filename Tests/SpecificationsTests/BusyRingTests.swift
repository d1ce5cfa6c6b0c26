import Testing
import Timing

@testable import Specifications

@Suite struct BusyRingTests {
    /// A run in which bob's client rejects rings during a call, and has joined one.
    private static func joined(_ rejectsWhenBusy: Bool = true) -> Run {
        var run = Run(BusyRings.self)
        var traits = ParticipantTraits(name: "bob", user: "bob")
        traits.rejectsWhenBusy = rejectsWhenBusy
        run.add(.takesPart(traits))
        run.stage("bob", "idle", "joining", "joined")
        return run
    }

    private static func ring(_ run: inout Run, of cid: Substring = "default:other") {
        run.send("call.ring", to: "bob", of: cid)
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: String(cid))))
    }

    @Test func `a ring during a call is rejected at once`() {
        for isRejected in [true, false] {
            var run = Self.joined()
            Self.ring(&run)
            if isRejected { run.request("reject", by: "bob", of: "default:other") }
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty == isRejected)
        }
        var late = Self.joined()
        Self.ring(&late)
        late.wait(.milliseconds(1))
        late.request("reject", by: "bob", of: "default:other")
        #expect(late.violations.count == 1)
    }

    @Test func `a ring during another ring is rejected too`() {
        var run = Self.joined()
        run.stage("bob", "joined", "leaving", "idle")
        run.change("bob", "ringingCall", "none", "default:first")
        Self.ring(&run)
        run.wait(.milliseconds(1))
        #expect(run.violations.count == 1)
    }

    @Test func `a ring is not rejected by a client at rest, in the same call, or of another kind`() {
        var (rests, same, other, disturbed) = (Self.joined(), Self.joined(), Self.joined(false), Self.joined())
        rests.stage("bob", "joined", "leaving", "idle")
        Self.ring(&rests)
        Self.ring(&same, of: "default:standup")
        Self.ring(&other)
        disturbed.add(.disturbed)
        Self.ring(&disturbed)
        for var run in [rests, same, other, disturbed] {
            run.wait(.milliseconds(1))
            #expect(run.violations.isEmpty)
        }
    }

    @Test func `a ring that was answered before it arrived needs no rejection`() {
        var run = Self.joined()
        run.send("call.ring", to: "bob", of: "default:other")
        run.request("accept", by: "bob", of: "default:other")
        run.add(.received(Receipt(participant: "bob", type: "call.ring", cid: "default:other")))
        run.wait(.milliseconds(1))
        #expect(run.violations.isEmpty)
    }
}
