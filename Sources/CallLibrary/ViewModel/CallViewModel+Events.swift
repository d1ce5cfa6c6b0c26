import CallCore
import Signaling

extension CallViewModel: ClientObserver {
    var followsEveryCall: Bool { false }
    var followsChanges: Bool { false }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        switch event {
        case .coordinator(let event):
            if let event = callingEvent(event, for: client.me) { handle(event) }
            show(event)
        case .left(let cid):
            handle(.left(cid))
        case .reconnection(let cid, let status):
            handle(.reconnection(cid, status))
        case .externalJoinBegan(let cid):
            handle(.externalJoinBegan(cid))
        case .externalJoinEnded(let cid, let isJoined):
            handle(.externalJoinEnded(cid, isJoined: isJoined))
        case .changed, .ringing, .active, .restored:
            break
        }
    }

    /// What an event of the coordinator means for the calling state; nil when it means nothing (`semantics.md` 2.4).
    private func callingEvent(_ event: CoordinatorEvent, for me: User) -> CallingEvent? {
        switch event {
        case .ring(let event) where event.user.id != me.id && AlreadyHandled(event, to: me) == nil:
            .ring(IncomingCall(event))
        case .accepted(let event):
            .ringAccepted(event.callCid, by: answerer(event.user, event.call, me))
        case .rejected(let event):
            .ringRejected(event.callCid, by: answerer(event.user, event.call, me), remainder(event, me))
        case .missed(let event):
            .ringMissed(event.callCid)
        case .ended(let event):
            .callEnded(event.callCid)
        case .deleted(let event):
            .callEnded(event.callCid)
        case .memberRemoved(let event) where event.members.contains(me.id):
            .ringMissed(event.callCid)
        case .blockedUser(let event) where event.user.id == me.id:
            .blocked(event.callCid)
        case .sessionParticipantJoined(let event):
            .participantJoined(event.callCid, event.participant.user)
        case .sessionParticipantLeft(let event) where !isStillThere(event):
            .participantLeft(event.callCid, event.participant.user)
        default:
            nil
        }
    }

    private func answerer(_ user: User?, _ call: CallResponse, _ me: User) -> Answerer {
        if user?.id == me.id { return .me }
        return user?.id == ringer(call) ? .creator : .other
    }

    /// Who rings: whoever did so last, or else who made the call.
    private func ringer(_ told: CallResponse) -> String {
        client.calls[told.cid]?.ringer ?? told.createdBy.id
    }

    private func remainder(_ event: CallRejectedEvent, _ me: User) -> RingRemainder {
        if let call = shownCall, call.cid == event.callCid {
            let values = call.state.values
            let callees = shownMembers.map(\.userId)
            if values.everybodyRejected(ringer: me.id, callees: callees) {
                return .everybodyRejected(count: values.rung(by: me.id, callees).count)
            }
        }
        let session = event.call.session
        let others = Set(session?.acceptedBy.keys.map { $0 } ?? []).subtracting([me.id, ringer(event.call)])
        // Whoever takes a ring back goes, although they may still be in the session.
        let present = session?.participants.contains { ![me.id, event.user?.id].contains($0.user.id) } ?? false
        return others.isEmpty && !present ? .nobodyLeft : .goesOn
    }

    /// Whether somebody who left on one device is in the call on another one.
    private func isStillThere(_ event: CallSessionParticipantLeftEvent) -> Bool {
        guard case .lobby = shownState, let call = shownCall, call.cid == event.callCid else { return false }
        return call.state.values.session?.participants.contains { $0.user.id == event.participant.user.id } ?? false
    }

    // MARK: Comings and goings

    private func show(_ event: CoordinatorEvent) {
        switch event {
        case .sessionParticipantJoined(let event): show(event.participant, .join, in: event.callCid)
        case .sessionParticipantLeft(let event): show(event.participant, .leave, in: event.callCid)
        default: break
        }
    }

    private func show(_ participant: SessionParticipant, _ action: ParticipantEvent.Action, in cid: CallCid) {
        guard let call = shownCall, call.cid == cid, call.state.values.rosterCount < ParticipantEvent.crowd else {
            return
        }
        show(
            ParticipantEvent(
                id: participant.userSessionId, action: action, user: participant.user.name,
                imageURL: participant.user.image))
    }

    /// Shows who came or left, until the next one or for ``ParticipantEvent/visibility``.
    func show(_ event: ParticipantEvent?) {
        let scheduler = client.environment.scheduler
        if let participantEventTimer { scheduler.cancel(participantEventTimer) }
        participantEventTimer = nil
        guard event != nil || shownParticipantEvent != nil else { return }
        participantEvent = event
        guard event != nil else { return }
        participantEventTimer = scheduler.schedule(
            at: scheduler.now.advanced(by: ParticipantEvent.visibility), "participant event"
        ) { [weak self] in
            self?.participantEventTimer = nil
            self?.participantEvent = nil
        }
    }
}

extension AlreadyHandled {
    fileprivate init?(_ event: CallRingEvent, to user: User) {
        self.init(event.call, members: event.members, user: user.id, ringer: event.user.id)
    }
}
