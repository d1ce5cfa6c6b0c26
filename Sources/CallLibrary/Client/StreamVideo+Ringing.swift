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

    /// Returns the change of a ring that an event causes. A call that is no longer held may still be shown.
    func ringChange(of event: CoordinatorEvent, _ number: Int?, in known: Call?, _ cid: CallCid) -> RingChange? {
        if let known {
            let change = known.state.values.ringChange(of: event, for: me.id)
            let isEnd = change == .ended || change == .blocked
            return isEnd && known.precedesJoin(number) ? nil : change
        }
        var values = CallStateValues(callCid: cid)
        values.apply(event)
        return values.ringChange(of: event, for: me.id)
    }

    /// Creates the call of a ring that the client does not hold, or that still rejects an earlier ring.
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

    /// True when a call other than `cid` is active or joining.
    func isBusy(besides cid: CallCid) -> Bool {
        if let active = state.active, active.cid != cid { return true }
        for call in calls.values where call.stage == .joining && call.cid != cid { return true }
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
