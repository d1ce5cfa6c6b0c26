internal import Containers
public import Loop
public import Wire

/// The kernel's UDP socket, served by the event loop or by Swift's own main executor.
@MainActor
public final class UDPSocket: DatagramSocket {
    /// The local address.
    public var address: SocketAddress { port.address }

    /// Called with each datagram and its source.
    public var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?

    /// Called when the kernel has no route to a datagram's destination.
    public var onUnsendable: (@MainActor () -> Void)?

    /// Datagrams that the kernel refused to send.
    public private(set) var refused = 0

    /// Datagrams that were dropped because the socket's receive buffer was full, or the share of their source.
    public var dropped: Int { port.drops + (inTurn?.dropped ?? 0) }

    /// The granted receive buffer, in bytes with the kernel's overhead.
    public var receiveBuffer: Int { port.buffer }

    private let port: UDPPort
    /// Stops the calls for readable datagrams and closes the port; nil once the socket is closed.
    private var end: (@MainActor () -> Void)?
    /// The datagrams of one read, in arrays that the next one reuses.
    private var inbox: [(bytes: [UInt8], from: SocketAddress)] = []
    /// The waiting datagrams by source; nil when datagrams are served in the order of arrival.
    private var inTurn: FairQueue<SocketAddress, [UInt8]>?
    /// Requests another call although the kernel has no more datagrams.
    private var readAgain: (@MainActor () -> Void)?

    /// The room for waiting datagrams, of which one source takes half.
    package nonisolated static let roomInTurn = 2 << 20
    /// The memory that a waiting datagram takes beside its bytes, roughly.
    private static let overhead = 256
    /// The most reads before waiting datagrams are served.
    private static let readsBetweenServices = 32

    /// Binds the address; port 0 selects a free one.
    public convenience init(_ address: SocketAddress, loop: EventLoop = .shared) throws(SocketError) {
        try self.init(address, loop: loop, servesInTurn: false)
    }

    /// Binds the address; port 0 selects a free one.
    ///
    /// - Parameter servesInTurn: True to serve the sources in turn instead of in the order of arrival, so that a flood
    ///   from one address does not displace the datagrams of others.
    package init(_ address: SocketAddress, loop: EventLoop = .shared, servesInTurn: Bool) throws(SocketError) {
        let port = try UDPPort(address)
        self.port = port
        if servesInTurn { inTurn = FairQueue(capacity: Self.roomInTurn) }
        let watch = try port.watch(on: loop) { [weak self] in self?.read() }
        if servesInTurn { readAgain = { loop.expectReadable(watch) } }
        end = {
            loop.unwatch(watch)
            port.close()
        }
    }

    /// Binds a free port on all addresses of this machine, for a program that does not install an event loop.
    public static func onMainExecutor() throws(SocketError) -> UDPSocket {
        try UDPSocket(watching: UDPPort(.any))
    }

    private init(watching port: UDPPort) {
        self.port = port
        let watch = MainQueueWatch(descriptor: port.descriptor) { [weak self] in self?.read() }
        end = { watch.cancel { port.close() } }
    }

    /// Sends a datagram and counts a refused one.
    public func send(_ bytes: [UInt8], to destination: SocketAddress) {
        let error = port.send(bytes, to: destination)
        if error != 0 { refused += 1 }
        if UDPPort.noNetwork.contains(error) { onUnsendable?() }
    }

    /// Closes the socket.
    public func close() {
        end.take()?()
    }

    isolated deinit {
        close()
    }

    private func read() {
        if inTurn == nil { readInOrder() } else { readInTurn() }
    }

    /// Empties the kernel's buffer, which has no shares, and serves as many datagrams as one read has.
    private func readInTurn() {
        for _ in 0..<Self.readsBetweenServices {
            let count = port.read { incoming in
                inTurn?.append(
                    Array(incoming.bytes), from: incoming.from, cost: incoming.bytes.count + Self.overhead)
            }
            guard count == UDPPort.batchSize else { break }
        }
        for _ in 0..<UDPPort.batchSize where end != nil {
            guard let datagram = inTurn?.next() else { return }
            onDatagram?(datagram.element, datagram.source)
        }
        if end != nil, inTurn?.isEmpty == false { readAgain?() }
    }

    private func readInOrder() {
        var count = 0
        // If more datagrams are waiting, the loop reports the socket as readable again.
        port.read { incoming in
            if count == inbox.count { inbox.append(([], incoming.from)) }
            inbox[count].bytes.removeAll(keepingCapacity: true)
            inbox[count].bytes.append(contentsOf: incoming.bytes)
            inbox[count].from = incoming.from
            count += 1
        }
        for index in 0..<count where end != nil { onDatagram?(inbox[index].bytes, inbox[index].from) }
    }
}

extension UDPPort {
    /// Watches the port, or closes it on failure.
    func watch(
        on loop: EventLoop, isAnnounced: Bool = false, _ onReadable: @escaping @MainActor () -> Void
    ) throws(SocketError) -> WatchID {
        do throws(LoopError) {
            return try loop.watch(
                descriptor: descriptor, label: address.description, isAnnounced: isAnnounced, onReadable: onReadable)
        } catch {
            close()
            throw .unwatchable(address, error)
        }
    }
}
