/// How a link is at a time, in one direction.
public struct LinkConditions: Hashable, Sendable {
    /// The time that a datagram waits before it gets onto the wire, on average.
    public var latency: Duration
    /// How much waits differ from ``latency``; what that measures, ``distribution`` says. A wait is never below zero.
    /// Datagrams that wait differently long may overtake one another.
    public var jitter: Duration
    /// How waits are spread around ``latency``.
    public var distribution = JitterDistribution.uniform
    /// The share of datagrams that are lost where they are received, from 0 to 1, each for itself.
    public var loss: Double
    /// Loss that comes in bursts, beside ``loss``.
    public var burst: BurstLoss?
    /// The share of datagrams that get onto the wire twice, from 0 to 1; the copy waits for itself.
    public var duplication = 0.0
    /// Datagrams that are held back, so that those behind overtake them.
    public var reordering: Reordering?
    /// Datagrams that are changed where they are received.
    public var corruption = Corruption.none
    /// How many bits a second get onto the wire, headers counted in; nil for any number.
    public var bandwidth: Int64?
    /// How many bytes wait for ``bandwidth`` at most, headers counted in; what does not fit is lost before the wire.
    public var queue = Self.usualQueue
    /// Whether all that is sent is lost where it would be received.
    public var isCut = false
    /// Whether there is no network: nothing gets onto the wire here, and nothing from the wire gets in.
    public var isOffline = false

    /// The queue of a link with limited bandwidth that says nothing else.
    public static let usualQueue: Int64 = 64 << 10

    /// A link that neither delays nor loses anything.
    public static let perfect = LinkConditions()

    /// Makes conditions; what is not given is perfect.
    public init(latency: Duration = .zero, jitter: Duration = .zero, loss: Double = 0) {
        self.latency = latency
        self.jitter = jitter
        self.loss = loss
    }
}

/// Loss in bursts, as Gilbert (1960) and Elliott (1963) describe it: a link that is now good, now bad.
///
/// A burst lasts `1 / end` datagrams on average, and `1 / start` datagrams lie between two of them.
public struct BurstLoss: Hashable, Sendable {
    /// The chance, with each datagram outside a burst, that a burst starts with it.
    public var start: Double
    /// The chance, with each datagram in a burst, that the burst is over before it.
    public var end: Double
    /// The share of datagrams that are lost in a burst.
    public var loss: Double

    /// Describes bursts.
    public init(start: Double, end: Double, loss: Double = 1) {
        self.start = start
        self.end = end
        self.loss = loss
    }
}

/// Datagrams that are held back.
public struct Reordering: Hashable, Sendable {
    /// The share of datagrams that are, from 0 to 1.
    public var share: Double
    /// How much longer they wait.
    public var delay: Duration

    /// How long a datagram is held back when nothing else is said.
    public static let usualDelay = Duration.milliseconds(10)

    /// Describes who is held back.
    public init(share: Double, delay: Duration = usualDelay) {
        self.share = share
        self.delay = delay
    }
}

/// The shares of datagrams that are changed, from 0 to 1; no datagram is changed in two ways.
public struct Corruption: Hashable, Sendable {
    /// Those in which one bit is turned over.
    public var bit: Double
    /// Those in which one byte becomes another one.
    public var byte: Double
    /// Those that lose their end.
    public var truncation: Double

    /// Nothing is changed.
    public static let none = Corruption()

    /// Describes what is changed.
    public init(bit: Double = 0, byte: Double = 0, truncation: Double = 0) {
        self.bit = bit
        self.byte = byte
        self.truncation = truncation
    }

    /// A share of datagrams, a third of them changed in each way.
    public init(share: Double) {
        self.init(bit: share / 3, byte: share / 3, truncation: share / 3)
    }
}
