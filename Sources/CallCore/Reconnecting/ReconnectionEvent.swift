public import Signaling

/// What can happen to a connection to a session.
public enum ReconnectionEvent: Hashable, Sendable {
    /// The first join succeeded.
    case entered(SFUEntry)
    /// The connection in use is of no use any more.
    case lost(ConnectionLoss)
    /// The network is gone: a datagram could not be sent, or the path's consent has expired.
    case pathLost
    /// The network is there: somebody answered.
    case pathBack
    /// The SFU told of an error and of what to do about it.
    case sfuError(ReconnectStrategy)
    /// The SFU in use has no place for this client any more, and tells what to do about it.
    case sfuFull(ReconnectStrategy)
    /// The SFU is about to go.
    case goAway
    /// The coordinator let the client in: the SFU is asked next.
    case admitted(attempt: Int)
    /// The SFU let the client in.
    case succeeded(attempt: Int, SFUEntry)
    /// An attempt came to nothing.
    case failed(attempt: Int, AttemptFailure)
    /// The new SFU has everything that the old one had.
    case migrationCompleted
    /// A timer that the machine had asked for has run out.
    case ranOut(ReconnectionTimer)
    /// The user leaves, or the call is over.
    case leave
}

/// What an SFU's answer to a join means for the next reconnection.
public struct SFUEntry: Hashable, Sendable {
    /// The SFU's name.
    public var sfu: String
    /// How long after a loss a client may come back to the same stay.
    public var fastReconnectDeadline: Duration

    /// Describes an entry.
    public init(sfu: String, fastReconnectDeadline: Duration) {
        self.sfu = sfu
        self.fastReconnectDeadline = fastReconnectDeadline
    }
}

/// How a connection to an SFU was lost (`semantics.md` 4.3).
public enum ConnectionLoss: String, CaseIterable, Hashable, Sendable {
    /// The SFU ended the event stream, or does not know it any more.
    case stream
    /// No health answer came for too long.
    case health
    /// The SFU says that it lost this client's signal.
    case signal
    /// The media path failed for good.
    case media
}

/// Why an attempt to come back came to nothing.
public enum AttemptFailure: Hashable, Sendable {
    /// Nobody answered.
    case unanswered
    /// It was refused for a reason that may pass.
    case refused
    /// The SFU does not know the stay any more.
    case stayGone
    /// The SFU of that name is full.
    case full(sfu: String)
    /// The call is over, or not for this user any more; the reason to leave with.
    case over(reason: String)
}

/// The timers of a reconnection; there is at most one of each.
public enum ReconnectionTimer: String, CaseIterable, Hashable, Sendable {
    /// ``ReconnectionLimits/disconnection`` since the loss.
    case disconnection
    /// ``ReconnectionLimits/debounce`` since somebody answered.
    case debounce
    /// ``ReconnectionLimits/attempt`` since a request, or the rest of the fast reconnect deadline.
    case attempt
    /// ``ReconnectionLimits/migrationCompletion`` since the new SFU let the client in.
    case migrationCompletion
    /// ``ReconnectionLimits/discretion`` since the loss.
    case discretion
}
