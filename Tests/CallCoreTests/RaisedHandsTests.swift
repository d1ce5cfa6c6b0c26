import CallCore
import Signaling
import Testing
import Timing

/// The users with a raised hand, as the coordinator describes the session.
@Suite struct RaisedHandsTests {
    private func participant(_ userId: String, _ device: String, raisedAt: Int64?) -> SessionParticipant {
        SessionParticipant {
            $0.user = User(id: userId)
            $0.userSessionId = device
            $0.handRaisedAt = raisedAt.map { Timestamp(milliseconds: $0) }
        }
    }

    @Test func `hands are in the order of raising, and a user with two devices has one`() {
        var call = CallStateValuesTests.call
        call.session = CallSessionResponse {
            $0.participants = [
                participant("alice", "a1", raisedAt: 20), participant("bob", "b1", raisedAt: 10),
                participant("carol", "c1", raisedAt: nil), participant("alice", "a2", raisedAt: 20),
            ]
        }
        var values = CallStateValues(callCid: call.cid)
        let payload = SessionPayload { $0.call = call }
        values.apply(.raisedHandsUpdated(CallRaisedHandsUpdatedEvent(call.cid, at: .init(milliseconds: 20), payload)))
        #expect(values.raisedHands == ["bob", "alice"])
    }
}
