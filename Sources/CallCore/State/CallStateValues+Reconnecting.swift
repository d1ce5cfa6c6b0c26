internal import Containers

extension CallStateValues {
    /// Hides this user's own entry while another stay, or the same one elsewhere, is asked for (`semantics.md` 4.6).
    public mutating func withdraw() {
        remove(sessionId)
    }

    /// Goes on with a stay; the one before it is over, and what is told late of it brings it back no more.
    public mutating func takeStay(_ stay: String) {
        guard stay != sessionId else { return }
        departed.insert((), for: sessionId)
        remove(sessionId)
        sessionId = stay
    }
}
