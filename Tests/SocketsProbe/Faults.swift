import Chance
import Loop
import Probing
import Sockets
import Timing
import Wire

extension LinkConditions {
    fileprivate static func with(_ change: (inout LinkConditions) -> Void) -> LinkConditions {
        var conditions = LinkConditions.perfect
        change(&conditions)
        return conditions
    }
}

/// The effects of a bad link, and of a choice, on datagrams.
@MainActor let faults: [Behaviour] = [
    between("fault-double") { network, a, b in
        network.setConditions(
            .with { ($0.latency, $0.duplication) = (.milliseconds(5), 1) }, host: alice, direction: .up)
        a.send([1], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.sent, network.ledger.duplicated, network.ledger.received)
    },
    between("fault-corruption") { network, a, b in
        network.setConditions(
            .with { ($0.corruption.bit, $0.corruption.arrives) = (1, true) }, host: alice, direction: .up)
        b.onDatagram = { bytes, _ in
            let changed = zip(bytes, [UInt8](0...99)).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
            say("bob got \(bytes.count) bytes, \(changed) bit changed")
        }
        network.onDatagram = { record in
            var fate = "\(record.fate)"
            if case .corrupted = record.fate { fate = "corrupted" }
            say("\(fate) \(record.bytes == [UInt8](0...99))")
        }
        a.send([UInt8](0...99), to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        network.setConditions(
            .with { ($0.corruption.truncation, $0.corruption.arrives) = (1, true) }, host: bob, direction: .down)
        network.setConditions(.perfect, host: alice, direction: .up)
        b.onDatagram = { bytes, _ in
            say("bob got a part: \(bytes.count < 100 && bytes == [UInt8](0...99).dropLast(100 - bytes.count))")
        }
        a.send([UInt8](0...99), to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.corrupted, network.ledger.received, network.ledger.lost)
    },
    between("fault-bandwidth") { network, a, b in
        network.setConditions(
            .with { ($0.bandwidth, $0.queue) = (1_000_000, 300) }, host: bob, direction: .down)
        for byte in [1, 2, 3] as [UInt8] { a.send([UInt8](repeating: byte, count: 97), to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.sent, network.ledger.withheld, network.ledger.underWay)
    },
    between("fault-two-queues") { network, a, b in
        // The earlier datagrams of a slow sender do not delay those of a fast one.
        network.setConditions(.with { $0.bandwidth = 1_000_000 }, host: bob, direction: .down)
        network.setConditions(LinkConditions(latency: .seconds(1)), host: alice, direction: .up)
        let c = try network.bind(host: HostAddress(127, 200, 0, 3), port: 0)
        a.send([UInt8](repeating: 1, count: 97), to: b.address)
        c.send([UInt8](repeating: 2, count: 97), to: b.address)
        try await LoopClock().sleep(for: .seconds(2))
    },
    between("fault-cut") { network, a, b in
        network.setConditions(.with { $0.isCut = true }, host: alice, direction: .down)
        a.send([1], to: b.address)
        b.send([2], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        network.setConditions(.perfect, host: alice, direction: .down)
        b.send([3], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.sent, network.ledger.received, network.ledger.lost)
    },
    between("fault-offline") { network, a, b in
        network.setConditions(.with { $0.isOffline = true }, host: alice, direction: .both)
        a.send([1], to: b.address)
        b.send([2], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.sent, network.ledger.withheld, network.ledger.lost)
    },
    between("choice-next") { network, a, b in
        network.losses.choose(.next(2), ChosenLoss()) { $0.bytes.first == 7 && $0.to.host == bob }
        for byte in [7, 1, 7, 7] as [UInt8] { a.send([byte], to: b.address) }
        b.send([7], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.losses.isEmpty, network.ledger.lost)
    },
    between("choice-numbers") { network, a, b in
        network.losses.choose(.numbers([1, 3]), ChosenLoss()) { _ in true }
        network.losses.choose(.next(1), ChosenLoss()) { $0.bytes.first == 4 }
        for byte in [1, 2, 3, 4, 5] as [UInt8] { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.losses.isEmpty)
    },
    between("choice-all") { network, a, b in
        network.losses.choose(.next(0), ChosenLoss()) { _ in true }
        print(network.losses.isEmpty)
        network.losses.choose(.all, ChosenLoss()) { $0.number.map { $0 % 2 == 0 } ?? false }
        for byte in [1, 2, 3, 4] as [UInt8] { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        network.losses.removeAll()
        for byte in [5, 6] as [UInt8] { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
    },
    Behaviour("fault-storm") {
        let seed = CommandLine.arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
        print(loop.run(clock: .virtual) { do { try await storm(seed: seed) } catch { print(error) } })
    },
]

/// A behaviour of a network in which alice and bob have a socket each; every fate is printed.
private func between(
    _ name: String,
    _ body: @escaping @MainActor @Sendable (Network, any DatagramSocket, any DatagramSocket) async throws -> Void
) -> Behaviour {
    .virtual(name) {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        try await body(network, a, b)
    }
}

/// Forty hosts on every profile there is, with conditions that change in mid-run, each datagram told of in full.
@MainActor
private func storm(seed: UInt64) async throws {
    let network = network(seed: seed)
    network.announceAll()
    let sockets = try (1...40).map { try network.bind(host: HostAddress(127, 200, 1, UInt8($0)), port: 0) }
    for (index, socket) in sockets.enumerated() {
        let next = sockets[(index * 7 + 1) % sockets.count]
        socket.onDatagram = { [unowned socket] bytes, _ in
            guard let left = bytes.first, left > 0 else { return }
            socket.send([left - 1] + bytes.dropFirst().reversed(), to: next.address)
        }
    }
    for round in 0..<LinkProfile.all.count {
        for (index, socket) in sockets.enumerated() {
            let profile = LinkProfile.all[(index + round) % LinkProfile.all.count]
            let host = socket.address.host
            network.setConditions(profile.up, host: host, direction: .up)
            var down = profile.down
            (down.isCut, down.corruption) = (index == round, Corruption(share: 0.05))
            down.corruption.arrives = true
            network.setConditions(down, host: host, direction: .down)
            socket.send([20] + [UInt8](repeating: 1, count: index * 30), to: sockets[39 - index].address)
        }
        try await LoopClock().sleep(for: .seconds(2))
    }
    try await LoopClock().sleep(for: .seconds(60))
    let ledger = network.ledger
    print(
        ledger.underWay, ledger.sent == ledger.received + ledger.lost, network.check().map(\.description) ?? "no fault")
    print(ledger.duplicated > 0, ledger.corrupted > 0, ledger.lost > 0)
}
