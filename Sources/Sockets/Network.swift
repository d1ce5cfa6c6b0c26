public import Chance
import Glibc
public import Loop
internal import Timing
public import Wire

/// The network of one run: real sockets on the loopback interface, and links between them that spoil what they carry.
///
/// Each host has a link with two directions. Delay, doubling and rate act before a datagram is sent, the sender's link
/// and then the receiver's; loss and corruption act where it is received. So a capture shows all that went onto the
/// wire, and ``onDatagram`` tells what became of each datagram.
@MainActor
public final class Network {
    /// Told of every datagram's fate, as it happens.
    public var onDatagram: (@MainActor (DatagramRecord) -> Void)?

    /// How many datagrams met which fate.
    public internal(set) var ledger = NetworkLedger()

    /// Datagrams that are lost because somebody asked for just that, where they would be received.
    public let choices = ChosenLosses()

    /// Hosts of this network whose sockets other processes hold.
    var outsiders: Set<HostAddress> = []

    let loop: EventLoop
    private let luck: Luck
    private var sockets = AddressTable<NetworkSocket>()
    /// Closed, with datagrams that still wait to be sent.
    private var lingering: [SocketAddress: NetworkSocket] = [:]
    private var links: [HostAddress: HostLink] = [:]
    var lastNumber = 0
    private var fault: NetworkFault?
    /// What the socket sends that takes in datagrams just now. Nothing is read, closed or moved before that is on the wire.
    var outbox = Outbox()

    /// Makes a network without hosts whose links draw all their chance from `luck`; one at a time on a loop.
    public init(loop: EventLoop = .shared, luck: Luck) {
        self.loop = loop
        self.luck = luck
        loop.inFlight.onOverdue = { [weak self] in self?.giveUpMissing() }
    }

    /// Binds a port of a host, which must be an address of this machine.
    ///
    /// Port 0 takes the host's next dynamic port (RFC 6335 section 6): the kernel would take one at random. The socket
    /// lives until it is closed.
    public func bind(host: HostAddress, port: UInt16) throws(SocketError) -> any DatagramSocket {
        guard port == 0 else { return try bind(SocketAddress(host: host, port: port)) }
        while true {
            let address = SocketAddress(host: host, port: link(of: host).takeDynamicPort())
            do throws(SocketError) {
                return try bind(address)
            } catch .unbindable(_, EADDRINUSE) where address.port < .max {
                // Another process has it, where the network is the whole machine's.
                continue
            }
        }
    }

    private func bind(_ address: SocketAddress) throws(SocketError) -> NetworkSocket {
        lingering[address]?.finish()
        let socket = try NetworkSocket(address, link: link(of: address.host), network: self)
        sockets[address] = socket
        return socket
    }

    /// Gives a socket another address while whoever holds it does not notice.
    ///
    /// Another port of the same host is what a NAT does that forgets a mapping; another host is what happens when a
    /// device goes from one network to another, and takes the link with it. What is under way to the old address is lost.
    public func move(_ address: SocketAddress, to next: SocketAddress) throws(SocketError) {
        guard let socket = sockets[address], address != next else { return }
        try socket.move(to: next)
        sockets[address] = nil
        sockets[next] = socket
        guard next.host != address.host else { return }
        links[next.host] = socket.link
        if !sockets.all.contains(where: { $0.address.host == address.host }) { links[address.host] = nil }
    }

    /// Changes how a host's link is, for datagrams that come to it and that arrive from now on.
    public func setConditions(_ conditions: LinkConditions, host: HostAddress, direction: LinkDirection) {
        let link = link(of: host)
        if direction != .down { change(&link.up, to: conditions, label: "\(host) up") }
        if direction != .up { change(&link.down, to: conditions, label: "\(host) down") }
    }

    /// How a host's link is; both directions are answered as the one from the host.
    public func conditions(host: HostAddress, direction: LinkDirection) -> LinkConditions {
        let link = links[host]
        return (direction == .down ? link?.down : link?.up)?.conditions ?? .perfect
    }

    /// Closes all sockets.
    public func close() {
        for socket in openSockets { socket.close() }
        for socket in lingering.values.sorted(by: { $0.address < $1.address }) { socket.finish() }
    }

    /// The addresses of all sockets that are open, those too that close when what they sent has departed.
    public var boundAddresses: [SocketAddress] { (sockets.all.map(\.address) + Array(lingering.keys)).sorted() }

    /// What the harness has got wrong so far; to be asked at quiet instants.
    public func check() -> NetworkFault? {
        fault
    }

