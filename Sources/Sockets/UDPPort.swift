internal import CLinux
import Glibc
import Wire

/// One UDP port of the kernel's: binds, sends, reads, closes. It decides nothing.
@MainActor
final class UDPPort {
    /// A datagram in the kernel's hands; its bytes are gone with the next reading.
    struct Incoming {
        let from: SocketAddress
        let bytes: UnsafeBufferPointer<UInt8>
    }

    /// Asked for in full where the process may exceed the system's limit.
    nonisolated static let wantedBuffer: Int32 = 4 << 20

    /// The most datagrams that one reading brings.
    nonisolated static let batchSize = Int(CLX_UDP_BATCH)

    /// The errors that say that this host has no network.
    nonisolated static let noNetwork: Set<Int32> = [ENETUNREACH, EHOSTUNREACH, ENETDOWN]

    /// One for all sockets, since each reading is over before the next begins; nil only when memory is exhausted.
    private static let batch = clx_udp_batch_create()

    /// What was gathered to be sent at once; for all sockets likewise, since one of them gathers at a time.
    private static let gathered = clx_udp_batch_create()

    /// Raises the process's limit of descriptors as far as it may, the first time that it is asked for.
    private static let mayOpenMore = clx_udp_raise_limit() == 0

    let address: SocketAddress
    /// Negative once it is closed.
    private(set) var descriptor: Int32
    /// The receive buffer that the kernel granted, as it counts it.
    let buffer: Int

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

    /// How many datagrams the kernel has dropped for want of room; 0 where it does not say.
    var drops: Int { descriptor < 0 ? 0 : max(0, Int(clx_udp_drops(descriptor))) }

    /// Answers 0 or the kernel's error.
    func send(_ bytes: [UInt8], to destination: SocketAddress) -> Int32 {
        guard descriptor >= 0 else { return EBADF }
        return -clx_udp_send(descriptor, destination.host.value, destination.port, bytes, bytes.count)
    }

    /// Keeps a copy of a datagram that is to be sent, behind so many others; false when there is no room for it.
    static func gather(_ bytes: [UInt8], to destination: SocketAddress, behind count: Int) -> Bool {
        guard let gathered, count < batchSize, bytes.count <= Int(CLX_UDP_LONGEST) else { return false }
        clx_udp_batch_put(gathered, Int32(count), destination.host.value, destination.port, bytes, bytes.count)
        return true
    }

    /// Sends what was gathered. What the kernel refuses of it never arrives.
    func sendGathered(_ count: Int) {
        guard let gathered = Self.gathered, descriptor >= 0 else { return }
        _ = clx_udp_send_batch(descriptor, gathered, Int32(count))
    }

    /// Hands over what waits, in the order of arrival, and answers how many there were.
    ///
    /// `take` keeps what it needs and calls nobody: a reading within a reading would overwrite this one's bytes.
    @discardableResult
    func read(atMost limit: Int = batchSize, _ take: (Incoming) -> Void) -> Int {
        guard let batch = Self.batch, descriptor >= 0 else { return 0 }
        let count = max(0, clx_udp_receive(descriptor, batch, Int32(min(limit, Self.batchSize))))
        for index in 0..<count { take(Incoming(clx_udp_datagram(batch, index))) }
        return Int(count)
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
        bytes = UnsafeBufferPointer(start: datagram.bytes, count: datagram.count)
    }
}
