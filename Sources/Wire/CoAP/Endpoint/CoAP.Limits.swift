extension CoAP {
    /// The limits of an endpoint, so that no peer can fill its memory.
    public struct Limits: Hashable, Sendable {
        /// The longest body that is assembled from blocks, in bytes; longer requests are refused with 4.13.
        public var bodyBytes: Int
        /// The maximum number of pending requests of one peer; further ones are refused with 5.03.
        public var openRequestsPerPeer: Int
        /// The maximum number of pending requests of all peers; further ones are refused with 5.03.
        public var openRequests: Int
        /// The maximum number of observations of one peer; further requests are served but not registered.
        public var observersPerPeer: Int
        /// The maximum number of pending notifications to one observer; an observer that exceeds it is removed.
        public var queuedNotifications: Int
        /// The maximum number of received messages that are kept to detect duplicates; the oldest are removed first.
        public var rememberedMessages: Int
        /// The maximum bytes of responses that are kept for duplicates; the oldest are removed first.
        public var rememberedBytes: Int
        /// The maximum bytes of unfinished request bodies. The overhead of each body counts too.
        public var blockwiseBytes: Int
        /// The maximum bytes of response bodies that are being fetched, with the overhead of each.
        public var fetchedBytes: Int

        /// Creates limits; the defaults suit a server with some thousand clients.
        public init(
            bodyBytes: Int = 1 << 20, openRequestsPerPeer: Int = 64, openRequests: Int = 65_536,
            observersPerPeer: Int = 64, queuedNotifications: Int = 4096, rememberedMessages: Int = 262_144,
            rememberedBytes: Int = 24 << 20,
            blockwiseBytes: Int = 24 << 20, fetchedBytes: Int = 64 << 20
        ) {
            self.bodyBytes = bodyBytes
            self.openRequestsPerPeer = openRequestsPerPeer
            self.openRequests = openRequests
            self.observersPerPeer = observersPerPeer
            self.queuedNotifications = queuedNotifications
            self.rememberedMessages = rememberedMessages
            self.rememberedBytes = rememberedBytes
            self.blockwiseBytes = blockwiseBytes
            self.fetchedBytes = fetchedBytes
        }
    }
}
