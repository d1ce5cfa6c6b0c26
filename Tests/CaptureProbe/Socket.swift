import Glibc
import Wire

/// A bare UDP socket of the kernel's.
final class Socket {
    struct Failure: Error {
        let call: String
        let error: Int32
    }

    let address: SocketAddress
    private let descriptor: Int32
    private var scratch = [UInt8](repeating: 0, count: 2048)

    init(_ address: SocketAddress) throws {
        self.address = address
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_in(address)
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(call: "bind \(address)", error: errno) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8], to peer: SocketAddress) {
        var name = sockaddr_in(peer)
        let sent = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // A connection refused by an earlier datagram's target is reported here and does not send.
        precondition(sent == bytes.count, "sendto: \(errno)")
    }

    func receive() {
        precondition(recv(descriptor, &scratch, scratch.count, 0) >= 0, "recv: \(errno)")
    }
}

extension sockaddr_in {
    fileprivate init(_ address: SocketAddress) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = address.port.bigEndian
        sin_addr = in_addr(s_addr: address.host.value.bigEndian)
    }
}
