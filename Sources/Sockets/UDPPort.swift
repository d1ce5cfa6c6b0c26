internal import CLinux
import Glibc
import Wire

/// One UDP port of the kernel, with its system calls.
@MainActor
final class UDPPort {
    /// A datagram in the kernel's buffer.
    ///
    /// Sound: its bytes are read only during the call that delivers it, before the next read replaces them.
    struct Incoming {
        let from: SocketAddress
        let bytes: UnsafeBufferPointer<UInt8>
    }

    /// The requested receive buffer. The system's limit applies unless the process may exceed it.
    nonisolated static let wantedBuffer: Int32 = 4 << 20

    /// The most datagrams of one read.
    nonisolated static let batchSize = Int(CLX_UDP_BATCH)

    /// The most datagrams that are gathered to be joined.
    nonisolated static let gatherSize = Int(CLX_UDP_GATHERED)

    /// Errors that mean that this host has no network.
    nonisolated static let noNetwork: Set<Int32> = [ENETUNREACH, EHOSTUNREACH, ENETDOWN]

    /// The read buffer of all sockets, because reads never overlap; nil only when memory is exhausted.
    private static let batch = clx_udp_batch_create()

    /// The send buffer of all sockets, because one socket gathers at a time.
    private static let gathered = clx_udp_batch_create()

    /// Raises the process's limit of descriptors on first use.
    private static let mayOpenMore = clx_udp_raise_limit() == 0

    let address: SocketAddress
    /// Negative once closed.
    private(set) var descriptor: Int32
    /// The granted receive buffer, with the kernel's overhead.
    let buffer: Int
    /// The number of delayed datagrams that the port is to send.
    var waiting = 0
    /// True when the kernel may pass several datagrams of one sender as one packet.
    private(set) var takesJoined = false

    init(_ wanted: SocketAddress) throws(SocketError) {
        descriptor = clx_udp_open(wanted.host.value, wanted.port, Self.wantedBuffer)
        if descriptor == -EMFILE, Self.mayOpenMore {
            descriptor = clx_udp_open(wanted.host.value, wanted.port, Self.wantedBuffer)
        }
        guard descriptor >= 0 else { throw .unbindable(wanted, error: -descriptor) }
        let port = clx_udp_port(descriptor)
        address = SocketAddress(host: wanted.host, port: UInt16(truncatingIfNeeded: port))
        buffer = Int(clx_udp_buffer(descriptor))
        if port < 0 {
            close()
            throw .unbindable(wanted, error: -port)
        }
    }

    /// The number of datagrams that the kernel dropped, or 0 when it is unknown.
    var drops: Int { max(0, Int(clx_udp_drops(descriptor))) }

    /// Sends a datagram. Returns 0 or the kernel's error.
    func send(_ bytes: [UInt8], to destination: SocketAddress) -> Int32 {
        guard descriptor >= 0 else { return EBADF }
        return -clx_udp_send(descriptor, destination.host.value, destination.port, bytes, bytes.count)
    }

    /// Copies a datagram into the send buffer at index `count`. Returns false when there is no room.
    static func gather(_ bytes: [UInt8], to destination: SocketAddress, behind count: Int) -> Bool {
        guard let gathered, count < gatherSize, bytes.count <= Int(CLX_UDP_LONGEST) else { return false }
        clx_udp_batch_put(gathered, Int32(count), destination.host.value, destination.port, bytes, bytes.count)
        return true
    }

    /// Sends the gathered datagrams. Refused ones never arrive.
    func sendGathered(_ count: Int) {
        guard let gathered = Self.gathered, descriptor >= 0 else { return }
        _ = clx_udp_send_batch(descriptor, gathered, Int32(count))
    }

    /// Sends the gathered datagrams, those to one address joined as far as their lengths permit. Returns the number of
    /// those that were joined to others.
    func sendJoined(_ count: Int) -> Int {
        guard let gathered = Self.gathered, descriptor >= 0 else { return 0 }
        var joined: Int32 = 0
        _ = clx_udp_send_joined(descriptor, gathered, Int32(count), &joined)
        return Int(joined)
    }

    /// Lets the kernel pass several datagrams of one sender as one packet. An older kernel separates them before.
    func takeJoined() { takesJoined = clx_udp_take_joined(descriptor) == 0 }

    /// Reads up to `limit` packets. Returns true when there may be more of them.
    private func readJoined(atMost limit: Int, _ batch: OpaquePointer, _ take: (Incoming) -> Void) -> Bool {
        var packets: Int32 = 0
        let count = max(0, clx_udp_receive_joined(descriptor, batch, Int32(limit), &packets))
        for index in 0..<count { take(Incoming(clx_udp_joined_datagram(batch, index))) }
        return packets == limit
    }

    /// Reads up to `limit` packets with the datagrams in them. Returns true when there may be more.
    ///
    /// `take` must not read again, which would overwrite the bytes.
    func readPackets(atMost limit: Int, _ take: (Incoming) -> Void) -> Bool {
        let limit = min(limit, Self.batchSize)
        guard takesJoined else { return read(atMost: limit, take) == limit }
        guard let batch = Self.batch, descriptor >= 0 else { return false }
        return readJoined(atMost: limit, batch, take)
    }

    /// Reads datagrams in the order of arrival and returns their number. The port takes no joined ones.
    ///
    /// `take` must not read again, which would overwrite the bytes.
    @discardableResult
    func read(atMost limit: Int = batchSize, _ take: (Incoming) -> Void) -> Int {
        guard let batch = Self.batch, descriptor >= 0 else { return 0 }
        let count = max(0, clx_udp_receive(descriptor, batch, Int32(min(limit, Self.batchSize))))
        for index in 0..<count { take(Incoming(clx_udp_datagram(batch, index))) }
        return Int(count)
    }

    /// Drops the datagrams that the kernel holds.
    func discardReceived() {
        while readPackets(atMost: Self.batchSize, { _ in }) {}
    }

    func close() {
        guard descriptor >= 0 else { return }
        _ = Glibc.close(descriptor)
        descriptor = -1
    }
}

extension UDPPort.Incoming {
    fileprivate init(_ datagram: clx_udp_datagram) {
        from = SocketAddress(host: HostAddress(value: datagram.host), port: datagram.port)
        // Sound: the kernel wrote this number of bytes there.
        bytes = UnsafeBufferPointer(start: datagram.bytes, count: datagram.count)
    }
}
