public import Wire

extension JournalEvent {
    /// A run of one RTP stream's datagrams on one way that met no other fate than to be sent and received; those that did
    /// are told one by one.
    public struct Datagrams: Hashable, Sendable {
        /// Where they come from.
        public let from: SocketAddress
        /// Where they go to.
        public let to: SocketAddress
        /// The synchronisation source of all of them.
        public let ssrc: UInt32
        /// The numbers of the first and of the last that went onto the wire; nil when none did.
        public let numbers: ClosedRange<Int>?
        /// How many went onto the wire.
        public let sent: Int
        /// How many their receiver read; some of them may be of the run before.
        public let received: Int
        /// How many had to wait before they went onto the wire.
        public let delayed: Int
        /// The length of the payloads of those that went onto the wire, altogether.
        public let byteCount: Int

        /// Makes the entry of a run.
        public init(
            from: SocketAddress, to: SocketAddress, ssrc: UInt32, numbers: ClosedRange<Int>?, sent: Int, received: Int,
            delayed: Int, byteCount: Int
        ) {
            self.from = from
            self.to = to
            self.ssrc = ssrc
            self.numbers = numbers
            self.sent = sent
            self.received = received
            self.delayed = delayed
            self.byteCount = byteCount
        }
    }
}
