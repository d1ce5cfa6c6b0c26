import Wire

/// What a socket sends while it takes in what has arrived, to be handed to the kernel at once: that spares it an eighth of
/// what a datagram costs.
@MainActor
struct Outbox {
    /// Whose datagrams are gathered.
    private(set) var owner: NetworkSocket?
    private var count = 0

    /// Gathers what the socket sends from now on.
    mutating func open(for socket: NetworkSocket) {
        flush()
        owner = socket
    }

    mutating func close() {
        flush()
        owner = nil
    }

    /// Takes a datagram, of which nobody will know whether the kernel refuses it; false when it has to be sent by itself.
    mutating func take(_ bytes: [UInt8], to destination: SocketAddress) -> Bool {
        guard UDPPort.gather(bytes, to: destination, behind: count) else { return false }
        count += 1
        if count == UDPPort.batchSize { flush() }
        return true
    }

    /// Puts onto the wire what was gathered.
    mutating func flush() {
        guard count > 0, let owner else { return }
        owner.port.sendGathered(count)
        count = 0
    }
}
