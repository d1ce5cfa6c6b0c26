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

    /// Datagrams that the kernel dropped because the socket's receive buffer was full.
    public var dropped: Int { port.drops }

    /// The granted receive buffer, in bytes with the kernel's overhead.
    public var receiveBuffer: Int { port.buffer }

    private let port: UDPPort
    /// Stops the calls for readable datagrams and closes the port; nil once the socket is closed.
    private var end: (@MainActor () -> Void)?
    /// The datagrams of one read, in arrays that the next one reuses.
    private var inbox: [(bytes: [UInt8], from: SocketAddress)] = []

    /// Binds the address; port 0 selects a free one.
    public init(_ address: SocketAddress, loop: EventLoop = .shared) throws(SocketError) {
        let port = try UDPPort(address)
        self.port = port
        let watch = try port.watch(on: loop) { [weak self] in self?.read() }
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
            return try loop.watch(descriptor: descriptor, isAnnounced: isAnnounced, onReadable: onReadable)
        } catch {
            close()
            throw .unwatchable(address, error)
        }
    }
}
