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
}
