import Signaling
import Timing

/// The counts of a call's sessions.
extension CallRecord {
    /// Adds a participant to the session and counts it. Returns the session's id, and true when the participant is listed.
    func join(_ participant: SessionParticipant, listing limit: Int) -> (sessionId: String, isListed: Bool)? {
        guard let session else { return nil }
        let isListed = session.join(participant, listing: limit)
        if tallies.last?.sessionId != session.id {
            if tallies.count == SessionTally.maxCount { tallies.removeFirst() }
            tallies.append(SessionTally(session.id, at: participant.joinedAt))
        }
        tallies[tallies.count - 1].add(participant.user.id, present: session.userCount)
        return (session.id, isListed)
    }

    /// The index of the current session's counts; nil before its first participant and after its end.
    private var current: Int? {
        guard let last = tallies.last, last.endedAt == nil, last.sessionId == session?.id else { return nil }
        return tallies.count - 1
    }

    func countReaction() {
        if let current { tallies[current].reactions += 1 }
    }

    func countCustomEvent() {
        if let current { tallies[current].customEvents += 1 }
    }

    func countEnd(at date: Timestamp) {
        guard !tallies.isEmpty, tallies.last?.endedAt == nil else { return }
        tallies[tallies.count - 1].endedAt = date
    }

    /// Adds the media counts of a client in the current session, or in the last one.
    func countMedia(_ stats: SendStatsRequest) {
        guard let last = tallies.indices.last, tallies[last].sessionId == session?.id else { return }
        tallies[last].add(stats)
    }

    /// The reports of all sessions.
    func reports(at date: Timestamp) -> [CallStatsReportSummary] { tallies.map { $0.report(cid, at: date) } }
}
