/// How long the parts of a call's life may take (`semantics.md` 1.6).
public struct CallTimeouts: Hashable, Sendable {
    /// The whole of a join, all attempts together.
    public var join: Duration
    /// The request that accepts a ring.
    public var accept: Duration
    /// The request that rejects a ring.
    public var reject: Duration
    /// How long a join waits for its interceptor; zero or less means not at all.
    public var joinInterception: Duration
    /// How long a join that waits for the way for media does so (`semantics.md` 4.2).
    public var peerConnectionReadiness: Duration

    /// The documented limits unless told otherwise: 30 s, 10 s, 10 s, 5 s and 5 s.
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
