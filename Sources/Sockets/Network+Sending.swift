import Chance
internal import Containers
import Loop
import Timing
import Wire

// From a socket to the wire: the uplink of the sender's host, the downlink of the receiver's host, then the kernel.

extension Network {
    /// Sends a datagram at the time that was chosen for it.
    func submit(_ pending: PendingDatagram) {
        let record = DatagramRecord(
            number: nil, time: loop.now, from: pending.source, to: pending.destination, bytes: pending.bytes,
            fate: .sent)
        switch times.effect(on: record) {
        case nil: uplink(pending)
        case .later(let time): forward(pending, .sent(at: loop.now.advanced(by: time))) { $0.uplink($1) }
        case .again(let time):
            uplink(pending)
            var copy = pending
            copy.isDuplicate = true
            forward(copy, .sent(at: loop.now.advanced(by: time))) { $0.uplink($1) }
        }
    }

    /// Applies the link of the sender's host.
    func uplink(_ pending: PendingDatagram) {
        guard let departure = pending.socket.link.up?.send(byteCount: pending.bytes.count, at: loop.now) else {
            return downlink(pending)
        }
        forward(pending, departure) { $0.downlink($1) }
        if departure.original == .lost(.offline) { pending.socket.onUnsendable?() }
    }

    /// Applies the link of the receiver's host.
    private func downlink(_ pending: PendingDatagram) {
        let destination = pending.destination
        let receiver = sockets[destination]
        let departure =
            if let receiver {
                receiver.link.down?.send(byteCount: pending.bytes.count, at: loop.now)
            } else {
                links[destination.host]?.down?.send(byteCount: pending.bytes.count, at: loop.now)
            }
        // The sender cannot see that the receiver is offline, so the datagram is still sent and captured.
        guard let departure, departure.original != .lost(.offline) else { return transmit(pending, to: receiver) }
        forward(pending, departure) { $0.transmit($1, to: $0.sockets[$1.destination]) }
    }

    private func forward(
        _ pending: PendingDatagram, _ departure: Departure,
        to next: @escaping @MainActor (Network, PendingDatagram) -> Void
    ) {
        forward(pending, departure.original, to: next)
        guard let duplicate = departure.double else { return }
        var copy = pending
        copy.isDuplicate = true
        forward(copy, duplicate, to: next)
    }

    private func forward(
        _ pending: PendingDatagram, _ copy: Departure.Copy,
        to next: @escaping @MainActor (Network, PendingDatagram) -> Void
    ) {
        switch copy {
        case .lost(let reason): withhold(pending, reason)
        case .sent(let instant) where instant <= loop.now: next(self, pending)
        case .sent(let instant):
            report(.delayed(until: instant), nil, pending.bytes, from: pending.source, to: pending.destination)
            pending.port.waiting += 1
            lastDelivery = max(lastDelivery, instant)
            loop.schedule(at: instant, "a datagram on its way") { [self] in
                next(self, pending)
                pending.port.waiting -= 1
                if pending.port.waiting == 0 { endLingering(pending.port) }
            }
        }
    }

    /// Records a datagram that is not sent.
    func withhold(_ pending: PendingDatagram, _ reason: LossReason) {
        ledger.withheld += 1
        report(.lost(reason), nil, pending.bytes, from: pending.source, to: pending.destination)
    }

    private func transmit(_ pending: PendingDatagram, to receiver: NetworkSocket?) {
        // The losses of a receiver in another process must apply before sending.
        guard outsiders.contains(pending.destination.host) else { return sendNumbered(pending, to: receiver) }
        guard let bytes = survivors(of: pending) else { return }
        var survivor = pending
        survivor.bytes = bytes
        sendNumbered(survivor, to: receiver)
    }

    /// Sends a datagram and records it.
    private func sendNumbered(_ pending: PendingDatagram, to receiver: NetworkSocket?) {
        let (bytes, destination) = (pending.bytes, pending.destination)
        guard sendToKernel(pending, to: receiver) else {
            ledger.refused += 1
            return report(.undeliverable, nil, bytes, from: pending.source, to: destination)
        }
        ledger.sent += 1
        lastNumber += 1
        let datagram = WireDatagram(
            number: lastNumber, from: pending.source, bytes: bytes, link: pending.socket.link)
        report(.sent, datagram, to: destination)
        if pending.isDuplicate {
            ledger.duplicated += 1
            report(.duplicated, datagram, to: destination)
        }
        if let receiver {
            receiver.expect(datagram)
        } else {
            settle(datagram, to: destination, outsiders.contains(destination.host) ? .received : .undeliverable)
        }
    }

    /// Passes a datagram to the kernel. Returns false when it is refused.
    private func sendToKernel(_ pending: PendingDatagram, to receiver: NetworkSocket?) -> Bool {
        // The kernel does not refuse a datagram for a socket of the network. If it did, the datagram would be missed
        // there.
        if receiver != nil, pending.port === outbox.owner?.port, outbox.take(pending.bytes, to: pending.destination) {
            return true
        }
        outbox.flush()
        return pending.port.send(pending.bytes, to: pending.destination) == 0
    }
}
