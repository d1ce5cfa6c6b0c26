internal import Containers

extension CallStateValues {
    /// Removes this user's own participant during a rejoin or migration (`semantics.md` 4.6).
    public mutating func withdraw() {
        remove(sessionId)
    }

    /// Continues with another session id. Late events of the earlier session do not restore it.
    public mutating func takeStay(_ stay: String) {
        guard stay != sessionId else { return }
        departed.insert((), for: sessionId)
        remove(sessionId)
        sessionId = stay
    }
}
