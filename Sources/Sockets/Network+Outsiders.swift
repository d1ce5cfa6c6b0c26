import Chance
import Loop
import Timing
public import Wire

// Hosts of the network whose sockets other processes hold. Their datagrams pass the same links, with what the harness can
// do to them: what they send is delayed, lost and damaged where it is received, what is sent to them before the wire.

extension Network {
    /// Counts what comes from a host, and goes there, as sent in this network, although another process holds the sockets.
    public func admit(outsider host: HostAddress) {
        outsiders.insert(host)
        loop.askKernelAlways()
    }

    /// A datagram of another process, as long as nobody was told of it: that must wait until the reading is over.
    func unannounced(_ incoming: UDPPort.Incoming) -> WireDatagram {
        WireDatagram(number: 0, from: incoming.from, bytes: Array(incoming.bytes), link: nil, isUnannounced: true)
    }

    /// Another process has sent a datagram to the socket: it is on the wire, and now waits as long as it would have before.
    func welcome(_ datagram: WireDatagram, at socket: NetworkSocket) {
        ledger.sent += 1
        lastNumber += 1
        let link = link(of: datagram.from.host)
        let known = WireDatagram(number: lastNumber, from: datagram.from, bytes: datagram.bytes, link: link)
        tell(.sent, known, to: socket.address)
        guard let departure = link.up?.send(byteCount: known.bytes.count, at: loop.now) else {
            return approach(known, socket)
        }
        carry(known, departure, socket) { $0.approach($1, socket) }
    }

    /// A datagram of another process comes to the link of its receiver.
    private func approach(_ datagram: WireDatagram, _ socket: NetworkSocket) {
        let departure = socket.link.down?.send(byteCount: datagram.bytes.count, at: loop.now)
        guard let departure, departure.original != .lost(.offline) else { return socket.hand(datagram) }
        carry(datagram, departure, socket) { _, datagram in socket.hand(datagram) }
    }

    private func carry(
        _ datagram: WireDatagram, _ departure: Departure, _ socket: NetworkSocket,
        to next: @escaping @MainActor (Network, WireDatagram) -> Void
    ) {
        carry(datagram, departure.original, socket, to: next)
        guard let double = departure.double else { return }
        // The second copy never was on the wire; for the books it came from outside.
        ledger.fromOutside += 1
        carry(datagram, double, socket, to: next)
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

    /// What is left of a datagram to another process's host after what would be done to it where it is received; nil when
    /// nothing is.
    func survivors(of parcel: Parcel) -> [UInt8]? {
        let (count, now) = (parcel.bytes.count, loop.now)
        let above = parcel.socket.link.up?.receive(byteCount: count, at: now) ?? .delivered
        let below = link(of: parcel.destination.host).down?.receive(byteCount: count, at: now) ?? .delivered
        let record = DatagramRecord(
            number: nil, time: now, from: parcel.socket.address, to: parcel.destination, bytes: parcel.bytes,
            fate: .sent)
        if choices.isLost(record) {
            withhold(parcel, .chosen)
            return nil
        }
        var bytes = parcel.bytes
        for arrival in [above, below] {
            switch arrival {
            case .delivered: continue
            case .lost(let reason):
                withhold(parcel, reason)
                return nil
            case .corrupted(let damage): bytes = damage.done(to: bytes)
            }
        }
        if bytes != parcel.bytes { ledger.corrupted += 1 }
        return bytes
    }

    private func withhold(_ parcel: Parcel, _ reason: LossReason) {
        ledger.withheld += 1
        tell(.lost(reason), nil, parcel.bytes, from: parcel.socket.address, to: parcel.destination)
    }
}
