import Signaling
import Timing

/// The time limit of sessions (`limits.max_duration_seconds` of the call's settings).
extension CoordinatorMachine {
    /// Starts the timer of a session, or applies a changed limit.
    func limitSession(_ call: CallRecord) {
        cancelSessionTimer(call)
        call.session?.timerEndsAt = nil
        let limit = call.settings.limits.maxDuration
        guard limit > .zero, let session = call.session, let start = session.startedAt, session.endedAt == nil
        else { return }
        let end = start.advanced(by: limit)
        session.timerEndsAt = end
        let rest = max(.zero, date.duration(to: end))
        call.sessionTimer = timers.schedule(.session(call.cid, session.id), at: now.advanced(by: rest))
    }

    /// Ends a session at its limit. The call can begin another one, in which open rings continue.
    func endSession(_ cid: CallCid, _ sessionId: String) {
        trace(.timer("max_duration of \(cid)"))
        guard let call = calls[cid], let session = call.session, session.id == sessionId, session.endedAt == nil
        else { return }
        call.sessionTimer = nil
        endEgress(call)
        session.end(at: date)
        call.countEnd(at: date)
        order(.end(cid, .sessionEnded), in: call)
        notifySessionEnded(call)
    }

    func cancelSessionTimer(_ call: CallRecord) {
        if let timer = call.sessionTimer { timers.cancel(timer) }
        call.sessionTimer = nil
    }
}
