import Chance
internal import Containers
import Loop
import Timing
package import Wire

// Hosts of the network with sockets in other processes. Their datagrams pass the same links: those that they send are
// delayed, lost and damaged at the receiver, those sent to them before they leave.

extension Network {
    /// Treats a host as part of this network, although another process holds its sockets.
    package func admit(outsider host: HostAddress) {
        outsiders.insert(host)
        loop.pollKernelAlways()
    }

    /// A datagram of another process that is not recorded yet. Recording waits until the socket has been read.
    func unannounced(_ incoming: UDPPort.Incoming) -> WireDatagram {
        WireDatagram(number: 0, from: incoming.from, bytes: Array(incoming.bytes), link: nil, isUnannounced: true)
    }

    /// Numbers a datagram that another process sent, and records it as sent.
    func announce(_ datagram: WireDatagram, to destination: SocketAddress) -> WireDatagram {
        ledger.sent += 1
        lastNumber += 1
        let link = link(of: datagram.from.host)
        let known = WireDatagram(number: lastNumber, from: datagram.from, bytes: datagram.bytes, link: link)
        report(.sent, known, to: destination)
        return known
    }

    /// Records a datagram that another process sent, and applies the delays of its links.
    func recordUnannounced(_ datagram: WireDatagram, at socket: NetworkSocket) {
        let known = announce(datagram, to: socket.address)
        guard let departure = known.link?.up?.send(byteCount: known.bytes.count, at: loop.now) else {
            return downlink(known, socket)
        }
        carry(known, departure, socket) { $0.downlink($1, socket) }
    }

    /// Applies the link of the receiver's host.
    private func downlink(_ datagram: WireDatagram, _ socket: NetworkSocket) {
        let departure = socket.link.down?.send(byteCount: datagram.bytes.count, at: loop.now)
        guard let departure, departure.original != .lost(.offline) else { return socket.deliver(datagram) }
        carry(datagram, departure, socket) { _, datagram in socket.deliver(datagram) }
    }

    private func carry(
        _ datagram: WireDatagram, _ departure: Departure, _ socket: NetworkSocket,
        to next: @escaping @MainActor (Network, WireDatagram) -> Void
    ) {
        carry(datagram, departure.original, socket, to: next)
        guard let duplicate = departure.double else { return }
        // The duplicate was never on the wire, so the ledger counts it as from outside.
        ledger.fromOutside += 1
        carry(datagram, duplicate, socket, to: next)
    }

    private func carry(
        _ datagram: WireDatagram, _ copy: Departure.Copy, _ socket: NetworkSocket,
        to next: @escaping @MainActor (Network, WireDatagram) -> Void
    ) {
        switch copy {
        case .lost(let reason): settle(datagram, to: socket.address, .lost(reason))
        case .sent(let instant) where instant <= loop.now: next(self, datagram)
        case .sent(let instant):
            loop.schedule(at: instant, "a datagram on its way") { [self] in next(self, datagram) }
        }
    }

    /// Applies the receiver's losses and damage to a datagram for another process's host. Returns nil when it is
    /// lost.
    func survivors(of pending: PendingDatagram) -> [UInt8]? {
        let (count, now) = (pending.bytes.count, loop.now)
        let above = pending.socket.link.up?.receive(byteCount: count, at: now) ?? .delivered
        let below = link(of: pending.destination.host).down?.receive(byteCount: count, at: now) ?? .delivered
        let record = DatagramRecord(
            number: nil, time: now, from: pending.source, to: pending.destination, bytes: pending.bytes, fate: .sent)
        if losses.effect(on: record) != nil {
            withhold(pending, .chosen)
            return nil
        }
        var bytes = pending.bytes
        for arrival in [above, below] {
            switch arrival {
            case .delivered: continue
            case .lost(let reason):
                withhold(pending, reason)
                return nil
            case .corrupted(let damage): bytes = damage.done(to: bytes)
            }
        }
        if bytes != pending.bytes { ledger.corrupted += 1 }
        return bytes
    }
}
