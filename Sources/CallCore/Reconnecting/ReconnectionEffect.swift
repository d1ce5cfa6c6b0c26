/// An action that a ``ReconnectionMachine`` requests of its owner.
public enum ReconnectionEffect: Hashable, Sendable {
    /// Show this phase of the connection.
    case show(ConnectionPhase)
    /// Show this status of the connection.
    case report(ReconnectionStatus)
    /// Ignore the current SFU and send it no further requests.
    case detach
    /// Probe for a network until `stopProbing`.
    case probe
    /// Stop probing for a network.
    case stopProbing
    /// Set a timer and replace an earlier one of its kind.
    case start(ReconnectionTimer, Duration)
    /// Stop a timer.
    case stop(ReconnectionTimer)
    /// Reconnect to the same session on the same SFU.
    case fast(attempt: Int)
    /// Request a new session from the coordinator, preferably not on the listed SFUs.
    case rejoin(attempt: Int, reconnectAttempt: Int, avoiding: [String])
    /// Move the session to an SFU that is not listed. Keep the old SFU until `releaseOld`.
    case migrate(attempt: Int, reconnectAttempt: Int, avoiding: [String])
    /// Stop the pending attempt.
    case abandon
    /// Release the SFU that a migration has left.
    case releaseOld
    /// Leave the call for the given reason.
    case leave(reason: String)
    /// Leave the call. The cause is a missing network, or else the error of an attempt after the time limit.
    case giveUp(noNetwork: Bool)
}
