internal import Containers
internal import Signaling
internal import Timing

extension CallStateValues {
    /// Removes this user's own participant during a rejoin or migration (`semantics.md` 4.6).
    public mutating func withdraw() {
        remove(sessionId)
    }

    /// Continues with another session id. Late events of the earlier session do not restore it.
    public mutating func takeSession(_ newId: String) {
        guard newId != sessionId else { return }
        endOwnSession()
        remove(sessionId)
        sessionId = newId
    }

    /// Keeps all events of this user's session from restoring it. The id is never used again.
    mutating func endOwnSession() {
        guard !sessionId.isEmpty else { return }
        ended.insert(Timestamp(milliseconds: .max), for: sessionId)
    }

    /// True for a participant whose session has ended and has not been joined again.
    func hasEnded(_ participant: borrowing SFUParticipant) -> Bool {
        guard let lastJoin = ended[participant.sessionId] else { return false }
        return participant.joinedAt <= lastJoin
    }
}
