internal import CLinux
import Glibc
import Loop
package import Wire

/// A host with a network namespace of its own, whose only way out is a TUN interface that this process reads.
@MainActor
package final class ProgramHost {
    package private(set) var address: HostAddress
    /// The namespace, for processes that enter it.
    package let network: Int32
    private let device: Int32
    private var watch: (loop: EventLoop, id: WatchID)?
    /// The most packets of one turn, so that one host does not starve the others.
    private static let maxConcurrent = 64
    private static let widest = 65_536
    /// The bytes of the packet that is being read, for all hosts.
    private static var buffer = [UInt8](repeating: 0, count: widest)

    /// Creates the host, which is gone after ``close()``.
    package init(_ address: HostAddress) throws(ProgramHostError) {
        let host = clx_host_open(address.value)
        guard host.step == Int32(CLX_HOST_READY.rawValue) else {
            throw ProgramHostError(step: Int(host.step), error: host.error)
        }
        self.address = address
        (device, network) = (host.device, host.network)
    }

    /// Calls `onPacket` with each packet that the host sends.
    func follow(on loop: EventLoop, onPacket: @escaping @MainActor ([UInt8]) -> Void) throws(LoopError) {
        let id = try loop.watch(descriptor: device) { [unowned self] in
            for _ in 0..<Self.maxConcurrent {
                guard watch != nil, let packet = read() else { return }
                onPacket(packet)
            }
        }
        watch = (loop, id)
    }

    private func read() -> [UInt8]? {
        let count = Int(clx_host_read(device, &Self.buffer, Self.widest))
        return count > 0 ? Array(Self.buffer[..<min(count, Self.widest)]) : nil
    }

    /// Passes a packet to the host. Returns false when its interface is gone or full.
    func deliver(_ packet: [UInt8]) -> Bool {
        watch != nil && clx_host_write(device, packet, packet.count) == 0
    }

    /// Gives the host another address.
    package func move(to next: HostAddress) throws(ProgramHostError) {
        let result = clx_host_move(network, next.value)
        guard result == 0 else { throw ProgramHostError(step: Int(CLX_HOST_ADDRESS.rawValue), error: -result) }
        address = next
    }

    /// Opens a UDP socket of the host, between one port of its address and of another host's. The caller closes it.
    package func socket(to peer: HostAddress, port: UInt16) throws(ProgramHostError) -> Int32 {
        let descriptor = clx_host_socket(network, address.value, peer.value, port)
        guard descriptor >= 0 else {
            throw ProgramHostError(step: Int(CLX_HOST_ADDRESS.rawValue), error: -descriptor)
        }
        return descriptor
    }

    package func close() {
        if let watch { watch.loop.unwatch(watch.id) }
        watch = nil
        _ = Glibc.close(device)
        _ = Glibc.close(network)
    }
}

/// The reason for which a host could not be created, with the remedy.
package struct ProgramHostError: Error, Hashable, CustomStringConvertible {
    package let step: Int
    package let error: Int32

    package var description: String {
        let action = Self.actions[step] ?? "step \(step)"
        let reason = strerror(error).map { String(cString: $0) } ?? "error \(error)"
        return "\(action): \(reason)\(advice)"
    }

    private static let actions = [
        Int(CLX_HOST_NETWORK.rawValue): "a network namespace cannot be created",
        Int(CLX_HOST_LOOPBACK.rawValue): "the loopback interface cannot be brought up",
        Int(CLX_HOST_DEVICE.rawValue): "/dev/net/tun cannot be opened",
        Int(CLX_HOST_INTERFACE.rawValue): "a TUN interface cannot be created",
        Int(CLX_HOST_ADDRESS.rawValue): "the TUN interface cannot be given an address",
        Int(CLX_HOST_ROUTE.rawValue): "the TUN interface cannot be given a route",
        Int(CLX_HOST_RETURN.rawValue): "the harness cannot return to its own network",
    ]

    private var advice: String {
        switch (step, error) {
        case (Int(CLX_HOST_DEVICE.rawValue), ENOENT):
            "; `modprobe tun` loads it, a container needs `--device /dev/net/tun`"
        case (Int(CLX_HOST_DEVICE.rawValue), EACCES), (Int(CLX_HOST_DEVICE.rawValue), EPERM):
            "; `sudo chmod 666 /dev/net/tun` permits it to all users"
        case (Int(CLX_HOST_NETWORK.rawValue), EPERM):
            "; a container needs `--cap-add SYS_ADMIN`, other systems `sysctl kernel.unprivileged_userns_clone=1`"
        default: ""
        }
    }
}
