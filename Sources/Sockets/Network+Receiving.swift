import Chance
import Loop
import Wire

// From the wire to a socket: losses and damage of both links, and the record of each fate.

extension Network {
    /// Records a datagram from outside of the network.
    func numbered(_ incoming: UDPPort.Incoming) -> WireDatagram {
        guard !outsiders.contains(incoming.from.host) else { return unannounced(incoming) }
        ledger.fromOutside += 1
        lastNumber += 1
        return WireDatagram(number: lastNumber, from: incoming.from, bytes: Array(incoming.bytes), link: nil)
    }

    /// True when no link and no selection can affect the datagram at its receiver.
    func isUnimpaired(_ datagram: WireDatagram, at socket: NetworkSocket) -> Bool {
        // The link's model is large, so it is read in place.
        if let link = datagram.link, link.up != nil { return false }
        return socket.link.down == nil && losses.isEmpty
    }

    /// Applies the receiver's losses and damage. Returns the bytes to deliver, or nil when the datagram is lost.
    func impair(_ datagram: WireDatagram, at socket: NetworkSocket) -> [UInt8]? {
        let (count, now) = (datagram.bytes.count, loop.now)
        // Both links draw in any case, so that neither affects the other's random numbers.
        let above = datagram.link?.up?.receive(byteCount: count, at: now)
        let below = socket.link.down?.receive(byteCount: count, at: now)
        if losses.effect(on: record(.sent, datagram, to: socket.address)) != nil {
            settle(datagram, to: socket.address, .lost(.chosen))
            return nil
        }
        guard above != nil || below != nil else {
            settle(datagram, to: socket.address, .received)
            return datagram.bytes
        }
        return applyFates(datagram, to: socket.address, above ?? .delivered, below ?? .delivered)
    }

    private func applyFates(
        _ datagram: WireDatagram, to destination: SocketAddress, _ above: Arrival, _ below: Arrival
    ) -> [UInt8]? {
        var bytes = datagram.bytes
        for arrival in [above, below] {
            switch arrival {
            case .delivered: continue
            case .lost(let reason):
                settle(datagram, to: destination, .lost(reason))
                return nil
            case .corrupted(let damage):
                bytes = damage.done(to: bytes)
                report(.corrupted(damage), datagram, to: destination)
            }
        }
        if bytes != datagram.bytes { ledger.corrupted += 1 }
        settle(datagram, to: destination, .received)
        return bytes
    }

    /// Records the final fate of a datagram.
    func settle(_ datagram: WireDatagram, to destination: SocketAddress, _ fate: DatagramRecord.Fate) {
        switch fate {
        case .received: ledger.received += 1
        case .lost: ledger.lost += 1
        case .kernelDropped: ledger.kernelDropped += 1
        case .undeliverable: ledger.undeliverable += 1
        case .delayed, .sent, .duplicated, .corrupted: break
        }
        report(fate, datagram, to: destination)
    }

    func record(
        _ fate: DatagramRecord.Fate, _ datagram: WireDatagram, to: SocketAddress
    ) -> DatagramRecord {
        DatagramRecord(
            number: datagram.number, time: loop.now, from: datagram.from, to: to, bytes: datagram.bytes, fate: fate)
    }

    func report(_ fate: DatagramRecord.Fate, _ datagram: WireDatagram, to destination: SocketAddress) {
        guard let onDatagram else { return }
        onDatagram(record(fate, datagram, to: destination))
    }

    func report(
        _ fate: DatagramRecord.Fate, _ number: Int?, _ bytes: [UInt8], from: SocketAddress, to: SocketAddress
    ) {
        guard let onDatagram else { return }
        onDatagram(
            DatagramRecord(number: number, time: loop.now, from: from, to: to, bytes: bytes, fate: fate))
    }
}
