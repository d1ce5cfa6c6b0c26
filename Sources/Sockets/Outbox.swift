import Wire

/// The datagrams that a socket sends while it is being read. One system call sends them, which saves an eighth of the
/// cost of a datagram.
@MainActor
struct Outbox {
    /// The socket that is being read.
    private(set) var owner: NetworkSocket?
    private var count = 0
    /// True when datagrams to one address are joined. A capture then shows long packets in place of datagrams.
    var joins = false
    /// The number of datagrams that were joined to others.
    private(set) var joined = 0

    /// Starts to gather the datagrams of a socket.
    mutating func open(for socket: NetworkSocket) {
        flush()
        owner = socket
    }

    mutating func close() {
        flush()
        owner = nil
    }

    /// Gathers a datagram. Returns false when it must be sent by itself. The kernel's refusal of a gathered one is
    /// not reported.
    mutating func take(_ bytes: [UInt8], to destination: SocketAddress) -> Bool {
        guard UDPPort.gather(bytes, to: destination, behind: count) else { return false }
        count += 1
        if count == (joins ? UDPPort.gatherSize : UDPPort.batchSize) { flush() }
        return true
    }

    /// Sends the gathered datagrams.
    mutating func flush() {
        guard count > 0, let owner else { return }
        if joins { joined += owner.port.sendJoined(count) } else { owner.port.sendGathered(count) }
        count = 0
    }
}
