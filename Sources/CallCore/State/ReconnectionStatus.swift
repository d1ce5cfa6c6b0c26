/// The connection to a call as the documents show it (`semantics.md` section 0, rule 10).
public enum ReconnectionStatus: String, CaseIterable, Hashable, Sendable {
    /// All is well.
    case connected
    /// The connection was lost and is being mended.
    case reconnecting
    /// The call moves to another SFU.
    case migrating
    /// There is no connection.
    case disconnected
}

/// The connection to a call in full detail, beside ``ReconnectionStatus``.
public enum ConnectionPhase: String, CaseIterable, Hashable, Sendable {
    /// On the way into the call for the first time.
    case connecting
    /// In the call.
    case connected
    /// Waiting for a network.
    case offline
    /// Coming back to the same session.
    case fastReconnecting
    /// Coming back with a new session.
    case rejoining
    /// Moving to another SFU.
    case migrating
    /// Not in the call.
    case disconnected
}
