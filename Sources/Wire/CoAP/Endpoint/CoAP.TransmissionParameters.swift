extension CoAP {
    /// How messages are retransmitted and for how long they are remembered (RFC 7252 section 4.8).
    public struct TransmissionParameters: Hashable, Sendable {
        /// How long to wait for an acknowledgement at least, ACK_TIMEOUT.
        public var acknowledgementTimeout: Duration
        /// By how much that is stretched at random at most, ACK_RANDOM_FACTOR; less than 1 counts as 1.
        public var acknowledgementRandomFactor: Double
        /// How often a message is sent again, MAX_RETRANSMIT.
        public var maxRetransmit: Int
        /// How many interactions with one peer may be outstanding, NSTART; further requests wait for their turn.
        public var nStart: Int
        /// How long a datagram may be under way, MAX_LATENCY.
        public var maxLatency: Duration
        /// After how long an unanswered request is acknowledged without a response; stays below ACK_TIMEOUT, or clients
        /// retransmit in vain.
        public var acknowledgementDelay: Duration
        /// How long to wait for the response to an acknowledged or non-confirmable request; nil for EXCHANGE_LIFETIME.
        public var responseTimeout: Duration?
        /// The size of blocks; longer bodies of requests, and of responses as ``longestResponse`` says, are sent block-wise.
        public var blockSize: BlockSize

        /// Makes parameters; without arguments they are the defaults of RFC 7252 table 2.
        public init(
            acknowledgementTimeout: Duration = .seconds(2), acknowledgementRandomFactor: Double = 1.5,
            maxRetransmit: Int = 4, nStart: Int = 1, maxLatency: Duration = .seconds(100),
            acknowledgementDelay: Duration = .milliseconds(500), responseTimeout: Duration? = nil,
            blockSize: BlockSize = .bytes1024
        ) {
            self.acknowledgementTimeout = acknowledgementTimeout
            self.acknowledgementRandomFactor = acknowledgementRandomFactor
            self.maxRetransmit = maxRetransmit
            self.nStart = nStart
            self.maxLatency = maxLatency
            self.acknowledgementDelay = acknowledgementDelay
            self.responseTimeout = responseTimeout
            self.blockSize = blockSize
        }
    }
}

extension CoAP.TransmissionParameters {
    /// How many bytes a response's body has at most that goes in one message, where blocks are as large as can be.
    ///
    /// RFC 7252 section 4.6 has everybody count on packets of 1280 bytes. The headers of IPv6 and UDP take 48 of them, and
    /// what stands before the body of a response 32 at most. A block cannot be as long as that, and to fetch the few bytes
    /// behind the first one costs two messages. In a request, path and query need the room.
    public static let longestResponse = 1200

    /// How many bytes a response's body has at most that goes in one message.
    var longestResponse: Int { blockSize < .bytes1024 ? blockSize.byteCount : Self.longestResponse }
}

// RFC 7252 section 4.8.2 derives these from the parameters.
extension CoAP.TransmissionParameters {
    /// From the first to the last transmission of a message, MAX_TRANSMIT_SPAN; 45 s by default.
    public var maxTransmitSpan: Duration {
        longestTimeout * Double(Self.doublings(retransmissions) - 1)
    }

    /// From the first transmission to giving up, MAX_TRANSMIT_WAIT; 93 s by default.
    public var maxTransmitWait: Duration {
        longestTimeout * Double(Self.doublings(retransmissions + 1) - 1)
    }

    /// How long a node may take to answer a message, PROCESSING_DELAY.
    public var processingDelay: Duration { acknowledgementTimeout }

    /// From sending a message to its acknowledgement, MAX_RTT; 202 s by default.
    public var maxRTT: Duration { maxLatency * 2 + processingDelay }

    /// From sending a confirmable message until its ID may be used again, EXCHANGE_LIFETIME; 247 s by default.
    public var exchangeLifetime: Duration { maxTransmitSpan + maxRTT }

    /// From sending a non-confirmable message until its ID may be used again, NON_LIFETIME; 145 s by default.
    public var nonLifetime: Duration { maxTransmitSpan + maxLatency }

    /// MAX_RETRANSMIT within the bounds where doubling has a meaning.
    var retransmissions: Int { min(max(maxRetransmit, 0), 20) }

    private var factor: Double { max(acknowledgementRandomFactor, 1) }
    private var longestTimeout: Duration { acknowledgementTimeout * factor }

    private static func doublings(_ count: Int) -> Int { 1 << count }
}
