public import Signaling

/// An event of a connection to a session.
public enum ReconnectionEvent: Hashable, Sendable {
    /// The first join succeeded.
    case entered(SFUEntry)
    /// The current connection is lost.
    case lost(ConnectionLoss)
    /// The network is lost: a datagram could not be sent, or the path's consent has expired.
    case pathLost
    /// The network works: a server responded.
    case pathBack
    /// The SFU reported an error with a strategy for reconnecting.
    case sfuError(ReconnectStrategy)
    /// The current SFU has no capacity left for this client, and reports a strategy.
    case sfuFull(ReconnectStrategy)
    /// The SFU is about to shut down.
    case goAway
    /// The coordinator accepted the client. The request to the SFU is next.
    case admitted(attempt: Int)
    /// The SFU accepted the client.
    case succeeded(attempt: Int, SFUEntry)
    /// An attempt failed.
    case failed(attempt: Int, AttemptFailure)
    /// The new SFU has every track of the old one.
    case migrationCompleted
    /// A timer of the machine fired.
    case ranOut(ReconnectionTimer)
    /// The user leaves, or the call has ended.
    case leave
}

/// The part of an SFU's join response that the next reconnect needs.
public struct SFUEntry: Hashable, Sendable {
    /// The SFU's name.
    public var sfu: String
    /// The time after a loss within which the client may reconnect to the same session.
    public var fastReconnectDeadline: Duration

    /// Creates an entry.
    public init(sfu: String, fastReconnectDeadline: Duration) {
        self.sfu = sfu
        self.fastReconnectDeadline = fastReconnectDeadline
    }
}

/// The kind of loss of a connection to an SFU (`semantics.md` 4.3).
public enum ConnectionLoss: String, CaseIterable, Hashable, Sendable {
    /// The SFU ended the event stream or has forgotten it.
    case stream
    /// No health response arrived within the time limit.
    case health
    /// The SFU reported the loss of this client's signal.
    case signal
    /// The media path failed permanently.
    case media
}

/// The reason for which an attempt failed.
public enum AttemptFailure: Hashable, Sendable {
    /// No response arrived.
    case unanswered
    /// A server refused with a transient error.
    case refused
    /// The SFU has forgotten the session.
    case sessionGone
    /// The SFU with the given name is full.
    case full(sfu: String)
    /// The call has ended, or this user may no longer join it. The reason is used for leaving.
    case over(reason: String)
}

/// The timers of a reconnect. At most one of each is set.
public enum ReconnectionTimer: String, CaseIterable, Hashable, Sendable {
    /// ``ReconnectionLimits/disconnection`` since the loss.
    case disconnection
    /// ``ReconnectionLimits/debounce`` since a response or a failed attempt.
    case debounce
    /// ``ReconnectionLimits/attempt`` since a request, or the rest of the fast reconnect deadline.
    case attempt
    /// ``ReconnectionLimits/migrationCompletion`` since the new SFU accepted the client.
    case migrationCompletion
    /// ``ReconnectionLimits/discretion`` since the loss.
    case discretion
}
