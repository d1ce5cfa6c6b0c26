import CallCore
internal import Containers
import Signaling

/// The ringing call and the active call. Performs the effects of a ``RingMachine``.
extension StreamVideo {
    /// Handles an event of the machine, then updates the ringing call.
    func ring(_ event: RingMachine.Event) {
        for effect in rings.handle(event) { perform(effect) }
        showRinging()
    }

    /// Returns the change of a ring that an event causes. A call without an object at the client may still be shown.
    func ringChange(of event: CoordinatorEvent, _ number: Int?, in known: Call?, _ cid: CallCid) -> RingChange? {
        if let known { return known.ringChange(of: event, number) }
        var values = CallStateValues(callCid: cid)
        values.apply(event)
        return values.ringChange(of: event, for: me.id)
    }

    /// Applies an event to the ring of a call, after the event waited for the response to this user's ring.
    func changeRing(of call: Call, _ event: CoordinatorEvent, _ number: Int?) {
        guard let change = call.ringChange(of: event, number) else { return }
        changeRing(of: call.cid, change)
    }

    /// Applies a change of a call's ring that no event in delivery carries. Then notifies the observers.
    func changeRing(of cid: CallCid, _ change: RingChange) {
        ring(.changed(cid, change, isBusy: isBusy(besides: cid)))
        notify(.ring(cid, change))
    }

    /// Returns the change of a ring as observers receive it; nil for a new ring that the client refused or ignored.
    func shownChange(_ change: RingChange?, of cid: CallCid) -> RingChange? {
        guard case .started? = change, rings.ringing != cid else { return change }
        return nil
    }

    /// Creates the call of a new ring, unless the client has it. A call that still rejects an earlier ring is replaced.
    func holdCall(of cid: CallCid) {
        if let known = calls[cid], known.isRejecting, state.ringing !== known { forget(known) }
        _ = call(cid)
    }

    private func perform(_ effect: RingMachine.Effect) {
        switch effect {
        case .startTimer(let timeout, let number): startRingTimer(timeout, number)
        case .stopTimer: ringTimer.cancel()
        case .rejectBusy(let cid): rejectBusy(cid)
        }
    }

    private func startRingTimer(_ timeout: Duration, _ number: Int) {
        ringTimer.set(after: timeout, "end of the ring") { [weak self] in self?.ring(.ranOut(number)) }
    }

    private func rejectBusy(_ cid: CallCid) {
        let call = call(cid)
        environment.scheduler.enqueue { [environment] in
            call.reject(reason: RejectionReason.busy.text) { outcome in
                guard case .failure(let error) = outcome else { return }
                environment.trace(.mark(name: "call.busy.reject.failed", details: [("error", "\(error)")]))
            }
        }
    }

    private func showRinging() {
        let before = state.ringing
        guard before?.cid != rings.ringing else { return }
        let call = rings.ringing.map(call)
        state.ringingCall = call
        environment.trace(.property(name: "ringingCall", from: before?.cId ?? "none", to: call?.cId ?? "none"))
        notifyChange(.ringing(call))
    }

    /// True when a call other than `cid` is active or joining, or is about to ring by this user.
    func isBusy(besides cid: CallCid) -> Bool {
        if let active = state.active, active.cid != cid { return true }
        for call in calls.values where call.cid != cid && (call.stage == .joining || call.isRingPending) {
            return true
        }
        return false
    }

    func setActive(_ call: Call?) {
        let before = state.active
        guard before !== call else { return }
        state.activeCall = call
        environment.trace(.property(name: "activeCall", from: before?.cId ?? "none", to: call?.cId ?? "none"))
        notifyChange(.active(call))
        guard let call else { return }
        ring(.entered(call.cid))
        before?.leave(reason: "replaced by another call")
    }

    /// Ends the ring of a call for this client.
    func closeRing(of call: Call) {
        if state.ringing === call || state.active === call { ring(.closed(call.cid)) }
    }

    /// Ends the ring of a call that this user has answered in vain. A view model may show a ring that other code answers.
    func closeAnsweredRing(of call: Call) {
        let isRinging = state.ringing === call
        closeRing(of: call)
        if isRinging { notify(.ring(call.cid, .missed)) }
    }

    /// Updates the ring, the active call and the held calls after a leave.
    func callWasLeft(_ call: Call) {
        closeRing(of: call)
        if state.active === call { setActive(nil) }
        forget(call)
    }

    /// Updates the ring and the held calls after a rejection.
    func callWasRejected(_ call: Call) {
        closeRing(of: call)
        forget(call)
    }
}
