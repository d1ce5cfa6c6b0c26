import CallCore
import Signaling
import Testing
import Timing

/// The effects of a coordinator's events on the ring of their call.
@Suite struct RingChangeTests {
    private static let cid = CallStateValuesTests.cid
    private static let at = CallStateValuesTests.at

    /// The state of alice's call.
    private func values(acceptedBy users: [String] = []) -> CallStateValues {
        var values = CallStateValues(callCid: Self.cid)
        var call = CallStateValuesTests.call
        call.session?.acceptedBy = Dictionary(uniqueKeysWithValues: users.map { ($0, Self.at) })
        values.update(from: call)
        return values
    }

    @Test func `a user that is blocked is no longer rung, and other users are not concerned`() {
        let event = CoordinatorEvent.blockedUser(
            CallEvent(Self.cid, at: Self.at, BlockedUserPayload { $0.user = CallStateValuesTests.bob }))
        #expect(values().ringChange(of: event, for: "bob") == .blocked)
        #expect(values().ringChange(of: event, for: "carol") == nil)
    }

    @Test(arguments: [
        ([], RingRemainder.noneRemains), (["alice", "bob"], .noneRemains), (["carol"], .continues),
        (["bob", "carol"], .continues),
    ])
    func `a cancelled ring continues when a third user has accepted it`(users: [String], remainder: RingRemainder) {
        let payload = AnswerPayload {
            $0.call = CallStateValuesTests.call
            $0.user = CallStateValuesTests.alice
        }
        let change = values(acceptedBy: users).ringChange(
            of: .rejected(CallEvent(Self.cid, at: Self.at, payload)), for: "bob")
        #expect(change == .rejected(by: .creator, remainder))
    }

    @Test(arguments: [
        (["bob"], ["carol"], RingRemainder.noneRemains), (["bob"], [], .noneRemains), ([], ["carol"], .noneRemains),
        (["carol"], ["carol"], .allRejected(count: 1)),
    ])
    func `a second ring keeps the callees of a ring that continues`(
        first: [String], second: [String], remainder: RingRemainder
    ) {
        var values = self.values()
        var call = CallStateValuesTests.call
        call.session?.rejectedBy = ["carol": Self.at]
        let users = [CallStateValuesTests.alice, CallStateValuesTests.bob, CallStateValuesTests.carol]
        values.update(
            from: GetCallResponse {
                $0.call = call
                $0.members = users.map { user in Member { $0.user = user } }
                $0.ownCapabilities = []
            })
        values.rings(first, as: "alice")
        values.rings(second, as: "alice", isContinued: true)
        let payload = AnswerPayload {
            $0.call = call
            $0.user = CallStateValuesTests.carol
        }
        let event = CoordinatorEvent.rejected(CallEvent(Self.cid, at: Self.at, payload))
        #expect(values.ringChange(of: event, for: "alice") == .rejected(by: .other, remainder))
        values.rings(["carol"], as: "alice")
        #expect(values.ringChange(of: event, for: "alice") == .rejected(by: .other, .allRejected(count: 1)))
    }

    @Test(arguments: [
        (["bob", "carol"], 2, false), ([], 2, false), (["bob", "carol"], 3, true), (["bob"], 2, true), ([], 3, true),
    ])
    func `a limited list of members ends no ring of others`(callees: [String], limit: Int, isOver: Bool) {
        var values = CallStateValues(callCid: Self.cid)
        var call = CallStateValuesTests.call
        call.session?.rejectedBy = ["bob": Self.at]
        let users = [CallStateValuesTests.alice, CallStateValuesTests.bob]
        values.update(
            from: GetCallResponse {
                $0.call = call
                $0.members = users.map { user in Member { $0.user = user } }
                $0.asOf = 4
            }, membersLimit: limit)
        values.rings(callees, as: "alice")
        #expect(values.isOutgoingRingOver("alice") == isOver)
    }
}
