/// The condition that a join awaits after its SFU has accepted the client (`semantics.md` 1.2 step 3).
public enum JoinPolicy: String, CaseIterable, Hashable, Sendable {
    /// The join does not wait.
    case `default`
    /// The join waits for the media path, so that published media are received from the start. The limit is
    /// ``CallTimeouts/peerConnectionReadiness``. There is no wait without published tracks or without media.
    case peerConnectionReadinessAware
}
