import Chance
internal import Containers
import Loop
import Timing
import Wire

// From a socket to the wire: the uplink of the sender's host, the downlink of the receiver's host, then the kernel.

extension Network {
    /// Sends a datagram at the time that was chosen for it.
    func submit(_ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress) {
        let record = DatagramRecord(
            number: nil, time: loop.now, from: socket.address, to: destination, bytes: bytes, fate: .sent)
        let pending = PendingDatagram(bytes: bytes, socket: socket, destination: destination)
        switch times.effect(on: record) {
        case nil: uplink(bytes, from: socket, to: destination)
        case .later(let time):
            forward(pending, .sent(at: loop.now.advanced(by: time))) {
                $0.uplink($1.bytes, from: $1.socket, to: $1.destination)
            }
        case .again(let time):
            uplink(bytes, from: socket, to: destination)
            forward(pending, .sent(at: loop.now.advanced(by: time))) {
                $0.uplink($1.bytes, from: $1.socket, to: $1.destination, isDuplicate: true)
            }
        }
    }

    /// Applies the link of the sender's host.
    func uplink(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, isDuplicate: Bool = false
    ) {
        guard let departure = socket.link.up?.send(byteCount: bytes.count, at: loop.now) else {
            return downlink(bytes, from: socket, to: destination, isDuplicate: isDuplicate)
        }
        let pending = PendingDatagram(bytes: bytes, socket: socket, destination: destination, isDuplicate: isDuplicate)
        forward(pending, departure) {
            $0.downlink($1.bytes, from: $1.socket, to: $1.destination, isDuplicate: $1.isDuplicate)
        }
        if departure.original == .lost(.offline) { socket.onUnsendable?() }
    }

    /// Applies the link of the receiver's host.
    private func downlink(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, isDuplicate: Bool = false
    ) {
        let receiver = sockets[destination]
        let departure =
            if let receiver {
                receiver.link.down?.send(byteCount: bytes.count, at: loop.now)
            } else {
                links[destination.host]?.down?.send(byteCount: bytes.count, at: loop.now)
            }
        // The sender cannot see that the receiver is offline, so the datagram is still sent and captured.
        guard let departure, departure.original != .lost(.offline) else {
            return transmit(bytes, from: socket, to: destination, receiver, isDuplicate: isDuplicate)
        }
        let pending = PendingDatagram(bytes: bytes, socket: socket, destination: destination, isDuplicate: isDuplicate)
        forward(pending, departure) {
            let receiver = $0.sockets[$1.destination]
            $0.transmit($1.bytes, from: $1.socket, to: $1.destination, receiver, isDuplicate: $1.isDuplicate)
        }
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
        let (socket, now) = (pending.socket, loop.now)
        switch copy {
        case .lost(let reason):
            ledger.withheld += 1
            report(.lost(reason), nil, pending.bytes, from: socket.address, to: pending.destination)
        case .sent(let instant) where instant <= now:
            next(self, pending)
        case .sent(let instant):
            socket.waiting += 1
            report(.delayed(until: instant), nil, pending.bytes, from: socket.address, to: pending.destination)
            loop.schedule(at: instant, "a datagram on its way") { [self] in
                socket.waiting -= 1
                next(self, pending)
                if socket.isClosed, socket.waiting == 0 { socket.finish() }
            }
        }
    }

    private func transmit(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?,
        isDuplicate: Bool
    ) {
        let isOutside = !outsiders.isEmpty && outsiders.contains(destination.host)
        // The receiver's losses must apply before sending, because another process receives the datagram.
        guard isOutside else {
            return sendNumbered(bytes, from: socket, to: destination, receiver, isDuplicate: isDuplicate)
        }
        let pending = PendingDatagram(bytes: bytes, socket: socket, destination: destination)
        guard let bytes = survivors(of: pending) else { return }
        sendNumbered(bytes, from: socket, to: destination, receiver, isDuplicate: isDuplicate)
    }

    /// Sends a datagram and records it.
    private func sendNumbered(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?,
        isDuplicate: Bool
    ) {
        guard sendToKernel(bytes, from: socket, to: destination, receiver) else {
            ledger.refused += 1
            return report(.undeliverable, nil, bytes, from: socket.address, to: destination)
        }
        ledger.sent += 1
        lastNumber += 1
        let datagram = WireDatagram(number: lastNumber, from: socket.address, bytes: bytes, link: socket.link)
        report(.sent, datagram, to: destination)
        if isDuplicate {
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
    private func sendToKernel(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?
    ) -> Bool {
        // The kernel does not refuse a datagram for a socket of the network. If it did, the datagram would be missed
        // there.
        if receiver != nil, socket === outbox.owner, outbox.take(bytes, to: destination) { return true }
        outbox.flush()
        return socket.port.send(bytes, to: destination) == 0
    }
}
