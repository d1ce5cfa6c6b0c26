import Chance
import Glibc
import Loop
import Probing
import Sockets
import Timing
import Wire

@MainActor
private func udp(_ host: HostAddress, port: UInt16 = 0) throws -> UDPSocket {
    try UDPSocket(SocketAddress(host: host, port: port))
}

/// The kernel's sockets as they are.
@MainActor let sockets: [Behaviour] = [
    .virtual("udp-exchange") {
        let server = try udp(alice)
        let client = try udp(bob)
        server.onDatagram = { [unowned server] bytes, from in server.send(bytes.reversed(), to: from) }
        client.announce("client")
        client.onUnsendable = { say("client has no network") }
        client.send([1, 2, 3], to: server.address)
        client.send([], to: server.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(client.address.host, client.address.port > 0, server.dropped, client.refused)
    },
    .virtual("udp-sources") {
        let server = try udp(alice)
        let clients = [try udp(bob), try udp(HostAddress(127, 200, 0, 3))]
        server.announce("server")
        for index in [0, 1, 0] {
            clients[index].send([UInt8(index)], to: server.address)
            try await LoopClock().sleep(for: .seconds(1))
        }
        for client in clients.reversed() { client.send([9], to: server.address) }
        try await LoopClock().sleep(for: .seconds(1))
    },
    .virtual("udp-sizes") {
        let server = try udp(alice)
        let client = try udp(bob)
        server.onDatagram = { bytes, _ in print(bytes.count, bytes.allSatisfy { $0 == 9 }) }
        for count in [1, 1500, 65_507, 65_508] {
            client.send([UInt8](repeating: 9, count: count), to: server.address)
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(client.refused)
    },
    .virtual("udp-many") {
        let server = try udp(alice)
        let client = try udp(bob)
        var got: [UInt8] = []
        server.onDatagram = { bytes, _ in got.append(contentsOf: bytes) }
        let sent = (0..<200).map { UInt8($0) }
        for byte in sent { client.send([byte], to: server.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(got == sent)
    },
    .virtual("udp-in-order") {
        let server = try udp(alice)
        let flood = try udp(bob)
        let other = try udp(bob)
        var got: [UInt8] = []
        server.onDatagram = { bytes, _ in got += bytes }
        for byte in [1, 2, 3] as [UInt8] { flood.send([byte], to: server.address) }
        other.send([4], to: server.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(got)
    },
    .virtual("joined-readings") {
        let network = Network(randomStream: RandomStream(seed: 1))
        network.joinBursts()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        var got: [UInt8] = []
        b.onDatagram = { bytes, _ in got += bytes }
        // More than one reading brings.
        for byte in 0..<40 as Range<UInt8> { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(got == Array(0..<40), loop.statistics.lateArrivals)
        // As many as one reading brings, and others that the kernel drops.
        for byte in 40..<72 as Range<UInt8> { a.send([byte], to: b.address) }
        shrinkBuffer(of: b.address)
        for byte in 72..<82 as Range<UInt8> { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(got == Array(0..<72), network.ledger.kernelDropped, network.ledger.fromOutside)
    },
    .virtual("joined-bursts") {
        for joins in [false, true] {
            let network = Network(randomStream: RandomStream(seed: 1))
            if joins { network.joinBursts() }
            let source = try network.bind(host: alice, port: 4000)
            let others = try [bob, HostAddress(127, 200, 0, 3)].map { try network.bind(host: $0, port: 4000) }
            var got: [[[UInt8]]] = [[], []]
            for (index, other) in others.enumerated() { other.onDatagram = { bytes, _ in got[index].append(bytes) } }
            // Lengths that grow, shrink and repeat, empty datagrams, and more than one gathering holds.
            let sent = (0..<700).map { number in
                [UInt8](repeating: UInt8(number % 251), count: [9, 9, 9, 4, 0, 1400, 1400][number / 3 % 7])
            }
            network.burst(from: source) {
                for bytes in sent { for other in others { source.send(bytes, to: other.address) } }
            }
            try await LoopClock().sleep(for: .seconds(1))
            print(got.map { $0 == sent }, network.joinedDatagrams > 0, network.check() == nil, network.ledger.received)
            network.close()
        }
    },
    .virtual("udp-in-turn") {
        let server = try UDPSocket(SocketAddress(host: alice, port: 0), servesInTurn: true)
        let flood = try udp(bob)
        let others = [try udp(bob), try udp(bob)]
        var got: [(port: UInt16, byte: UInt8)] = []
        server.onDatagram = { bytes, from in got.append((from.port, bytes[0])) }
        for byte in 0..<150 { flood.send([UInt8(byte)], to: server.address) }
        for other in others {
            for byte in 0..<2 { other.send([UInt8(byte)], to: server.address) }
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(others.map { other in got.indices.filter { got[$0].port == other.address.port } })
        let flooded = got.filter { $0.port == flood.address.port }
        print(flooded.map(\.byte) == (0..<150).map { UInt8($0) }, server.dropped)
    },
    .virtual("udp-shares") {
        let server = try UDPSocket(SocketAddress(host: alice, port: 0), servesInTurn: true)
        let flood = try udp(bob)
        let other = try udp(bob)
        var (flooded, served) = (0, 0)
        // Between two reads the flood sends more than one source's share, and another source sends one datagram.
        server.onDatagram = { [unowned server] _, from in
            if from == other.address { served += 1 } else { flooded += 1 }
            guard flooded <= 2_000, from == flood.address else { return }
            for _ in 0..<3 { flood.send([UInt8](repeating: 1, count: 20_000), to: server.address) }
            if flooded.isMultiple(of: 100) { other.send([1], to: server.address) }
        }
        flood.send([0], to: server.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(served, server.dropped > 0)
    },
    .virtual("udp-half-of-the-room") {
        let server = try UDPSocket(SocketAddress(host: alice, port: 0), servesInTurn: true)
        let flood = try udp(bob)
        let packet = [UInt8](repeating: 1, count: 1000)
        var (sent, served, most) = (1, 0, 0)
        // Two datagrams follow each that is served, so ever more are waiting.
        server.onDatagram = { [unowned server] _, _ in
            served += 1
            guard served < 3000 else { return }
            for _ in 0..<2 { flood.send(packet, to: server.address) }
            sent += 2
            most = max(most, sent - served - server.dropped)
        }
        flood.send(packet, to: server.address)
        try await LoopClock().sleep(for: .seconds(1))
        // 835 datagrams with their overhead take half of the room. Those of one turn are in the kernel's buffer.
        print((835..<900).contains(most), served + server.dropped == sent)
    },
    .virtual("udp-closed-in-turn") {
        let server = try UDPSocket(SocketAddress(host: alice, port: 0), servesInTurn: true)
        let client = try udp(bob)
        server.onDatagram = { [unowned server] bytes, _ in
            print(bytes)
            server.close()
        }
        for byte in [1, 2, 3] as [UInt8] { client.send([byte], to: server.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(loop.pendingWork.watchedDescriptors)
    },
    .virtual("udp-nobody-listens") {
        let gone = try udp(alice)
        let address = gone.address
        gone.close()
        let client = try udp(bob)
        for _ in 0..<10 { client.send([1], to: address) }
        let server = try udp(alice)
        server.announce("server")
        client.send([2], to: server.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(client.refused)
    },
    .virtual("udp-closed") {
        let server = try udp(alice)
        let client = try udp(bob)
        server.onDatagram = { [unowned server] bytes, _ in
            print(bytes)
            server.close()
        }
        for byte in [1, 2, 3] as [UInt8] { client.send([byte], to: server.address) }
        try await LoopClock().sleep(for: .seconds(1))
        server.send([4], to: client.address)
        print(server.refused, loop.pendingWork.watchedDescriptors)
    },
    .virtual("udp-without-network") {
        let server = try udp(alice)
        server.announce("server")
        let client = try udp(bob)
        client.onUnsendable = { say("client has no network") }
        // The kernel then reaches only the networks of this machine.
        setOption(SO_DONTROUTE, of: client.address, to: 1)
        client.send([UInt8](repeating: 9, count: 65_508), to: server.address)
        for _ in 0..<2 {
            client.send([1], to: SocketAddress(host: HostAddress(198, 51, 100, 1), port: 9))
            client.send([2], to: server.address)
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(client.refused)
    },
    .virtual("udp-dropped-socket") {
        @MainActor func bindAndForget() throws -> SocketAddress {
            let socket = try udp(alice)
            return socket.address
        }
        let address = try bindAndForget()
        let again = try udp(alice, port: address.port)
        print(again.address == address)
    },
    .virtual("udp-kernel-drops") {
        let server = try udp(alice)
        print(server.receiveBuffer >= 400_000)
        shrinkBuffer(of: server.address)
        var got = 0
        server.onDatagram = { _, _ in got += 1 }
        let client = try udp(bob)
        for _ in 0..<100 { client.send([UInt8](repeating: 0, count: 1200), to: server.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(server.dropped > 0, server.dropped + got)
    },
    .virtual("bind-taken") {
        let first = try udp(alice)
        do {
            _ = try udp(alice, port: first.address.port)
        } catch SocketError.unbindable(let address, let error) {
            // Its number is the kernel's choice.
            print(address == first.address, SocketError.unbindable(SocketAddress(host: alice, port: 1), error: error))
        }
        first.close()
        _ = try udp(alice, port: first.address.port)
    },
    .virtual("bind-elsewhere") {
        _ = try udp(HostAddress(192, 0, 2, 1), port: 5683)
    },
    .virtual("bind-beyond-soft-limit") {
        var limit = rlimit()
        getrlimit(descriptorLimit, &limit)
        limit.rlim_cur = 16
        setrlimit(descriptorLimit, &limit)
        let kept = try (0..<40).map { _ in try udp(alice) }
        print(kept.count)
    },
    .virtual("bind-without-descriptors") {
        var limit = rlimit(rlim_cur: 16, rlim_max: 16)
        if setrlimit(descriptorLimit, &limit) != 0 { print("no limit set") }
        var kept: [UDPSocket] = []
        while kept.count < 100 { kept.append(try udp(alice)) }
    },
]

private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

/// Opens files until the process has no descriptor left.
func exhaustDescriptors() {
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    if setrlimit(descriptorLimit, &limit) != 0 { print("no limit set") }
    while open("/dev/null", O_RDONLY) >= 0 {}
}

/// Takes the receive buffer from the socket that is bound there, which the product never does.
func shrinkBuffer(of address: SocketAddress) { setBuffer(of: address, to: 1) }

/// Requests a receive buffer for the socket that is bound there.
func setBuffer(of address: SocketAddress, to count: Int32) { setOption(SO_RCVBUF, of: address, to: count) }

/// Sets an option of the socket that is bound there.
private func setOption(_ option: Int32, of address: SocketAddress, to value: Int32) {
    for descriptor in Int32(3)..<1000 {
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, bound.sin_port == address.port.bigEndian,
            bound.sin_addr.s_addr == address.host.value.bigEndian
        else { continue }
        var value = value
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
