import Chance
import Glibc
import Loop
import Wire

/// Which way over a host's link.
public enum LinkDirection: String, Hashable, Sendable {
    /// From the host.
    case up
    /// To the host.
    case down
    /// Either way.
    case both
}

/// What the network knows of a host: its link, once that is anything but perfect, and its dynamic ports.
@MainActor
final class HostLink {
    var up: LinkModel?
    var down: LinkModel?
    private var nextPort: UInt16 = 49_152

    /// The dynamic port that comes next; after the last one the first again.
    func takeDynamicPort() -> UInt16 {
        defer { nextPort = nextPort == .max ? 49_152 : nextPort + 1 }
        return nextPort
    }
}

/// A datagram on its way to the wire.
struct Parcel {
    let bytes: [UInt8]
    let socket: NetworkSocket
    let destination: SocketAddress
    /// Whether a link made it out of another one.
    var isDouble = false
}

/// A datagram on the wire.
struct WireDatagram {
    let number: Int
    let from: SocketAddress
    let bytes: [UInt8]
    /// The sender's; nil when it is outside the network.
    let link: HostLink?
    /// Whether another process has sent it, and it is not in the books yet.
    var isUnannounced = false
}

/// One port of a host of the network.
@MainActor
final class NetworkSocket: DatagramSocket {
    private(set) var port: UDPPort
    let link: HostLink
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
    var onUnsendable: (@MainActor () -> Void)?
    /// Datagrams that wait to be sent.
    var waiting = 0

    private let network: Network
    private var watch: WatchID?
    /// Sent to this port and not yet handed over, in the order of sending, which is the order of arrival.
    private var line = Line<WireDatagram>()
    /// How many of them, from the first on, have been read; the others are expected.
    private var arrived = 0
    /// What is expected takes up that much of the receive buffer.
    private var bytesExpected = 0

    private var expected: Int { line.count - arrived }

    var address: SocketAddress { port.address }
    var isClosed: Bool { watch == nil }

    init(_ address: SocketAddress, link: HostLink, network: Network) throws(SocketError) {
        port = try UDPPort(address)
        self.link = link
        self.network = network
        watch = try readings(of: port)
    }

    /// The loop holds the socket until it is closed, as the network does: an object that somebody refers to weakly is counted
    /// at thrice the cost.
    private func readings(of port: UDPPort) throws(SocketError) -> WatchID {
        try port.watch(on: network.loop, isAnnounced: true) { self.readable() }
    }

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        guard !isClosed else { return }
        network.send(bytes, from: self, to: destination)
    }

    /// What was sent before still gets onto the wire when its delay is over.
    func close() {
        guard let watch else { return }
        network.outbox.flush()
        network.loop.unwatch(watch)
        self.watch = nil
        network.forget(self, lingers: waiting > 0)
        loseAll()
        if waiting == 0 { port.close() }
    }

    /// Goes on at another address, which nobody who holds the socket notices; what is under way to the old one is lost.
    func move(to address: SocketAddress) throws(SocketError) {
        guard let watch else { return }
        let next = try UDPPort(address)
        let watchOfNext = try readings(of: next)
        network.outbox.flush()
        network.loop.unwatch(watch)
        loseAll()
        port.close()
        port = next
        self.watch = watchOfNext
    }

    /// What is under way to this address comes too late.
    private func loseAll() {
        network.loop.inFlight.count -= expected
        arrived = 0
        bytesExpected = 0
        while let datagram = line.popFirst() { network.settle(datagram, to: address, .undeliverable) }
    }

    /// Gives up the port although datagrams wait to be sent from it; the kernel then refuses them.
    func finish() {
        network.release(self)
        port.close()
    }
}

// MARK: Receiving

extension NetworkSocket {
    /// The kernel takes that much of a receive buffer for a datagram's own accounts, at most.
    private static let overhead = 1280

    /// A datagram to this port has gone onto the wire.
    func expect(_ datagram: consuming WireDatagram) {
        guard let watch else { return }
        bytesExpected += datagram.bytes.count * 2 + Self.overhead
        line.append(datagram)
        network.loop.inFlight.count += 1
        network.loop.expectReadable(watch)
        // A burst to one port that would fill the kernel's buffer is taken out of it in time.
        if bytesExpected > port.buffer / 2 { absorb() }
    }

    /// Hands over what has arrived.
    private func readable() {
        absorb()
        network.outbox.open(for: self)
        defer { network.outbox.close() }
        while arrived > 0, let datagram = line.popFirst() {
            arrived -= 1
            guard !datagram.isUnannounced else {
                network.welcome(datagram, at: self)
                continue
            }
            guard network.isSafe(datagram, at: self) else {
                hand(datagram)
                continue
            }
            network.settle(datagram, to: address, .received)
            onDatagram?(datagram.bytes, datagram.from)
        }
    }

    /// Takes over what the kernel holds.
    private func absorb() {
        network.outbox.flush()
        var missing: [WireDatagram] = []
        var mayBeMore = true
        while mayBeMore {
            // To ask for more than is expected costs time; what others send, the loop finds readable by itself.
            let limit = expected == 0 ? UDPPort.batchSize : min(expected, UDPPort.batchSize)
            let count = port.read(atMost: limit) { take($0, missing: &missing) }
            mayBeMore = count == limit && expected > 0
        }
        if expected == 0 { bytesExpected = 0 }
        if !missing.isEmpty { network.miss(missing, at: self) }
    }

    /// Finds out which datagram this is. Those that were sent before it and have not come never will.
    private func take(_ incoming: UDPPort.Incoming, missing: inout [WireDatagram]) {
        defer { arrived += 1 }
        if let next = line[arrived], incoming.isSame(as: next) {
            network.loop.inFlight.count -= 1
            return
        }
        guard let place = line.firstIndex(behind: arrived, where: { incoming.isSame(as: $0) }) else {
            return line.insert(network.numbered(incoming), behind: arrived)
        }
        network.loop.inFlight.count -= place - arrived + 1
        if place > arrived { missing += line.remove(arrived..<place) }
    }

    /// Hands over what the links let through of a datagram.
    func hand(_ datagram: WireDatagram) {
        guard !isClosed else { return network.settle(datagram, to: address, .undeliverable) }
        guard let bytes = network.arrive(datagram, at: self) else { return }
        onDatagram?(bytes, datagram.from)
    }

    /// Nothing of what is expected will come; the loop no longer counts on it.
    func giveUp() {
        network.miss(line.remove(arrived..<line.count), at: self)
    }
}

extension UDPPort.Incoming {
    fileprivate func isSame(as datagram: WireDatagram) -> Bool {
        guard from == datagram.from, bytes.count == datagram.bytes.count else { return false }
        return datagram.bytes.withUnsafeBytes { sent in
            guard let sent = sent.baseAddress, let arrived = bytes.baseAddress else { return true }
            return memcmp(sent, arrived, bytes.count) == 0
        }
    }
}
