import Signaling
import Timing

/// How long a session may last (`limits.max_duration_seconds` of the call's settings).
extension CoordinatorMachine {
    /// Begins the session's time with its first participant, or goes by the limit that the call has now.
    mutating func limitSession(_ cid: CallCid) {
        cancelSessionTimer(cid)
        calls.changeSession(of: cid) { $0.timerEndsAt = nil }
        let limit = calls.inPlace(cid) { $0.settings.limits.maxDuration } ?? .zero
        guard limit > .zero, let session = calls[cid]?.session, let start = session.startedAt, session.endedAt == nil
        else { return }
        let end = start.advanced(by: limit)
        calls.changeSession(of: cid) { $0.timerEndsAt = end }
        let rest = max(.zero, date.duration(to: end))
        calls[cid]?.sessionTimer = timers.schedule(.session(cid, session.id), at: now.advanced(by: rest))
    }

    /// The session's time is up: everybody leaves it, and may begin another one.
    mutating func endSession(_ cid: CallCid, _ sessionId: String) {
        trace(.timer("max_duration of \(cid)"))
        guard let before = calls[cid], before.session?.id == sessionId, before.session?.endedAt == nil else { return }
        calls[cid]?.sessionTimer = nil
        endEgress(cid)
        calls.changeSession(of: cid) { [date] in $0.end(at: date) }
        calls.inPlace(cid) { [date] in $0.countEnd(at: date) }
        cancelRingTimers(cid)
        if let edge = before.edge { effects.append(.order(edge: edge, .end(cid, .sessionEnded))) }
        tellSessionEnded(cid)
    }

    /// Nothing is left to end.
    mutating func cancelSessionTimer(_ cid: CallCid) {
        let timer = calls.inPlace(cid) { call in
            defer { call.sessionTimer = nil }
            return call.sessionTimer
        }
        if let timer { timers.cancel(timer) }
    }
}
