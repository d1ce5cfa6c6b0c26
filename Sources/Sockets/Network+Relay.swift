import Chance
import Loop
package import Wire

// Packets between hosts whose sockets this process does not hold. A router reads them from one host and passes them to
// another; in between they pass the links of both.

extension Network {
    /// Carries a datagram over the links of two hosts, records each of its fates, and calls `deliver` with what arrives.
    ///
    /// - Parameter deliver: Returns false when the host does not take it.
    package func relay(
        _ bytes: [UInt8], from source: SocketAddress, to destination: SocketAddress,
        deliver: @escaping @MainActor ([UInt8]) -> Bool
    ) {
        ledger.sent += 1
        lastNumber += 1
        let datagram = WireDatagram(
            number: lastNumber, from: source, bytes: bytes, link: link(of: source.host))
        report(.sent, datagram, to: destination)
        let packet = RelayedPacket(
            byteCount: bytes.count, sender: link(of: source.host), receiver: link(of: destination.host), isCounted: true
        ) { [self] fate in
            finish(datagram, at: destination, fate, deliver)
        }
        transmit(packet)
    }

    /// Carries a packet that is not a UDP datagram, which the ledger does not count. Damaged ones are lost.
    ///
    /// - Parameter byteCount: The length behind a header of 28 bytes.
    package func relay(
        byteCount: Int, from source: HostAddress, to destination: HostAddress, deliver: @escaping @MainActor () -> Void
    ) {
        let packet = RelayedPacket(
            byteCount: byteCount, sender: link(of: source), receiver: link(of: destination), isCounted: false
        ) { fate in
            if case .arrived(uplink: .delivered, downlink: .delivered) = fate { deliver() }
        }
        transmit(packet)
    }

    /// Moves the link of a host along with it to another address.
    package func moveLink(of host: HostAddress, to next: HostAddress) {
        links[next] = links.removeValue(forKey: host)
    }

    // MARK: Links

    private func transmit(_ packet: RelayedPacket) {
        passLink(packet, packet.sender.up?.send(byteCount: packet.byteCount, at: loop.now)) { network, packet in
            network.passLink(packet, packet.receiver.down?.send(byteCount: packet.byteCount, at: network.loop.now)) {
                $0.receive($1)
            }
        }
    }

    /// Passes a packet and its duplicate over one link, which decided about them; nil for a perfect link.
    private func passLink(
        _ packet: RelayedPacket, _ departure: Departure?, to next: @escaping @MainActor (Network, RelayedPacket) -> Void
    ) {
        guard let departure else { return next(self, packet) }
        passLink(packet, departure.original, to: next)
        guard let duplicate = departure.double else { return }
        // The duplicate was never on the wire, so the ledger counts it as from outside.
        if packet.isCounted { ledger.fromOutside += 1 }
        passLink(packet, duplicate, to: next)
    }

    private func passLink(
        _ packet: RelayedPacket, _ copy: Departure.Copy, to next: @escaping @MainActor (Network, RelayedPacket) -> Void
    ) {
        switch copy {
        case .lost(let reason): packet.end(.lost(reason))
        case .sent(let instant) where instant <= loop.now: next(self, packet)
        case .sent(let instant):
            loop.schedule(at: instant, "a packet on its way") { [self] in next(self, packet) }
        }
    }

    private func receive(_ packet: RelayedPacket) {
        let (count, now) = (packet.byteCount, loop.now)
        let uplink = packet.sender.up?.receive(byteCount: count, at: now) ?? .delivered
        let downlink = packet.receiver.down?.receive(byteCount: count, at: now) ?? .delivered
        switch (uplink, downlink) {
        case (.lost(let reason), _), (_, .lost(let reason)): packet.end(.lost(reason))
        default: packet.end(.arrived(uplink: uplink, downlink: downlink))
        }
    }

    private func finish(
        _ datagram: WireDatagram, at destination: SocketAddress, _ fate: RelayedPacket.Fate,
        _ deliver: @MainActor ([UInt8]) -> Bool
    ) {
        switch fate {
        case .lost(let reason): settle(datagram, to: destination, .lost(reason))
        case .arrived where losses.effect(on: record(.sent, datagram, to: destination)) != nil:
            settle(datagram, to: destination, .lost(.chosen))
        case .arrived(let uplink, let downlink):
            let bytes = damaged(damaged(datagram.bytes, uplink, datagram, destination), downlink, datagram, destination)
            settle(datagram, to: destination, deliver(bytes) ? .received : .undeliverable)
        }
    }

    private func damaged(
        _ bytes: [UInt8], _ arrival: Arrival, _ datagram: WireDatagram, _ destination: SocketAddress
    ) -> [UInt8] {
        guard case .corrupted(let damage) = arrival else { return bytes }
        ledger.corrupted += 1
        report(.corrupted(damage), datagram, to: destination)
        return damage.done(to: bytes)
    }
}

/// A packet on the links of its sender and its receiver.
@MainActor
private struct RelayedPacket {
    /// The result of both links.
    enum Fate {
        case lost(LossReason)
        case arrived(uplink: Arrival, downlink: Arrival)
    }

    let byteCount: Int
    /// The links of sender and receiver.
    let sender: HostLink
    let receiver: HostLink
    /// True for a datagram, which the ledger counts.
    let isCounted: Bool
    let end: @MainActor (Fate) -> Void
}
