package import Wire

extension JournalEvent {
    /// A number of sent and received datagrams of one RTP stream between two addresses. A datagram with another fate
    /// has an entry of its own.
    package struct Datagrams: Hashable, Sendable {
        package let from: SocketAddress
        package let to: SocketAddress
        package let ssrc: UInt32
        package let numbers: ClosedRange<Int>?
        package let sent: Int
        package let received: Int
        package let delayed: Int
        package let byteCount: Int

        package init(
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
