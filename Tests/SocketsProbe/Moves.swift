import Chance
import Glibc
import Loop
import Probing
import Sockets
import Timing
import Wire

private let carol = HostAddress(127, 200, 0, 3)

/// Sockets that move, and datagrams at chosen times.
@MainActor let moves: [Behaviour] = [
    withTwo("move-port") { network, a, b in
        let (old, next) = (b.address, address(on: bob))
        let watched = loop.pendingWork.watchedDescriptors
        a.send([1], to: old)
        try network.move(old, to: next)
        print(b.address == next, network.boundAddresses == [a.address, next])
        print(loop.pendingWork.watchedDescriptors == watched)
        a.send([2], to: old)
        a.send([3], to: next)
        b.send([4], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(loop.inFlight.count, network.check() == nil, network.ledger.undeliverable)
        print(try network.bind(host: bob, port: old.port).address == old)
    },
    withTwo("move-in-a-burst") { network, a, b in
        network.burst(from: a) {
            a.send([1], to: b.address)
            do { try network.move(a.address, to: address(on: alice)) } catch { print(error) }
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.check() == nil, network.ledger.fromOutside)
    },
    withTwo("move-host") { network, a, b in
        @MainActor func latencies() {
            let hosts = [alice, carol, bob]
            print(hosts.map { "\(network.conditions(host: $0, direction: .up).latency)" }.joined(separator: ", "))
        }
        let second = try network.bind(host: alice, port: address(on: alice, 3).port)
        network.setConditions(LinkConditions(latency: .milliseconds(5)), host: alice, direction: .up)
        network.setConditions(LinkConditions(latency: .milliseconds(7)), host: alice, direction: .down)
        latencies()
        try network.move(a.address, to: address(on: carol))
        latencies()
        a.send([1], to: b.address)
        second.send([2], to: b.address)
        b.send([3], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        try network.move(second.address, to: address(on: carol, 1))
        latencies()
        network.forget(host: carol)
        latencies()
        print(network.conditions(host: carol, direction: .down) == .perfect)
    },
    withTwo("move-nothing") { network, a, b in
        try network.move(SocketAddress(host: bob, port: 9), to: SocketAddress(host: bob, port: 10))
        try network.move(a.address, to: a.address)
        do {
            try network.move(a.address, to: b.address)
        } catch SocketError.unbindable(let address, _) {
            print("taken: \(address == b.address)")
        }
        print(network.boundAddresses == [a.address, b.address])
        a.send([1], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        a.close()
        try network.move(a.address, to: address(on: alice))
        print(network.boundAddresses == [b.address], network.check() == nil)
    },
    withTwo("move-while-waiting") { network, a, b in
        network.setConditions(LinkConditions(latency: .milliseconds(5)), host: alice, direction: .up)
        a.send([1], to: b.address)
        let old = a.address
        try network.move(old, to: address(on: carol))
        network.send([2], from: a.address, to: b.address)
        network.send([3], from: old, to: b.address)
        print(network.boundAddresses == [old, b.address, a.address])
        try await LoopClock().sleep(for: .seconds(1))
        print(network.boundAddresses == [b.address, a.address])
    },
    withTwo("move-and-return-while-waiting") { network, a, b in
        network.setConditions(LinkConditions(latency: .milliseconds(5)), host: alice, direction: .up)
        let old = a.address
        a.send([1], to: b.address)
        try network.move(old, to: address(on: carol))
        try network.move(a.address, to: old)
        a.send([2], to: b.address)
        print(network.boundAddresses == [old, b.address])
        try await LoopClock().sleep(for: .seconds(1))
        b.send([3], to: old)
        try await LoopClock().sleep(for: .seconds(1))
    },
    withTwo("drops-in-kernel") { network, a, b in
        network.onDatagram = nil
        a.onDatagram = nil
        print(network.dropsInKernel)
        shrinkBuffer(of: a.address)
        for _ in 0..<200 { b.send([UInt8](repeating: 1, count: 1200), to: a.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.dropsInKernel > 100, network.dropsInKernel == network.ledger.kernelDropped)
    },
    withTwo("time-chosen") { network, a, b in
        network.setConditions(LinkConditions(latency: .milliseconds(1)), host: alice, direction: .up)
        network.times.choose(.next(1), .later(.milliseconds(5))) { $0.bytes == [1] && $0.number == nil }
        network.times.choose(.numbers([2]), .again(after: .milliseconds(3))) {
            $0.from == a.address && $0.to == b.address
        }
        for byte in [1, 2, 3, 4] as [UInt8] { a.send([byte], to: b.address) }
        print(network.times.isEmpty)
        a.close()
        print(network.boundAddresses.count)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.boundAddresses == [b.address], network.ledger.sent, network.ledger.duplicated)
    },
    withTwo("time-without-network") { network, a, b in
        a.onUnsendable = { say("alice has no network") }
        b.onUnsendable = { say("bob has no network") }
        var conditions = LinkConditions.perfect
        conditions.isOffline = true
        network.times.choose(.next(1), .later(.milliseconds(5))) { _ in true }
        network.setConditions(conditions, host: alice, direction: .both)
        for byte in [1, 2] as [UInt8] { a.send([byte], to: b.address) }
        b.send([3], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.withheld, network.ledger.lost, network.ledger.underWay)
    },
]

/// An address of a host for this process, which others that show the same at this time do not take.
private func address(on host: HostAddress, _ number: Int32 = 0) -> SocketAddress {
    SocketAddress(host: host, port: UInt16(10_000 + getpid() % 5_000 * 4 + number))
}

/// A behaviour of a network in which alice and bob have a socket each; every fate is printed.
private func withTwo(
    _ name: String,
    _ body: @escaping @MainActor @Sendable (Network, any DatagramSocket, any DatagramSocket) async throws -> Void
) -> Behaviour {
    .virtual(name) {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: address(on: alice, 2).port)
        let b = try network.bind(host: bob, port: address(on: bob, 3).port)
        a.announce("alice")
        b.announce("bob")
        try await body(network, a, b)
    }
}
