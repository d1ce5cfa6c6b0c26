/// Reports a client's totals of sent and received packets. The last report counts.
public struct SendStatsRequest: Body {
    /// The id of the session.
    public var sessionId = ""
    /// The sent packets.
    public var publisher = PublisherStats()
    /// The received packets.
    public var subscriber = SubscriberStats()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
        try coder.field("publisher_stats", &publisher)
        try coder.field("subscriber_stats", &subscriber)
    }
}

/// The options for reports of statistics.
public struct StatsOptions: Body {
    /// True when the client sends reports to the SFU.
    public var isEnabled = true
    /// The interval between reports.
    public var reportingInterval = Duration.seconds(10)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("enable_rtc_stats", &isEnabled, whenAbsent: true)
        try coder.field("reporting_interval_ms", &reportingInterval, as: Milliseconds.self, whenAbsent: .seconds(10))
    }
}

/// The totals of the packets that a client has sent.
public struct PublisherStats: Body {
    /// The number of sent packets of all tracks.
    public var packetsSent = 0

    package init() {}

    /// Returns the sum of two statistics.
    package func adding(_ other: PublisherStats) -> PublisherStats {
        PublisherStats { $0.packetsSent = packetsSent.addingClamped(other.packetsSent) }
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("packets_sent", &packetsSent)
    }
}

/// The totals of the packets that a client has received.
public struct SubscriberStats: Body {
    /// The number of received packets of all tracks.
    public var packetsReceived = 0
    /// The number of lost packets.
    public var packetsLost = 0
    /// The maximum jitter of a track (RFC 3550 section 6.4.1).
    public var jitter = Duration.zero

    package init() {}

    /// Returns the sum of two statistics, with the larger jitter.
    package func adding(_ other: SubscriberStats) -> SubscriberStats {
        SubscriberStats {
            $0.packetsReceived = packetsReceived.addingClamped(other.packetsReceived)
            $0.packetsLost = packetsLost.addingClamped(other.packetsLost)
            $0.jitter = max(jitter, other.jitter)
        }
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("packets_received", &packetsReceived)
        try coder.field("packets_lost", &packetsLost)
        try coder.field("jitter_us", &jitter, as: Microseconds.self, whenAbsent: .zero)
    }
}

extension Int {
    /// Returns the sum of two counts, limited to the largest number.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
