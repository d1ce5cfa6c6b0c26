/// The time limits of a call's operations (`semantics.md` 1.6).
public struct CallTimeouts: Hashable, Sendable {
    /// The limit of a join, including all attempts.
    public var join: Duration
    /// The limit of a request that accepts a ring.
    public var accept: Duration
    /// The limit of a request that rejects a ring.
    public var reject: Duration
    /// The limit of a join's interceptor; zero or less skips the wait.
    public var joinInterception: Duration
    /// The limit of a join's wait for the media path (`semantics.md` 4.2).
    public var peerConnectionReadiness: Duration

    /// Creates limits. The defaults are the documented 30 s, 10 s, 10 s, 5 s and 5 s.
    public init(
        join: Duration = .seconds(30), accept: Duration = .seconds(10), reject: Duration = .seconds(10),
        joinInterception: Duration = .seconds(5), peerConnectionReadiness: Duration = .seconds(5)
    ) {
        self.join = join
        self.accept = accept
        self.reject = reject
        self.joinInterception = joinInterception
        self.peerConnectionReadiness = peerConnectionReadiness
    }
}

/// The condition that a join awaits after its SFU has accepted the client (`semantics.md` 1.2 step 3).
public enum JoinPolicy: String, CaseIterable, Hashable, Sendable {
    /// The join does not wait.
    case `default`
    /// The join waits for the media path, so that published media are received from the start. The limit is
    /// ``CallTimeouts/peerConnectionReadiness``. There is no wait without published tracks or without media.
    case peerConnectionReadinessAware
}
