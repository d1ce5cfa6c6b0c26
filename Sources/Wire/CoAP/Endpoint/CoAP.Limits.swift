extension CoAP {
    /// What an endpoint holds at most, so that no peer can fill its memory.
    public struct Limits: Hashable, Sendable {
        /// The longest body that is put together from blocks, in bytes; longer requests are refused with 4.13.
        public var bodyBytes: Int
        /// How many requests of one peer may wait for a response; further ones are refused with 5.03.
        public var openRequestsPerPeer: Int
        /// How many requests of all peers may wait for a response; further ones are refused with 5.03.
        public var openRequests: Int
        /// How many observations one peer may have; further ones are answered but not registered.
        public var observersPerPeer: Int
        /// How many notifications may wait for one observer; an observer with more is lost.
        public var queuedNotifications: Int
        /// How many received messages are remembered to tell duplicates; the oldest are forgotten first.
        public var rememberedMessages: Int
        /// How many bytes of answers are kept for duplicates; the oldest are forgotten first.
        public var rememberedBytes: Int
        /// How many bytes of unfinished request bodies are kept, and as many of response bodies that are being fetched;
        /// what each takes besides its bytes counts too.
        public var blockwiseBytes: Int

        /// Makes limits; without arguments they suit a server with some thousand clients.
        public init(
            bodyBytes: Int = 1 << 20, openRequestsPerPeer: Int = 64, openRequests: Int = 65_536,
            observersPerPeer: Int = 64, queuedNotifications: Int = 4096, rememberedMessages: Int = 262_144,
            rememberedBytes: Int = 24 << 20,
            blockwiseBytes: Int = 24 << 20
        ) {
            self.bodyBytes = bodyBytes
            self.openRequestsPerPeer = openRequestsPerPeer
            self.openRequests = openRequests
            self.observersPerPeer = observersPerPeer
            self.queuedNotifications = queuedNotifications
            self.rememberedMessages = rememberedMessages
            self.rememberedBytes = rememberedBytes
            self.blockwiseBytes = blockwiseBytes
        }
    }
}
