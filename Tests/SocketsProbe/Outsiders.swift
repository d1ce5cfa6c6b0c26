import Chance
import Loop
import Probing
import Sockets
import Timing
import Wire

private let carol = HostAddress(127, 200, 0, 3)

extension LinkConditions {
    fileprivate static func with(_ change: (inout LinkConditions) -> Void) -> LinkConditions {
        var conditions = LinkConditions.perfect
        change(&conditions)
        return conditions
    }

    /// Every datagram loses its last bytes on the way and arrives.
    fileprivate static var cutting: LinkConditions {
        .with { ($0.corruption.truncation, $0.corruption.arrives) = (1, true) }
    }
}

/// Hosts whose sockets another process holds, packets between such hosts, and gathered datagrams.
@MainActor let outsiders: [Behaviour] = [
    admitted("outside-perfect") { network, a, c in
        a.send([1], to: c.address)
        c.send([2], to: a.address)
        c.send([3], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.account)
    },
    admitted("outside-latency") { network, a, c in
        network.setConditions(
            .with { ($0.latency, $0.duplication) = (.milliseconds(5), 1) }, host: carol, direction: .up)
        network.setConditions(LinkConditions(latency: .milliseconds(3)), host: alice, direction: .both)
        network.setConditions(LinkConditions(latency: .milliseconds(2)), host: carol, direction: .down)
        c.send([1], to: a.address)
        a.send([2], to: c.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.account)
    },
    admitted("outside-loss") { network, a, c in
        for host in [alice, carol] {
            for direction in [LinkDirection.up, .down] {
                network.setConditions(LinkConditions(loss: 1), host: host, direction: direction)
                a.send([1], to: c.address)
                c.send([2], to: a.address)
                try await LoopClock().sleep(for: .seconds(1))
                network.setConditions(.perfect, host: host, direction: direction)
            }
        }
        print(network.account)
    },
    admitted("outside-damage") { network, a, c in
        for host in [alice, carol] {
            for direction in [LinkDirection.up, .down] {
                network.setConditions(.cutting, host: host, direction: direction)
                a.send([1, 1, 1, 1], to: c.address)
                c.send([2, 2, 2, 2], to: a.address)
                try await LoopClock().sleep(for: .seconds(1))
                network.setConditions(.perfect, host: host, direction: direction)
            }
        }
        print(network.account)
    },
    admitted("outside-chosen") { network, a, c in
        network.losses.choose(.next(1), ChosenLoss()) { $0.bytes == [1] && $0.from.host == carol }
        network.losses.choose(.next(1), ChosenLoss()) { $0.bytes == [2] && $0.from.host == alice }
        // The receiver is offline, but the selection decides first.
        network.setConditions(.with { $0.isOffline = true }, host: alice, direction: .down)
        for byte in [1, 2] as [UInt8] {
            a.send([byte], to: c.address)
            c.send([byte], to: a.address)
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.losses.isEmpty, network.account)
    },
    admitted("outside-queue") { network, a, c in
        a.onDatagram = { bytes, _ in say("alice got \(bytes.count) bytes") }
        network.setConditions(.with { ($0.bandwidth, $0.queue) = (1_000_000, 300) }, host: carol, direction: .up)
        for byte in [1, 2, 3] as [UInt8] { c.send([UInt8](repeating: byte, count: 97), to: a.address) }
        try await LoopClock().sleep(for: .seconds(1))
        a.close()
        print(network.account)
    },
    admitted("outside-closed") { network, a, c in
        a.onDatagram = { [unowned a] bytes, _ in
            say("alice got \(bytes) and closes")
            a.close()
        }
        for byte in [1, 2] as [UInt8] { c.send([byte], to: a.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.account)
    },
    relayed("relay-perfect") { network, a, c in
        network.relay([7], from: a, to: c) { said("carol", $0) }
        network.relay([8], from: c, to: a) { _ in false }
        network.relay([9], from: a, to: c) { said("carol", $0) }
        print(network.account)
    },
    relayed("relay-links") { network, a, c in
        network.setConditions(
            .with { ($0.latency, $0.duplication) = (.milliseconds(5), 1) }, host: alice, direction: .up)
        network.setConditions(LinkConditions(latency: .milliseconds(2)), host: carol, direction: .down)
        network.relay([7], from: a, to: c) { said("carol", $0) }
        network.relay([8], from: c, to: a) { said("alice", $0) }
        network.relay(byteCount: 40, from: alice, to: carol) { say("a packet of alice") }
        network.relay(byteCount: 40, from: carol, to: alice) { say("a packet of carol") }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.account)
    },
    relayed("relay-faults") { network, a, c in
        for host in [alice, carol] {
            for conditions in [LinkConditions(loss: 1), .cutting, .with { $0.isOffline = true }] {
                network.setConditions(conditions, host: host, direction: host == alice ? .up : .down)
                network.relay([7, 7, 7, 7], from: a, to: c) { said("carol", $0) }
                network.relay(byteCount: 40, from: alice, to: carol) { say("a packet") }
            }
            network.setConditions(.perfect, host: host, direction: .both)
        }
        network.losses.choose(.numbers([2]), ChosenLoss()) { $0.from == a }
        for byte in [1, 2, 3] as [UInt8] { network.relay([byte], from: a, to: c) { said("carol", $0) } }
        print(network.losses.isEmpty, network.account)
    },
    relayed("relay-moved-link") { network, a, c in
        network.setConditions(LinkConditions(latency: .milliseconds(5)), host: alice, direction: .up)
        network.moveLink(of: alice, to: bob)
        network.relay([1], from: a, to: c) { said("carol", $0) }
        network.relay([2], from: SocketAddress(host: bob, port: 1), to: c) { said("carol", $0) }
        try await LoopClock().sleep(for: .seconds(1))
        print(
            network.conditions(host: alice, direction: .up).latency,
            network.conditions(host: bob, direction: .up).latency)
    },
    .virtual("burst-inside-a-reading") {
        let network = network()
        network.joinBursts()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        let c = try network.bind(host: carol, port: 0)
        // Media datagrams of one burst to one address are joined.
        network.burst(from: a) { a.send([0x81, 1], to: b.address) }
        for byte in [0x82, 0x83] as [UInt8] { a.send([byte, 1], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.joinedDatagrams)
        b.onDatagram = { [unowned b, unowned c] _, _ in
            b.send([0x85, 1], to: a.address)
            network.burst(from: c) { c.send([0x86, 1], to: a.address) }
            for byte in [0x87, 0x88] as [UInt8] { b.send([byte, 1], to: a.address) }
        }
        a.send([0x84, 1], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.joinedDatagrams, network.check() == nil)
    },
]

@MainActor
private func said(_ name: String, _ bytes: [UInt8]) -> Bool {
    say("\(name) got \(bytes)")
    return true
}

extension Network {
    /// The numbers of the ledger that are not zero.
    fileprivate var account: String {
        let numbers = [
            ("sent", ledger.sent), ("from outside", ledger.fromOutside), ("received", ledger.received),
            ("lost", ledger.lost), ("duplicated", ledger.duplicated), ("corrupted", ledger.corrupted),
            ("withheld", ledger.withheld), ("dropped", ledger.kernelDropped), ("undeliverable", ledger.undeliverable),
            ("refused", ledger.refused), ("under way", ledger.underWay),
        ]
        return numbers.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

/// A network in which alice has a socket, and carol one that belongs to no network.
private func admitted(
    _ name: String, _ body: @escaping @MainActor @Sendable (Network, any DatagramSocket, UDPSocket) async throws -> Void
) -> Behaviour {
    .virtual(name) {
        let network = network()
        network.announceAll()
        network.admit(outsider: carol)
        let a = try network.bind(host: alice, port: 0)
        let c = try UDPSocket(SocketAddress(host: carol, port: 0))
        a.announce("alice")
        c.announce("carol")
        try await body(network, a, c)
        c.close()
    }
}

/// A network without sockets, and the addresses of two hosts.
private func relayed(
    _ name: String,
    _ body: @escaping @MainActor @Sendable (Network, SocketAddress, SocketAddress) async throws -> Void
) -> Behaviour {
    .virtual(name) {
        let network = network()
        network.announceAll()
        try await body(network, SocketAddress(host: alice, port: 1), SocketAddress(host: carol, port: 1))
    }
}
