import CallCore
import Signaling

/// The last ring of a call by this user, including earlier rings that it continues. It distinguishes events before the
/// ring from events of the ring.
///
/// Responses and events take different paths. Until the response to a ring arrives, the client cannot know if an event
/// is older or newer than the ring. Such an event waits for the response.
struct OwnRing {
    /// The last event before the first of these rings.
    var start: StreamPosition?
    /// The number of requests to ring whose response is pending.
    var pending = 0
    /// True when the user hung up before the response, so that the ring is not shown.
    var isAbandoned = false
    /// The events that wait for a response, with their numbers.
    var waiting: [(event: CoordinatorEvent, number: Int?)] = []
}

extension Call {
    /// Records that a request to ring was sent.
    func beginRing() {
        ownRing.pending += 1
        ownRing.isAbandoned = false
    }

    /// Records that the user hung up, so that a ring whose response is pending is not shown.
    func abandonRing() { ownRing.isAbandoned = ownRing.pending > 0 }

    /// True while the response to a ring is pending and the user has not hung up.
    var isRingPending: Bool { ownRing.pending > 0 && !ownRing.isAbandoned }

    /// Records that a request to ring succeeded or failed. Then applies the events that waited for its response.
    func endRing() {
        ownRing.pending -= 1
        guard ownRing.pending == 0 else { return }
        ownRing.isAbandoned = false
        let waiting = ownRing.waiting
        ownRing.waiting = []
        for (event, number) in waiting where isHeld { client.changeRing(of: self, event, number) }
    }

    /// Shows the call as ringing, unless this user has joined it, is being rung by another user, or the ring is over.
    ///
    /// - Parameters:
    ///   - callees: The ids of the rung users; empty for all members.
    ///   - number: The number of the last event before the ring; nil when unknown.
    func showRing(of callees: [String], asOf number: Int?) {
        let me = client.me.id
        let isRung = client.state.ringing === self && stage == .idle && state.values.ringer != me
        guard !isRung else { return }
        let isContinued = isRinging(as: me)
        if !isContinued { ownRing.start = StreamPosition(stream: client.coordinator.streamNumber, number: number) }
        updateState { $0.rings(callees, as: me, isContinued: isContinued) }
        if stage == .accepted { endAcceptance() }
        // A joined call that is being rejected is at another stage.
        guard leaveError == nil, joined == nil, !ownRing.isAbandoned, !state.values.isOutgoingRingOver(me) else {
            return
        }
        client.ring(.outgoing(cid, timeout: state.values.settings?.ring.autoCancelTimeout ?? .zero))
    }

    // MARK: Rings of other users

    /// True when the coordinator lists this user's acceptance of the ring, from any device.
    var isAcceptedByUser: Bool { state.values.sessionSummary?.acceptedBy[client.me.id] != nil }

    /// Handles a ring by another user, which the state includes. An acceptance that the coordinator took before the ring
    /// answers an earlier ring only, so a finished one ends, and a pending one is sent again.
    ///
    /// - Parameter wasTaken: True when the event of a pending acceptance had arrived before. Events arrive in order.
    func wasRung(whenTaken wasTaken: Bool) {
        guard !isAcceptedByUser else { return }
        if stage == .accepted { endAcceptance() }
        if stage == .accepting, wasTaken { acceptAgain() }
    }

    /// Ends the acceptance of an earlier ring.
    private func endAcceptance() {
        acceptance = nil
        setStage(.idle)
    }

    /// Keeps the position of the response to an acceptance among the events.
    func noteAcceptance(_ response: CallChangeResponse) {
        acceptedAsOf = StreamPosition(stream: client.coordinator.streamNumber, number: response.asOf)
    }

    /// True for the number of an event that is older than this user's acceptance. It may have ended an earlier ring.
    private func precedesAcceptance(_ number: Int?) -> Bool {
        acceptedAsOf?.includes(number, ofStream: client.coordinator.streamNumber) ?? false
    }

    // MARK: Rings of this user

    /// True while an earlier ring of this user can still be answered.
    private func isRinging(as me: String) -> Bool {
        guard state.values.ringer == me else { return false }
        return client.state.ringing === self || stage == .joined && !state.values.isOutgoingRingOver(me)
    }

    /// Returns the change of the ring by an event that the state includes. Returns nil for an event that waits for a
    /// response, for one before this user's ring, and for an end before this user's acceptance or join.
    func ringChange(of event: CoordinatorEvent, _ number: Int?) -> RingChange? {
        guard let change = state.values.ringChange(of: event, for: client.me.id) else { return nil }
        if case .started = change { return change }
        if ownRing.pending > 0 {
            ownRing.waiting.append((event, number))
            return nil
        }
        if precedesRing(number) || change.endsRing && precedesAcceptance(number) { return nil }
        let isEnd = change == .ended || change == .blocked
        return isEnd && precedesJoin(number) ? nil : change
    }

    /// True for the number of an event that is older than this user's ring.
    private func precedesRing(_ number: Int?) -> Bool {
        guard state.values.ringer == client.me.id, let start = ownRing.start else { return false }
        return start.includes(number, ofStream: client.coordinator.streamNumber)
    }
}