    /// How many datagrams the kernel has dropped at the sockets that are open, those from outside the network too.
    ///
    /// It asks the kernel for each socket, so it is for the end of a run; ``check()`` knows the network's own at once.
    public var dropsInKernel: Int {
        sockets.all.reduce(0) { $0 + $1.port.drops }
    }

    func link(of host: HostAddress) -> HostLink {
        if let link = links[host] { return link }
        let link = HostLink()
        links[host] = link
        return link
    }

    private var openSockets: [NetworkSocket] {
        sockets.all.sorted { $0.address < $1.address }
    }

    private func change(_ model: inout LinkModel?, to conditions: LinkConditions, label: String) {
        if model == nil {
            model = LinkModel(conditions: conditions, luck: luck.derived(for: label))
        } else {
            model?.conditions = conditions
        }
    }
}

// MARK: The way of a datagram

extension Network {
    /// A socket hands a datagram to its host's link.
    func send(_ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress) {
        guard let departure = socket.link.up?.send(byteCount: bytes.count, at: loop.now) else {
            return approach(bytes, from: socket, to: destination)
        }
        let parcel = Parcel(bytes: bytes, socket: socket, destination: destination)
        forward(parcel, departure) { $0.approach($1.bytes, from: $1.socket, to: $1.destination, isDouble: $1.isDouble) }
        if departure.original == .lost(.offline) { socket.onUnsendable?() }
    }

    /// A datagram comes to the link of its destination's host.
    private func approach(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, isDouble: Bool = false
    ) {
        let receiver = sockets[destination]
        let departure =
            if let receiver {
                receiver.link.down?.send(byteCount: bytes.count, at: loop.now)
            } else {
                links[destination.host]?.down?.send(byteCount: bytes.count, at: loop.now)
            }
        // Nobody knows that a host has no network who sends to it.
        guard let departure, departure.original != .lost(.offline) else {
            return transmit(bytes, from: socket, to: destination, receiver, isDouble: isDouble)
        }
        let parcel = Parcel(bytes: bytes, socket: socket, destination: destination, isDouble: isDouble)
        forward(parcel, departure) {
            let receiver = $0.sockets[$1.destination]
            $0.transmit($1.bytes, from: $1.socket, to: $1.destination, receiver, isDouble: $1.isDouble)
        }
    }

    private func forward(
        _ parcel: Parcel, _ departure: Departure, to next: @escaping @MainActor (Network, Parcel) -> Void
    ) {
        forward(parcel, departure.original, to: next)
        guard let double = departure.double else { return }
        var copy = parcel
        copy.isDouble = true
        forward(copy, double, to: next)
    }

    private func forward(
        _ parcel: Parcel, _ copy: Departure.Copy, to next: @escaping @MainActor (Network, Parcel) -> Void
    ) {
        let (socket, now) = (parcel.socket, loop.now)
        switch copy {
        case .lost(let reason):
            ledger.withheld += 1
            tell(.lost(reason), nil, parcel.bytes, from: socket.address, to: parcel.destination)
        case .sent(let instant) where instant <= now:
            next(self, parcel)
        case .sent(let instant):
            socket.waiting += 1
            tell(.delayed(until: instant), nil, parcel.bytes, from: socket.address, to: parcel.destination)
            loop.schedule(at: instant, "a datagram on its way") { [self] in
                socket.waiting -= 1
                next(self, parcel)
                if socket.isClosed, socket.waiting == 0 { socket.finish() }
            }
        }
    }

    private func transmit(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?,
        isDouble: Bool
    ) {
        let isOutside = !outsiders.isEmpty && outsiders.contains(destination.host)
        // What would be lost where it is received cannot be lost there when another process receives it.
        guard isOutside else { return put(bytes, from: socket, to: destination, receiver, isDouble: isDouble) }
        let parcel = Parcel(bytes: bytes, socket: socket, destination: destination)
        guard let bytes = survivors(of: parcel) else { return }
        put(bytes, from: socket, to: destination, receiver, isDouble: isDouble)
    }

    /// Puts a datagram onto the wire.
    private func put(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?,
        isDouble: Bool
    ) {
        guard depart(bytes, from: socket, to: destination, receiver) else {
            ledger.refused += 1
            return tell(.undeliverable, nil, bytes, from: socket.address, to: destination)
        }
        ledger.sent += 1
        lastNumber += 1
        let datagram = WireDatagram(number: lastNumber, from: socket.address, bytes: bytes, link: socket.link)
        tell(.sent, datagram, to: destination)
        if isDouble {
            ledger.duplicated += 1
            tell(.duplicated, datagram, to: destination)
        }
        if let receiver {
            receiver.expect(datagram)
        } else {
            settle(datagram, to: destination, outsiders.contains(destination.host) ? .received : .undeliverable)
        }
    }

