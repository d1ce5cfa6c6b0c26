import Wire

/// Tells what a stay has sent and received so far; the last word counts.
public struct SendStatsRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// What its client sent.
    public var publisher: PublisherStats
    /// What it received.
    public var subscriber: SubscriberStats

    /// Describes the request.
    public init(sessionId: String, publisher: PublisherStats, subscriber: SubscriberStats) {
        self.sessionId = sessionId
        self.publisher = publisher
        self.subscriber = subscriber
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            sessionId: try fields.name("session_id"), publisher: try fields.value("publisher_stats"),
            subscriber: try fields.value("subscriber_stats"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("publisher_stats", publisher)
        fields.set("subscriber_stats", subscriber)
    }
}

/// What a client has sent.
public struct PublisherStats: Body {
    /// Packets of all of its tracks.
    public var packetsSent: Int

    /// Describes it.
    public init(packetsSent: Int = 0) {
        self.packetsSent = packetsSent
    }

    /// Reads `packets_sent`.
    public init(_ fields: Fields) throws(BodyError) {
        packetsSent = try fields.count("packets_sent")
    }

    /// Writes `packets_sent`.
    public func write(to fields: inout FieldWriter) {
        fields.set("packets_sent", packetsSent)
    }
}

/// What a client has received.
public struct SubscriberStats: Body {
    /// Packets of all tracks of the others.
    public var packetsReceived: Int
    /// Packets that are missing.
    public var packetsLost: Int
    /// The greatest variation of the spacing of packets, in whole microseconds (RFC 3550 section 6.4.1).
    public var jitter: Duration

    /// Describes it.
    public init(packetsReceived: Int = 0, packetsLost: Int = 0, jitter: Duration = .zero) {
        self.packetsReceived = packetsReceived
        self.packetsLost = packetsLost
        self.jitter = jitter
    }

    /// Reads what was received.
    public init(_ fields: Fields) throws(BodyError) {
        let jitter = try fields.optionalCount("jitter_us") ?? 0
        guard jitter <= Self.longestJitter else {
            throw .badValue(field: fields.path(of: "jitter_us"), problem: "must be at most \(Self.longestJitter)")
        }
        self.init(
            packetsReceived: try fields.count("packets_received"), packetsLost: try fields.count("packets_lost"),
            jitter: .microseconds(jitter))
    }

    /// A day, in microseconds.
    private static let longestJitter = 86_400_000_000

    /// Writes what was received.
    public func write(to fields: inout FieldWriter) {
        fields.set("packets_received", packetsReceived)
        fields.set("packets_lost", packetsLost)
        let parts = jitter.components
        fields.set("jitter_us", parts.seconds &* 1_000_000 &+ parts.attoseconds / 1_000_000_000_000)
    }
}

extension PublisherStats {
    /// Both together.
    public func adding(_ other: PublisherStats) -> PublisherStats {
        PublisherStats(packetsSent: packetsSent.addingClamped(other.packetsSent))
    }
}

extension SubscriberStats {
    /// Both together; of the jitters the greater one.
    public func adding(_ other: SubscriberStats) -> SubscriberStats {
        SubscriberStats(
            packetsReceived: packetsReceived.addingClamped(other.packetsReceived),
            packetsLost: packetsLost.addingClamped(other.packetsLost), jitter: max(jitter, other.jitter))
    }
}

extension Int {
    /// The sum of two counts, or the greatest number there is.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
