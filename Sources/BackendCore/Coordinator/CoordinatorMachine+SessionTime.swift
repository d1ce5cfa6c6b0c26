import Signaling
import Timing

/// How long a session may last (`limits.max_duration_seconds` of the call's settings).
extension CoordinatorMachine {
    /// Begins the session's time with its first participant, or goes by the limit that the call has now.
    mutating func limitSession(_ cid: CallCid) {
        cancelSessionTimer(cid)
        calls[cid]?.session?.timerEndsAt = nil
        guard let limit = calls[cid]?.settings.limits.maxDuration, limit > .zero, let session = calls[cid]?.session,
            let start = session.startedAt, session.endedAt == nil
        else { return }
        let end = start.advanced(by: limit)
        calls[cid]?.session?.timerEndsAt = end
        let rest = max(.zero, date.duration(to: end))
        calls[cid]?.sessionTimer = timers.schedule(.session(cid, session.id), at: now.advanced(by: rest))
    }

    /// The session's time is up: everybody leaves it, and may begin another one.
    mutating func endSession(_ cid: CallCid, _ sessionId: String) {
        effects.append(.trace(.timer("max_duration of \(cid)")))
        guard let before = calls[cid], before.session?.id == sessionId, before.session?.endedAt == nil else { return }
        calls[cid]?.sessionTimer = nil
        endEgress(cid)
        calls[cid]?.session?.end(at: date)
        calls[cid]?.countEnd(at: date)
        cancelRingTimers(cid)
        if let edge = before.edge { effects.append(.order(edge: edge, .end(cid, .sessionEnded))) }
        guard let call = calls[cid] else { return }
        tellSessionEnded(call, sessionId, .awaited(butFor: nil))
    }

    /// Nothing is left to end.
    mutating func cancelSessionTimer(_ cid: CallCid) {
        if let timer = calls[cid]?.sessionTimer { timers.cancel(timer) }
        calls[cid]?.sessionTimer = nil
    }
}