    /// Hands a datagram to the kernel; false when that refuses it.
    private func depart(
        _ bytes: [UInt8], from socket: NetworkSocket, to destination: SocketAddress, _ receiver: NetworkSocket?
    ) -> Bool {
        // What goes to a socket of the network is never refused. Should it be, it is missing where it is expected.
        if receiver != nil, socket === outbox.owner, outbox.take(bytes, to: destination) { return true }
        outbox.flush()
        return socket.port.send(bytes, to: destination) == 0
    }

    /// A datagram that nobody in the network sent.
    func numbered(_ incoming: UDPPort.Incoming) -> WireDatagram {
        guard !outsiders.contains(incoming.from.host) else { return unannounced(incoming) }
        ledger.fromOutside += 1
        lastNumber += 1
        return WireDatagram(number: lastNumber, from: incoming.from, bytes: Array(incoming.bytes), link: nil)
    }

    /// Whether nothing can happen to a datagram where it is received.
    func isSafe(_ datagram: WireDatagram, at socket: NetworkSocket) -> Bool {
        // What a link decides by is large, and only looked at where it lies.
        if let link = datagram.link, link.up != nil { return false }
        return socket.link.down == nil && choices.isEmpty
    }

    /// A datagram has come to the socket; answers what the links let through of it.
    func arrive(_ datagram: WireDatagram, at socket: NetworkSocket) -> [UInt8]? {
        let (count, now) = (datagram.bytes.count, loop.now)
        // Both links decide in any case, so that neither one's luck depends on the other.
        let above = datagram.link?.up?.receive(byteCount: count, at: now)
        let below = socket.link.down?.receive(byteCount: count, at: now)
        if choices.isLost(record(.sent, datagram, to: socket.address)) {
            settle(datagram, to: socket.address, .lost(.chosen))
            return nil
        }
        guard above != nil || below != nil else {
            settle(datagram, to: socket.address, .received)
            return datagram.bytes
        }
        return pass(datagram, to: socket.address, above ?? .delivered, below ?? .delivered)
    }

    private func pass(
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
                tell(.corrupted(damage), datagram, to: destination)
            }
        }
        if bytes != datagram.bytes { ledger.corrupted += 1 }
        settle(datagram, to: destination, .received)
        return bytes
    }

    /// Closes a datagram's account.
    func settle(_ datagram: WireDatagram, to destination: SocketAddress, _ fate: DatagramRecord.Fate) {
        switch fate {
        case .received: ledger.received += 1
        case .lost: ledger.lost += 1
        case .kernelDropped: ledger.kernelDropped += 1
        case .undeliverable: ledger.undeliverable += 1
        case .delayed, .sent, .duplicated, .corrupted: break
        }
        tell(fate, datagram, to: destination)
    }

    func record(
        _ fate: DatagramRecord.Fate, _ datagram: WireDatagram, to: SocketAddress
    ) -> DatagramRecord {
        DatagramRecord(
            number: datagram.number, time: loop.now, from: datagram.from, to: to, bytes: datagram.bytes, fate: fate)
    }

    func tell(_ fate: DatagramRecord.Fate, _ datagram: WireDatagram, to destination: SocketAddress) {
        guard let onDatagram else { return }
        onDatagram(record(fate, datagram, to: destination))
    }

    func tell(
        _ fate: DatagramRecord.Fate, _ number: Int?, _ bytes: [UInt8], from: SocketAddress, to: SocketAddress
    ) {
        guard let onDatagram else { return }
        onDatagram(
            DatagramRecord(number: number, time: loop.now, from: from, to: to, bytes: bytes, fate: fate))
    }
}

// MARK: Sockets that end, datagrams that are missing

extension Network {
    /// The socket's address is free in this network, though it may have datagrams to send yet.
    func forget(_ socket: NetworkSocket, lingers: Bool) {
        sockets[socket.address] = nil
        if lingers { lingering[socket.address] = socket }
    }

    /// A closed socket has nothing to send any more; another may have its address by now.
    func release(_ socket: NetworkSocket) {
        if lingering[socket.address] === socket { lingering[socket.address] = nil }
    }

    /// Datagrams to the socket went onto the wire and did not come.
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
