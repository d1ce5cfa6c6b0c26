import CallCore
import Signaling

extension CallViewModel: ClientObserver {
    func client(_ client: StreamVideo, saw event: ClientEvent) {
        switch event {
        case .coordinator(let event):
            if let event = callingEvent(event, for: client.user) { handle(event) }
        case .left(let cid):
            handle(.left(cid))
        case .reconnection(let cid, let status):
            handle(.reconnection(cid, status))
        }
    }

    /// What an event of the coordinator means for the calling state; nil when it means nothing (`semantics.md` 2.4).
    private func callingEvent(_ event: CoordinatorEvent, for me: User) -> CallingEvent? {
        switch event {
        case .ring(let event) where event.user.id != me.id:
            .ring(IncomingCall(event))
        case .accepted(let event):
            .ringAccepted(event.callCid, by: answerer(event.user, event.call, me))
        case .rejected(let event):
            .ringRejected(event.callCid, by: answerer(event.user, event.call, me), remainder(event, me))
        case .missed(let event):
            .ringMissed(event.callCid)
        case .ended(let event):
            .callEnded(event.callCid)
        case .blockedUser(let event) where event.user.id == me.id:
            .blocked(event.callCid)
        case .connected, .created, .updated, .ring, .notification, .sessionStarted, .sessionEnded,
            .sessionParticipantJoined, .sessionParticipantLeft, .sessionParticipantCountUpdated, .memberAdded,
            .memberUpdated, .memberRemoved, .blockedUser, .unblockedUser, .kickedUser, .custom, .unknown:
            nil
        }
    }

    private func answerer(_ user: User?, _ call: CallResponse, _ me: User) -> Answerer {
        if user?.id == me.id { return .me }
        return user?.id == call.createdBy.id ? .creator : .other
    }

    private func remainder(_ event: CallRejectedEvent, _ me: User) -> RingRemainder {
        if let call, call.cid == event.callCid, call.everybodyRejected {
            return .everybodyRejected(count: call.state.values.members.count - 1)
        }
        let session = event.call.session
        let others = Set(session?.acceptedBy.keys.map { $0 } ?? []).subtracting([me.id, event.call.createdBy.id])
        let present = session?.participants.contains { $0.user.id != me.id } ?? false
        return others.isEmpty && !present ? .nobodyLeft : .goesOn
    }
}
