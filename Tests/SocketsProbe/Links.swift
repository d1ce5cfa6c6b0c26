import Chance
import Loop
import Probing
import Sockets
import Timing
import Wire

/// The effect of a host's link on its datagrams.
@MainActor let links: [Behaviour] = [
    .virtual("link-perfect") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        b.announce("bob")
        a.send([1], to: b.address)
        a.send([2], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.underWay, network.check() == nil)
    },
    .virtual("link-unasked") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        var got: [UInt8] = []
        b.onDatagram = { bytes, _ in got += bytes }
        for byte in [1, 2, 3] as [UInt8] {
            a.send([byte], to: b.address)
            try await LoopClock().sleep(for: .seconds(1))
        }
        print(got, loop.statistics.lateArrivals)
    },
    .virtual("link-answers") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        let c = try network.bind(host: bob, port: 0)
        a.announce("alice")
        let absent = SocketAddress(host: HostAddress(127, 200, 0, 9), port: 9)
        b.onDatagram = { [unowned b, unowned c] bytes, from in
            b.send([bytes[0] + 10], to: from)
            if bytes == [2] { c.send([20], to: from) }
            if bytes == [3] { b.send([30], to: absent) }
            if bytes == [4] { b.close() }
        }
        for byte in [1, 2, 3, 4] as [UInt8] { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.underWay, network.check() == nil)
    },
    .virtual("link-ports") {
        let network = network()
        let first = try network.bind(host: alice, port: 0)
        first.close()
        let second = try network.bind(host: alice, port: 0)
        let other = try network.bind(host: bob, port: 0)
        // Not to be equal: other processes on this machine may have the ports between.
        print(first.address.port >= 49_152, first.address.port < second.address.port, other.address.port >= 49_152)
    },
    .virtual("link-ports-run-out") {
        let network = network()
        var ports: Set<UInt16> = []
        for _ in 49_152...65_535 {
            let socket = try network.bind(host: alice, port: 0)
            ports.insert(socket.address.port)
            socket.close()
        }
        print(ports.count > 16_000)
        print(try network.bind(host: alice, port: 0).address.port >= 49_152)
    },
    .virtual("link-latency") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        network.setConditions(LinkConditions(latency: .milliseconds(20)), host: alice, direction: .up)
        network.setConditions(LinkConditions(latency: .milliseconds(3)), host: bob, direction: .down)
        a.send([1], to: b.address)
        b.send([2], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
    },
    .virtual("link-loss") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        a.announce("alice")
        b.announce("bob")
        network.setConditions(LinkConditions(loss: 1), host: alice, direction: .up)
        a.send([1], to: b.address)
        b.send([2], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        network.setConditions(LinkConditions(loss: 1), host: alice, direction: .both)
        b.send([3], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        network.setConditions(.perfect, host: alice, direction: .both)
        b.send([4], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
    },
    .virtual("link-loss-share") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        network.setConditions(LinkConditions(loss: 0.2), host: bob, direction: .down)
        for index in 0..<10_000 { a.send([UInt8(truncatingIfNeeded: index)], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        let ledger = network.ledger
        print(ledger.sent, ledger.received + ledger.lost, (1900...2100).contains(ledger.lost))
    },
    .virtual("link-closed-before-departure") {
        let network = network()
        network.announceAll()
        network.setConditions(LinkConditions(latency: .milliseconds(20)), host: alice, direction: .up)
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        b.announce("bob")
        a.send([1], to: b.address)
        a.close()
        a.send([2], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        let again = try network.bind(host: alice, port: a.address.port)
        print(again.address == a.address)
    },
    .virtual("link-network-closed-before-departure") {
        let network = network()
        network.setConditions(LinkConditions(latency: .milliseconds(20)), host: alice, direction: .up)
        let a = try network.bind(host: alice, port: 0)
        a.send([1], to: SocketAddress(host: bob, port: 9))
        network.close()
        print(network.boundAddresses.isEmpty)
        let again = try network.bind(host: alice, port: a.address.port)
        print(again.address == a.address)
        try await LoopClock().sleep(for: .seconds(1))
        again.close()
        print(network.boundAddresses.isEmpty)
    },
    .virtual("link-bound-again-before-departure") {
        let network = network()
        network.announceAll()
        network.setConditions(LinkConditions(latency: .milliseconds(20)), host: alice, direction: .up)
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        a.send([1], to: b.address)
        a.close()
        b.send([9], to: a.address)
        let again = try network.bind(host: alice, port: a.address.port)
        again.announce("alice")
        again.send([2], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        b.send([3], to: again.address)
        try await LoopClock().sleep(for: .seconds(1))
    },
    Behaviour("storm") {
        let seed = CommandLine.arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
        print(loop.run(clock: .virtual) { do { try await storm(seed: seed) } catch { print(error) } })
    },
]

/// A hundred sockets that pass datagrams on over bad links, each told of in full.
@MainActor
private func storm(seed: UInt64) async throws {
    let network = network(seed: seed)
    network.announceAll()
    let bad = LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(15), loss: 0.05)
    let sockets = try (1...100).map { index in
        let host = HostAddress(127, 200, 1, UInt8(index))
        network.setConditions(bad, host: host, direction: .both)
        return try network.bind(host: host, port: 0)
    }
    for (index, socket) in sockets.enumerated() {
        let next = sockets[(index * 7 + 1) % sockets.count]
        socket.onDatagram = { [unowned socket] bytes, from in
            guard let left = bytes.first, left > 0 else { return }
            socket.send([left - 1], to: left % 2 == 0 ? next.address : from)
        }
    }
    for (index, socket) in sockets.enumerated() { socket.send([20], to: sockets[99 - index].address) }
    try await LoopClock().sleep(for: .seconds(10))
    print(network.ledger, network.check().map(\.description) ?? "no fault")
}
