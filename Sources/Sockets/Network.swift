package import Chance
internal import Containers
import Glibc
package import Loop
package import Timing
package import Wire

/// The network of one run: real sockets on the loopback interface, with links between them that impair traffic.
///
/// Each host has a link with two directions. Delay, duplication and rate apply before a datagram is sent, first on
/// the sender's link and then on the receiver's. Loss and damage apply where it is received. So a capture shows every
/// datagram that was sent, and ``onDatagram`` reports the fate of each.
@MainActor
package final class Network {
    /// Called with each event of each datagram.
    package var onDatagram: (@MainActor (DatagramRecord) -> Void)?

    /// The number of datagrams by fate.
    package internal(set) var ledger = NetworkLedger()

    /// Losses of selected datagrams, applied at the receiver.
    package let losses = ChosenPackets<ChosenLoss>()

    /// Times of selected datagrams, applied at the sender.
    package let times = ChosenPackets<ChosenTime>()

    /// Hosts of this network with sockets in other processes.
    var outsiders: Set<HostAddress> = []

    let loop: EventLoop
    private let randomStream: RandomStream
    var sockets = SmallMap<SocketAddress, NetworkSocket>()
    /// Ports without a socket that are still to send delayed datagrams.
    private var lingering: [SocketAddress: UDPPort] = [:]
    var links: [HostAddress: HostLink] = [:]
    var lastNumber = 0
    /// The instant until which datagrams are delayed.
    package internal(set) var lastDelivery = Instant.start
    private var fault: NetworkFault?
    /// The datagrams that one socket sends while it is being read. They are flushed before a socket is read, closed
    /// or moved.
    var outbox = Outbox()

    /// Creates a network without hosts. Its links draw from `randomStream`. There is one network on a loop at a time.
    package init(loop: EventLoop = .shared, randomStream: RandomStream) {
        self.loop = loop
        self.randomStream = randomStream
        loop.inFlight.onOverdue = { [weak self] in self?.giveUpMissing() }
    }

    /// Binds a port of a host, which must be an address of this machine.
    ///
    /// Port 0 takes the host's next dynamic port (RFC 6335 section 6), because the kernel would select one at random.
    /// The network holds the socket until it is closed.
    package func bind(host: HostAddress, port: UInt16) throws(SocketError) -> any DatagramSocket {
        guard port == 0 else { return try bind(SocketAddress(host: host, port: port)) }
        while true {
            let address = SocketAddress(host: host, port: link(of: host).takeDynamicPort())
            do throws(SocketError) {
                return try bind(address)
            } catch .unbindable(_, EADDRINUSE) where address.port < .max {
                // Another process holds the port on a machine-wide network.
                continue
            }
        }
    }

    private func bind(_ address: SocketAddress) throws(SocketError) -> NetworkSocket {
        do throws(SocketError) {
            let socket = try NetworkSocket(address, link: link(of: address.host), network: self)
            sockets[address] = socket
            return socket
        } catch {
            note(error)
            throw error
        }
    }

    /// Joins bursts of media from one socket to another on their way through the kernel (UDP GSO and GRO). Call it
    /// before any socket is bound, and only without a capture of the interface, which would show one long packet.
    package func joinBursts() { outbox.joins = true }

    /// Gathers what a socket sends in `body`, so that few calls of the kernel send it.
    package func burst(from socket: any DatagramSocket, _ body: () -> Void) {
        guard let socket = socket as? NetworkSocket else { return body() }
        let before = outbox.owner
        outbox.open(for: socket)
        body()
        outbox.close()
        if let before { outbox.open(for: before) }
    }

    /// The number of datagrams that were joined to others.
    package var joinedDatagrams: Int { outbox.joined }

    /// Opens a port of this network, or returns a lingering one, which still sends its delayed datagrams.
    func port(at address: SocketAddress) throws(SocketError) -> UDPPort {
        if let port = lingering.removeValue(forKey: address) {
            port.discardReceived()
            return port
        }
        let port = try UDPPort(address)
        if outbox.joins { port.takeJoined() }
        return port
    }

    /// Keeps an error of the system as the fault of the run.
    private func note(_ error: SocketError) {
        if error.isShortage { fault = fault ?? .unopened(error) }
    }

    /// Moves a socket to another address without notifying its owner.
    ///
    /// Another port of the same host models a NAT that lost its mapping. Another host models a device that changes
    /// its network; its link moves along. Datagrams in flight to the old address are lost; delayed datagrams are still
    /// sent from there.
    package func move(_ address: SocketAddress, to next: SocketAddress) throws(SocketError) {
        guard let socket = sockets[address], address != next else { return }
        do throws(SocketError) {
            try socket.move(to: next)
        } catch {
            note(error)
            throw error
        }
        sockets[address] = nil
        sockets[next] = socket
        guard next.host != address.host else { return }
        links[next.host] = socket.link
        if !sockets.values.contains(where: { $0.address.host == address.host }) { links[address.host] = nil }
    }

    /// Sends a datagram from the socket at an address without its owner, as a forger of the address does.
    package func send(_ bytes: [UInt8], from address: SocketAddress, to destination: SocketAddress) {
        sockets[address]?.send(bytes, to: destination)
    }

    /// Changes the link of a host for datagrams that are sent and received from now on.
    package func setConditions(_ conditions: LinkConditions, host: HostAddress, direction: LinkDirection) {
        let link = link(of: host)
        if direction != .down { change(&link.up, to: conditions, label: "\(host) up") }
        if direction != .up { change(&link.down, to: conditions, label: "\(host) down") }
    }

    /// Returns the conditions of a host's link; `both` returns those from the host.
    package func conditions(host: HostAddress, direction: LinkDirection) -> LinkConditions {
        let link = links[host]
        return (direction == .down ? link?.down : link?.up)?.conditions ?? .perfect
    }

    /// Drops the link of a host, with its conditions, once the sockets of the host are closed.
    package func forget(host: HostAddress) {
        links[host] = nil
    }

    /// Closes all sockets.
    package func close() {
        for socket in openSockets { socket.close() }
        for port in lingering.values { port.close() }
        lingering = [:]
    }

    /// The addresses of all open sockets, and of ports that are still to send delayed datagrams.
    package var boundAddresses: [SocketAddress] { (sockets.values.map(\.address) + Array(lingering.keys)).sorted() }

    /// Returns the first fault of the harness, if any. Call it at an idle point, and after a boot that failed.
    package func check() -> NetworkFault? {
        fault
    }

    /// The datagrams that the kernel dropped at open sockets, from outside of the network as well.
    ///
    /// It asks the kernel for each socket and serves the end of a run. ``check()`` knows the network's own drops at
    /// once.
    package var dropsInKernel: Int {
        sockets.values.reduce(0) { $0 + $1.port.drops }
    }

    func link(of host: HostAddress) -> HostLink {
        if let link = links[host] { return link }
        let link = HostLink()
        links[host] = link
        return link
    }

    private var openSockets: [NetworkSocket] {
        sockets.values.sorted { $0.address < $1.address }
    }

    private func change(_ model: inout LinkModel?, to conditions: LinkConditions, label: String) {
        if model == nil {
            model = LinkModel(conditions: conditions, randomStream: randomStream.derived(for: label))
        } else {
            model?.conditions = conditions
        }
    }
}

// MARK: Sockets that end, datagrams that are missing

extension Network {
    /// Frees the socket's address in this network.
    func forget(_ socket: NetworkSocket) {
        sockets[socket.address] = nil
    }

    /// Closes a port that no socket uses, once it has sent its delayed datagrams.
    func retire(_ port: UDPPort) {
        if port.waiting > 0 { lingering[port.address] = port } else { port.close() }
    }

    /// Closes a port that has sent its delayed datagrams, unless a socket uses it.
    func endLingering(_ port: UDPPort) {
        guard lingering[port.address] === port else { return }
        lingering[port.address] = nil
        port.close()
    }

    /// Records datagrams that were sent to the socket and never arrived.
    func miss(_ datagrams: [WireDatagram], at socket: NetworkSocket) {
        guard !datagrams.isEmpty else { return }
        for datagram in datagrams { settle(datagram, to: socket.address, .kernelDropped) }
        fault =
            fault
            ?? .missing(
                count: datagrams.count, at: socket.address, dropsInKernel: socket.port.drops,
                receiveBuffer: socket.port.buffer)
    }

    private func giveUpMissing() {
        for socket in openSockets { socket.giveUp() }
    }
}
