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
        let passage = Passage(
            byteCount: bytes.count, above: link(of: source.host), below: link(of: destination.host), isCounted: true
        ) { [self] fate in
            arrive(datagram, at: destination, fate, deliver)
        }
        carry(passage)
    }

    /// Carries a packet that is not a UDP datagram, which the ledger does not count. Damaged ones are lost.
    ///
    /// - Parameter byteCount: The length behind a header of 28 bytes.
    package func relay(
        byteCount: Int, from source: HostAddress, to destination: HostAddress, deliver: @escaping @MainActor () -> Void
    ) {
        let passage = Passage(
            byteCount: byteCount, above: link(of: source), below: link(of: destination), isCounted: false
        ) { fate in
            if case .arrived(above: .delivered, below: .delivered) = fate { deliver() }
        }
        carry(passage)
    }

    /// Moves the link of a host along with it to another address.
    package func moveLink(of host: HostAddress, to next: HostAddress) {
        links[next] = links.removeValue(forKey: host)
    }

    // MARK: The way

    private func carry(_ passage: Passage) {
        pass(passage, passage.above.up?.send(byteCount: passage.byteCount, at: loop.now)) { network, passage in
            network.pass(passage, passage.below.down?.send(byteCount: passage.byteCount, at: network.loop.now)) {
                $0.end($1)
            }
        }
    }

    /// One link; nil is a perfect one.
    private func pass(
        _ passage: Passage, _ departure: Departure?, to next: @escaping @MainActor (Network, Passage) -> Void
    ) {
        guard let departure else { return next(self, passage) }
        pass(passage, departure.original, to: next)
        guard let duplicate = departure.double else { return }
        // The duplicate was never on the wire, so the ledger counts it as from outside.
        if passage.isCounted { ledger.fromOutside += 1 }
        pass(passage, duplicate, to: next)
    }

    private func pass(
        _ passage: Passage, _ copy: Departure.Copy, to next: @escaping @MainActor (Network, Passage) -> Void
    ) {
        switch copy {
        case .lost(let reason): passage.end(.lost(reason))
        case .sent(let instant) where instant <= loop.now: next(self, passage)
        case .sent(let instant):
            loop.schedule(at: instant, "a packet on its way") { [self] in next(self, passage) }
        }
    }

    private func end(_ passage: Passage) {
        let (count, now) = (passage.byteCount, loop.now)
        let above = passage.above.up?.receive(byteCount: count, at: now) ?? .delivered
        let below = passage.below.down?.receive(byteCount: count, at: now) ?? .delivered
        switch (above, below) {
        case (.lost(let reason), _), (_, .lost(let reason)): passage.end(.lost(reason))
        default: passage.end(.arrived(above: above, below: below))
        }
    }

    private func arrive(
        _ datagram: WireDatagram, at destination: SocketAddress, _ fate: Passage.Fate,
        _ deliver: @MainActor ([UInt8]) -> Bool
    ) {
        switch fate {
        case .lost(let reason): settle(datagram, to: destination, .lost(reason))
        case .arrived where losses.effect(on: record(.sent, datagram, to: destination)) != nil:
            settle(datagram, to: destination, .lost(.chosen))
        case .arrived(let above, let below):
            let bytes = damaged(damaged(datagram.bytes, above, datagram, destination), below, datagram, destination)
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

/// The way of one packet from host to host.
@MainActor
private struct Passage {
    /// The end of the way.
    enum Fate {
        case lost(LossReason)
        case arrived(above: Arrival, below: Arrival)
    }

    let byteCount: Int
    /// The links of sender and receiver.
    let above: HostLink
    let below: HostLink
    /// True for a datagram, which the ledger counts.
    let isCounted: Bool
    let end: @MainActor (Fate) -> Void
}
