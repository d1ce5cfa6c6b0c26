import CallCore
import Covering
import Signaling
import Testing
import Timing

@Suite struct AlreadyHandledTests {
    private let date = Timestamp(milliseconds: 1_000)
    private let caller = User(id: "alice", name: "Alice")

    private func reason(
        accepted: [String] = [], rejected: [String] = [], missed: [String] = [], hasEnded: Bool = false,
        ringer: String? = nil, members ids: [String] = ["alice", "bob", "carol"]
    ) -> AlreadyHandled? {
        var call = CallResponse(cid: CallCid(type: "default", id: "a"), createdBy: caller, createdAt: date)
        var session = CallSessionResponse { $0.id = "1" }
        func dated(_ users: [String]) -> [String: Timestamp] {
            Dictionary(uniqueKeysWithValues: users.map { ($0, date) })
        }
        session.acceptedBy = dated(accepted)
        session.rejectedBy = dated(rejected)
        session.missedBy = dated(missed)
        call.session = session
        call.endedAt = hasEnded ? date : nil
        let members = ids.map { id in
            Member { $0.user = User(id: id, name: id) }
        }
        return AlreadyHandled(call, members: members, user: "bob", ringer: ringer)
    }

    @Test func `an unanswered ring is new`() {
        #expect(reason() == nil)
        #expect(reason(rejected: ["carol"]) == nil)
        #expect(reason(accepted: ["carol"]) == nil)
    }

    @Test func `an ended call is never new`() {
        #expect(reason(accepted: ["bob"], hasEnded: true) == .callHasEnded)
    }

    @Test(.covers("REJ-09"), arguments: [["bob"], []], [["bob"], []])
    func `a user that answered elsewhere is not rung again`(accepted: [String], rejected: [String]) {
        let missed = accepted.isEmpty && rejected.isEmpty ? ["bob"] : []
        #expect(reason(accepted: accepted, rejected: rejected, missed: missed) == .userRespondedElsewhere)
    }

    @Test(.covers("REJ-10", "REJ-11"))
    func `a cancelled ring is not new, unless another callee has accepted`() {
        #expect(reason(rejected: ["alice"])?.rawValue == "ring: creator rejected")
        #expect(reason(rejected: ["alice", "carol"]) == .creatorRejected)
        #expect(reason(accepted: ["carol"], rejected: ["alice"]) == nil)
        #expect(reason(accepted: ["carol"], rejected: ["alice", "carol"]) == .everyoneRejected)
    }

    @Test func `the ring of another member is cancelled by that member, and not by the creator`() {
        #expect(reason(rejected: ["carol"], ringer: "carol") == .creatorRejected)
        #expect(reason(rejected: ["alice"], ringer: "carol") == nil)
    }

    @Test func `the only member is rung, also when a user that is no member rejected`() {
        #expect(reason(rejected: ["carol"], members: ["bob"]) == nil)
        #expect(reason(rejected: ["alice"], ringer: "carol", members: []) == nil)
    }
}
