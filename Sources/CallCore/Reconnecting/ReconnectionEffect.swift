/// What a ``ReconnectionMachine`` wants done.
public enum ReconnectionEffect: Hashable, Sendable {
    /// Show this phase of the connection.
    case show(ConnectionPhase)
    /// Show this status of the connection.
    case tell(ReconnectionStatus)
    /// Take no notice any more of the SFU in use, and ask it nothing.
    case detach
    /// Find out whether the network is there, until told to stop.
    case probe
    /// Stop to find out.
    case stopProbing
    /// Set a timer, in place of the one that is set.
    case start(ReconnectionTimer, Duration)
    /// Stop a timer.
    case stop(ReconnectionTimer)
    /// Come back to the same stay on the same SFU.
    case fast(attempt: Int)
    /// Get a new stay from the coordinator, rather not on these SFUs.
    case rejoin(attempt: Int, reconnectAttempt: Int, avoiding: [String])
    /// Take the stay to another SFU than these; keep the old one until told otherwise.
    case migrate(attempt: Int, reconnectAttempt: Int, avoiding: [String])
    /// Stop the attempt that is under way.
    case abandon
    /// Let go of the SFU that a migration has left.
    case releaseOld
    /// Leave the call for this reason.
    case leave(reason: String)
    /// Leave the call because no network came back in time, or because of what the last attempt met after that time.
    case giveUp(noNetwork: Bool)
}
