package import Loop
package import Sockets
package import Wire

/// Connects the hosts of programs: each packet passes the links of its two hosts in the impaired network.
@MainActor
package final class Router {
    /// Called with each packet that is not a UDP datagram, before its links lose it.
    package var onOtherPacket: (@MainActor ([UInt8]) -> Void)?
    /// The packets that were dropped because they are not IPv4, such as neighbour discovery of IPv6.
    package private(set) var ignored = 0

    private let network: Network
    private let loop: EventLoop
    private var hosts: [HostAddress: ProgramHost] = [:]
    /// The router's own address, as the source of its ICMP messages.
    private let address: HostAddress

    package init(_ network: Network, loop: EventLoop, address: HostAddress) {
        self.network = network
        self.loop = loop
        self.address = address
    }

    /// Connects a host.
    package func add(_ host: ProgramHost) throws(LoopError) {
        hosts[host.address] = host
        try host.follow(on: loop) { [unowned self, unowned host] in route($0, from: host) }
    }

    /// Gives a host another address. Packets to the old one find no host.
    package func move(_ host: ProgramHost, to next: HostAddress) throws(ProgramHostError) {
        let before = host.address
        try host.move(to: next)
        hosts[before] = nil
        hosts[next] = host
    }

    private func route(_ bytes: [UInt8], from host: ProgramHost) {
        guard let packet = try? IPPacket(bytes) else {
            ignored += 1
            return
        }
        if let datagram = IPDatagram(packet) {
            relay(datagram, packet, from: host)
        } else {
            onOtherPacket?(packet.bytes)
            network.relay(
                byteCount: max(0, packet.payloadCount - 8), from: packet.source, to: packet.destination
            ) { [weak self] in
                _ = self?.deliver(packet.bytes, to: packet, from: host)
            }
        }
    }

    private func relay(_ datagram: IPDatagram, _ packet: IPPacket, from host: ProgramHost) {
        network.relay(datagram.payload, from: datagram.source, to: datagram.destination) { [weak self] payload in
            self?.deliver(datagram.packet(with: payload), to: packet, from: host) ?? false
        }
    }

    /// Forwards a packet. Without a destination, the sender receives ICMP "host unreachable".
    private func deliver(_ bytes: [UInt8], to packet: IPPacket, from host: ProgramHost) -> Bool {
        if let destination = hosts[packet.destination] { return destination.deliver(bytes) }
        if let answer = Unreachable.answer(to: packet, from: address) { _ = host.deliver(answer) }
        return false
    }

    package func close() {
        for host in hosts.values { host.close() }
        hosts = [:]
    }
}
