import Chance
internal import Containers
import Glibc
import Loop
import Wire

/// A direction of a host's link.
package enum LinkDirection: String, Hashable, Sendable {
    /// From the host.
    case up
    /// To the host.
    case down
    /// Both directions.
    case both
}

/// A host's link, in directions that are not perfect, and its dynamic ports.
@MainActor
final class HostLink {
    var up: LinkModel?
    var down: LinkModel?
    private var nextPort: UInt16 = 49_152

    /// Returns the next dynamic port, and the first one again after the last.
    func takeDynamicPort() -> UInt16 {
        defer { nextPort = nextPort == .max ? 49_152 : nextPort + 1 }
        return nextPort
    }
}

/// A datagram that is about to be sent.
struct PendingDatagram {
    var bytes: [UInt8]
    let socket: NetworkSocket
    /// The socket's port when it sent the datagram. The socket may have another one by now.
    let port: UDPPort
    let destination: SocketAddress
    /// True for a copy of the datagram.
    var isDuplicate = false

    @MainActor var source: SocketAddress { port.address }
}

/// A datagram that was sent.
struct WireDatagram {
    let number: Int
    let from: SocketAddress
    let bytes: [UInt8]
    /// The sender's link; nil outside of the network.
    let link: HostLink?
    /// True when another process sent the datagram and it is not recorded yet.
    var isUnannounced = false
}

/// A socket of the network.
@MainActor
final class NetworkSocket: DatagramSocket {
    private(set) var port: UDPPort
    let link: HostLink
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
    var onUnsendable: (@MainActor () -> Void)?

    private let network: Network
    private var watch: WatchID?
    /// Datagrams that were sent to this port and not delivered, in the order of sending, which is the order of
    /// arrival.
    private var queue = RingBuffer<WireDatagram>()
    /// The number of them that have been read, from the first on. The others are expected.
    private var arrived = 0
    /// The receive buffer that the expected datagrams occupy.
    private var bytesExpected = 0

    private var expected: Int { queue.count - arrived }

    var address: SocketAddress { port.address }
    var isClosed: Bool { watch == nil }

    init(_ address: SocketAddress, link: HostLink, network: Network) throws(SocketError) {
        port = try network.port(at: address)
        self.link = link
        self.network = network
        watch = try readings(of: port)
    }

    /// The loop and the network hold the socket until it is closed, because a weak reference would triple the cost of
    /// each retain.
    private func readings(of port: UDPPort) throws(SocketError) -> WatchID {
        try port.watch(on: network.loop, isAnnounced: true) { self.readable() }
    }

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        guard !isClosed else { return }
        let pending = PendingDatagram(bytes: bytes, socket: self, port: port, destination: destination)
        if network.times.isEmpty { network.uplink(pending) } else { network.submit(pending) }
    }

    /// Closes the socket. Delayed datagrams are still sent.
    func close() {
        guard let watch else { return }
        network.outbox.flush()
        network.loop.unwatch(watch)
        self.watch = nil
        network.forget(self)
        loseAll()
        network.retire(port)
    }

    /// Moves to another address without notifying the owner. Datagrams in flight to the old one are lost, and delayed
    /// ones are still sent from there.
    func move(to address: SocketAddress) throws(SocketError) {
        guard let watch else { return }
        let next = try network.port(at: address)
        let watchOfNext = try readings(of: next)
        network.outbox.flush()
        network.loop.unwatch(watch)
        loseAll()
        network.retire(port)
        port = next
        self.watch = watchOfNext
    }

    /// Records every expected datagram as undeliverable.
    private func loseAll() {
        network.loop.inFlight.count -= expected
        arrived = 0
        bytesExpected = 0
        while let datagram = queue.popFirst() {
            let known = datagram.isUnannounced ? network.announce(datagram, to: address) : datagram
            network.settle(known, to: address, .undeliverable)
        }
    }
}

// MARK: Receiving

extension NetworkSocket {
    /// The most bytes of a receive buffer that the kernel uses for one datagram's metadata.
    private static let overhead = 1280

    /// Expects a datagram that was sent to this port.
    func expect(_ datagram: consuming WireDatagram) {
        guard let watch else { return }
        bytesExpected += datagram.bytes.count * 2 + Self.overhead
        queue.append(datagram)
        network.loop.inFlight.count += 1
        network.loop.expectReadable(watch)
        // Reads a burst to one port before it fills the kernel's buffer.
        if bytesExpected > port.buffer / 2 { readAll() }
    }

    /// Delivers the datagrams that arrived.
    private func readable() {
        readAll()
        network.outbox.open(for: self)
        defer { network.outbox.close() }
        while arrived > 0, let datagram = queue.popFirst() {
            arrived -= 1
            guard !datagram.isUnannounced else {
                network.recordUnannounced(datagram, at: self)
                continue
            }
            guard network.isUnimpaired(datagram, at: self) else {
                deliver(datagram)
                continue
            }
            network.settle(datagram, to: address, .received)
            onDatagram?(datagram.bytes, datagram.from)
        }
    }

    /// Reads the datagrams that the kernel holds.
    private func readAll() {
        network.outbox.flush()
        var missing: [WireDatagram] = []
        var mayBeMore = true
        while mayBeMore {
            // Reading more than is expected costs time. The loop reports datagrams from outside by itself.
            let limit = expected == 0 ? UDPPort.batchSize : min(expected, UDPPort.batchSize)
            mayBeMore = port.readPackets(atMost: limit) { match($0, missing: &missing) } && expected > 0
        }
        if expected == 0 { bytesExpected = 0 }
        if !missing.isEmpty { network.miss(missing, at: self) }
    }

    /// Matches a datagram with the expected ones. Expected ones that precede it are missing.
    private func match(_ incoming: UDPPort.Incoming, missing: inout [WireDatagram]) {
        defer { arrived += 1 }
        if arrived < queue.count, incoming.isSame(as: queue[arrived]) {
            network.loop.inFlight.count -= 1
            return
        }
        guard let index = queue[arrived...].firstIndex(where: { incoming.isSame(as: $0) }) else {
            return queue.insert(network.numbered(incoming), at: arrived)
        }
        network.loop.inFlight.count -= index - arrived + 1
        if index > arrived { missing += queue.remove(arrived..<index) }
    }

    /// Delivers a datagram after its losses and damage.
    func deliver(_ datagram: WireDatagram) {
        guard !isClosed else { return network.settle(datagram, to: address, .undeliverable) }
        guard let bytes = network.impair(datagram, at: self) else { return }
        onDatagram?(bytes, datagram.from)
    }

    /// Records every expected datagram as missing.
    func giveUp() {
        network.miss(queue.remove(arrived..<queue.count), at: self)
    }
}

extension UDPPort.Incoming {
    fileprivate func isSame(as datagram: WireDatagram) -> Bool {
        guard from == datagram.from, bytes.count == datagram.bytes.count else { return false }
        // Sound: both have this number of bytes, and are valid during the call.
        return datagram.bytes.withUnsafeBytes { sent in
            guard let sent = sent.baseAddress, let arrived = bytes.baseAddress else { return true }
            return memcmp(sent, arrived, bytes.count) == 0
        }
    }
}
