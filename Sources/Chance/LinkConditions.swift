/// The properties of one direction of a link.
public struct LinkConditions: Hashable, Sendable {
    /// The mean delay of a datagram before it is sent.
    public var latency: Duration
    /// The spread of delays around ``latency``, measured as ``distribution`` defines. A delay is never negative.
    /// Datagrams with different delays may overtake one another.
    public var jitter: Duration
    /// The distribution of delays around ``latency``.
    public var distribution = JitterDistribution.uniform
    /// The probability that a datagram is lost at its receiver, independently of others.
    public var loss: Double
    /// Bursts of loss, in addition to ``loss``.
    public var burst: BurstLoss?
    /// The probability that a datagram is sent twice. The copy has a delay of its own.
    public var duplication = 0.0
    /// Datagrams that are held back, so that later ones overtake them.
    public var reordering: Reordering?
    /// Datagrams that are damaged at their receiver.
    public var corruption = Corruption.none
    /// The rate in bits per second, headers included; nil is unlimited.
    public var bandwidth: Int64?
    /// The most bytes that may wait for ``bandwidth``, headers included. A datagram that does not fit is lost before
    /// it is sent.
    public var queue = Self.defaultQueue
    /// True when every datagram is lost at its receiver.
    public var isCut = false
    /// True when there is no network: no datagram is sent from here or received here.
    public var isOffline = false

    /// The default queue of a link with limited bandwidth.
    public static let defaultQueue: Int64 = 64 << 10

    /// A link without delay and loss.
    public static let perfect = LinkConditions()

    /// Creates conditions; parameters that are omitted are perfect.
    public init(latency: Duration = .zero, jitter: Duration = .zero, loss: Double = 0) {
        self.latency = latency
        self.jitter = jitter
        self.loss = loss
    }
}

/// Loss in bursts, after Gilbert (1960) and Elliott (1963): the link alternates between a good and a bad state.
///
/// A burst lasts `1 / end` datagrams on average, with `1 / start` datagrams between two bursts.
public struct BurstLoss: Hashable, Sendable {
    /// The probability that a burst starts with a datagram.
    public var start: Double
    /// The probability that a burst ends before a datagram.
    public var end: Double
    /// The probability of loss within a burst.
    public var loss: Double

    /// Creates a model of bursts.
    public init(start: Double, end: Double, loss: Double = 1) {
        self.start = start
        self.end = end
        self.loss = loss
    }
}

/// A share of datagrams that is held back.
public struct Reordering: Hashable, Sendable {
    /// The probability that a datagram is held back.
    public var share: Double
    /// The additional delay.
    public var delay: Duration

    /// The default additional delay.
    public static let defaultDelay = Duration.milliseconds(10)

    /// Creates a model of reordering.
    public init(share: Double, delay: Duration = defaultDelay) {
        self.share = share
        self.delay = delay
    }
}

/// The probabilities of each kind of damage. A datagram is damaged in one way at most.
public struct Corruption: Hashable, Sendable {
    /// The probability of one flipped bit.
    public var bit: Double
    /// The probability of one changed byte.
    public var byte: Double
    /// The probability of a truncated end.
    public var truncation: Double
    /// True when a device on the way computes UDP's checksum anew, so that damaged datagrams arrive.
    public var arrives = false

    /// No damage.
    public static let none = Corruption()

    /// Creates probabilities of damage.
    public init(bit: Double = 0, byte: Double = 0, truncation: Double = 0) {
        self.bit = bit
        self.byte = byte
        self.truncation = truncation
    }

    /// Creates probabilities of one third of `share` each.
    public init(share: Double) {
        self.init(bit: share / 3, byte: share / 3, truncation: share / 3)
    }
}
