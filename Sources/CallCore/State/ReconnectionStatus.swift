/// The documented status of the connection to a call (`semantics.md` section 0, rule 10).
public enum ReconnectionStatus: String, CaseIterable, Hashable, Sendable {
    /// The connection works.
    case connected
    /// The connection was lost, and the client reconnects.
    case reconnecting
    /// The call moves to another SFU.
    case migrating
    /// The client has no connection.
    case disconnected
}

/// The detailed state of the connection to a call, beside ``ReconnectionStatus``.
public enum ConnectionPhase: String, CaseIterable, Hashable, Sendable {
    /// The client joins the call for the first time.
    case connecting
    /// The client has joined the call.
    case connected
    /// The client waits for a network.
    case offline
    /// The client reconnects to the same session.
    case fastReconnecting
    /// The client requests a new session.
    case rejoining
    /// The client moves to another SFU.
    case migrating
    /// The client is not in the call.
    case disconnected
}
