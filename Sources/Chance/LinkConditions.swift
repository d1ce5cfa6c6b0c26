/// How a link is at a time, in one direction.
public struct LinkConditions: Hashable, Sendable {
    /// The time that a datagram waits before it gets onto the wire, on average.
    public var latency: Duration
    /// The most that a datagram's wait differs from ``latency``, either way and with equal chance for each length; a
    /// wait is never below zero. Datagrams that wait differently long may overtake one another.
    public var jitter: Duration
    /// The share of datagrams that are lost where they are received, from 0 to 1.
    public var loss: Double

    /// A link that neither delays nor loses anything.
    public static let perfect = LinkConditions()

    /// Makes conditions; what is not given is perfect.
    public init(latency: Duration = .zero, jitter: Duration = .zero, loss: Double = 0) {
        self.latency = latency
        self.jitter = jitter
        self.loss = loss
    }
}
