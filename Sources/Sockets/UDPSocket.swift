public import Loop
public import Wire

/// The kernel's UDP socket, served by the event loop or by Swift's own main executor.
@MainActor
public final class UDPSocket: DatagramSocket {
    /// The address that it is bound to.
    public var address: SocketAddress { port.address }

    /// Called with each datagram that arrives, and whom it comes from.
    public var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?

    /// Called when the kernel says that this host has no way to where a datagram was to go.
    public var onUnsendable: (@MainActor () -> Void)?

    /// Datagrams that the kernel would not send.
    public private(set) var refused = 0

    /// Datagrams that the kernel dropped because the socket's receive buffer was full.
    public var dropped: Int { port.drops }

    /// The receive buffer that the kernel granted, in bytes with its own overhead.
    public var receiveBuffer: Int { port.buffer }

    private let port: UDPPort
    /// Stops the calls for readable datagrams and closes the port; nil once the socket is closed.
    private var end: (@MainActor () -> Void)?
    /// What one reading brought, in arrays that the next one uses again unless somebody has kept them.
    private var inbox: [(bytes: [UInt8], from: SocketAddress)] = []

    /// Binds the address; port 0 takes a free one.
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

    /// Sends a datagram; what the kernel refuses is counted.
    public func send(_ bytes: [UInt8], to destination: SocketAddress) {
        let error = port.send(bytes, to: destination)
        if error != 0 { refused += 1 }
        if UDPPort.noNetwork.contains(error) { onUnsendable?() }
    }

    /// Gives up the address.
    public func close() {
        end.take()?()
    }

    isolated deinit {
        close()
    }

    private func read() {
        var count = 0
        // When more waits, the loop finds the socket readable again.
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
    /// Has the loop call `onReadable`, or closes the port.
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
