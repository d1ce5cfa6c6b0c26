import CallCore
import Signaling

extension CallViewModel: ClientObserver {
    var followsEveryCall: Bool { false }
    var followsChanges: Bool { false }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        switch event {
        case .coordinator(let event, let change):
            if let event = callingEvent(event, change) { handle(event) }
            show(event)
        case .ring(let cid, let change):
            if let event = CallingEvent(change, of: cid) { handle(event) }
        case .left(let cid):
            handle(.left(cid))
        case .reconnection(let cid, let status):
            handle(.reconnection(cid, status))
        case .externalJoinBegan(let cid):
            handle(.externalJoinBegan(cid))
        case .externalJoinEnded(let cid, let isJoined):
            handle(.externalJoinEnded(cid, isJoined: isJoined))
        case .stage(let call), .settings(let call):
            if call === shownCall { updateSettings() }
        case .changed, .ringing, .active:
            break
        }
    }

    /// Returns the calling event of a coordinator event; nil when the calling state does not depend on it.
    private func callingEvent(_ event: CoordinatorEvent, _ change: RingChange?) -> CallingEvent? {
        switch event {
        case .sessionParticipantJoined(let event):
            return .participantJoined(event.callCid, event.participant.user)
        case .sessionParticipantLeft(let event):
            return isPresentElsewhere(event) ? nil : .participantLeft(event.callCid, event.participant.user)
        default:
            guard let change, let cid = event.callCid else { return nil }
            return CallingEvent(change, of: cid)
        }
    }

    /// True when a user that left on one device is in the call on another device.
    private func isPresentElsewhere(_ event: CallSessionParticipantLeftEvent) -> Bool {
        guard let call = shownCall, call.cid == event.callCid else { return false }
        if let session = call.state.values.session {
            return session.participants.contains { $0.user.id == event.participant.user.id }
        }
        unreadDepartures?.append(event.participant.user)
        return unreadDepartures != nil
    }

    /// Removes users from the lobby that left while the call was being read, unless they are in the call on another
    /// device.
    func showUnreadDepartures(from call: Call) {
        guard call === shownCall, let departures = unreadDepartures else { return }
        unreadDepartures = nil
        let present = Set((call.state.values.session?.participants ?? []).map(\.user.id))
        for user in departures where !present.contains(user.id) { handle(.participantLeft(call.cid, user)) }
    }

    // MARK: Joined and left participants

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

    /// Shows a participant event until the next one, or for ``ParticipantEvent/visibility``.
    func show(_ event: ParticipantEvent?) {
        participantEventTimer.cancel()
        guard event != nil || participantEvent != nil else { return }
        participantEvent = event
        guard event != nil else { return }
        participantEventTimer.set(after: ParticipantEvent.visibility, "participant event") { [weak self] in
            self?.participantEvent = nil
        }
    }
}

extension CallingEvent {
    /// Creates the event of a ring's change; nil when the calling state does not depend on it.
    fileprivate init?(_ change: RingChange, of cid: CallCid) {
        switch change {
        case .started(let incoming): self = .ring(incoming)
        case .alreadyHandled: return nil
        case .accepted(let answerer): self = .ringAccepted(cid, by: answerer)
        case .rejected(let answerer, let remainder): self = .ringRejected(cid, by: answerer, remainder)
        case .missed: self = .ringMissed(cid)
        case .ended: self = .callEnded(cid)
        case .blocked: self = .blocked(cid)
        }
    }
}
