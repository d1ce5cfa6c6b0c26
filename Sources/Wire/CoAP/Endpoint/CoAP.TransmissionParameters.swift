extension CoAP {
    /// The retransmission parameters (RFC 7252 section 4.8).
    public struct TransmissionParameters: Hashable, Sendable {
        /// The shortest initial timeout of an acknowledgement, ACK_TIMEOUT.
        public var acknowledgementTimeout: Duration
        /// The maximum random factor of the initial timeout, ACK_RANDOM_FACTOR; values below 1 count as 1.
        public var acknowledgementRandomFactor: Double
        /// The maximum number of retransmissions, MAX_RETRANSMIT.
        public var maxRetransmit: Int
        /// The maximum number of outstanding interactions with one peer, NSTART; further requests are queued.
        public var nStart: Int
        /// The maximum time that a datagram takes, MAX_LATENCY.
        public var maxLatency: Duration
        /// The time after which a request without a response is acknowledged. It must be below ACK_TIMEOUT, or clients
        /// retransmit in vain.
        public var acknowledgementDelay: Duration
        /// The timeout of the response to an acknowledged or non-confirmable request; nil for EXCHANGE_LIFETIME.
        public var responseTimeout: Duration?
        /// The size of blocks; longer bodies are sent block-wise, with the exception of ``longestResponse``.
        public var blockSize: BlockSize

        /// Creates parameters; the defaults are those of RFC 7252 table 2.
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
    /// The longest response body that is sent in one message, with blocks of the maximum size; in bytes.
    ///
    /// RFC 7252 section 4.6 assumes packets of 1280 bytes. The headers of IPv6 and UDP take 48 bytes, and a response
    /// before its body at most 32. Cutting such a body into blocks would cost two more messages for a few bytes. In a
    /// request, path and query need the space.
    public static let longestResponse = 1200

    /// The longest response body that is sent in one message, in bytes.
    var longestResponse: Int { blockSize < .bytes1024 ? blockSize.byteCount : Self.longestResponse }
}

// Derived values of RFC 7252 section 4.8.2.
extension CoAP.TransmissionParameters {
    /// The time from the first to the last transmission of a message, MAX_TRANSMIT_SPAN; 45 s by default.
    public var maxTransmitSpan: Duration {
        longestTimeout * Double(Self.doublings(retransmissions) - 1)
    }

    /// The time from the first transmission to giving up, MAX_TRANSMIT_WAIT; 93 s by default.
    public var maxTransmitWait: Duration {
        longestTimeout * Double(Self.doublings(retransmissions + 1) - 1)
    }

    /// The time that a node may take to respond to a message, PROCESSING_DELAY.
    public var processingDelay: Duration { acknowledgementTimeout }

    /// The time from sending a message to its acknowledgement, MAX_RTT; 202 s by default.
    public var maxRTT: Duration { maxLatency * 2 + processingDelay }

    /// The time until a confirmable message's ID may be reused, EXCHANGE_LIFETIME; 247 s by default.
    public var exchangeLifetime: Duration { maxTransmitSpan + maxRTT }

    /// The time until a non-confirmable message's ID may be reused, NON_LIFETIME; 145 s by default.
    public var nonLifetime: Duration { maxTransmitSpan + maxLatency }

    /// MAX_RETRANSMIT, limited to the range where doubling is meaningful.
    var retransmissions: Int { min(max(maxRetransmit, 0), 20) }

    private var factor: Double { max(acknowledgementRandomFactor, 1) }
    private var longestTimeout: Duration { acknowledgementTimeout * factor }

    private static func doublings(_ count: Int) -> Int { 1 << count }
}
