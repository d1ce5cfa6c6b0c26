/// What a join waits for once its SFU has let the client in (`semantics.md` 1.2 step 3).
public enum JoinPolicy: String, CaseIterable, Hashable, Sendable {
    /// Nothing: it goes on at once.
    case `default`
    /// The way for media, so that what the user publishes is heard from the first word on. It waits no longer than
    /// ``CallTimeouts/peerConnectionReadiness``, and not at all when nothing is published or the client has no media.
    case peerConnectionReadinessAware
}
