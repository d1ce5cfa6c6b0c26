import Chance
import Loop
import Probing
import Sockets
import Timing
import Wire

/// The entries of the network's ledger for each datagram.
@MainActor let accounts: [Behaviour] = [
    .virtual("account-nobody-there") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        a.send([1], to: SocketAddress(host: bob, port: 9))
        a.send([UInt8](repeating: 2, count: 65_508), to: SocketAddress(host: bob, port: 9))
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.undeliverable, network.ledger.refused, network.ledger.underWay)
    },
    .virtual("account-closed-in-time") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        b.onDatagram = { [unowned b] bytes, _ in
            say("bob got \(bytes) and closes")
            b.close()
        }
        for byte in [1, 2, 3] as [UInt8] { a.send([byte], to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.underWay, network.check() == nil, loop.inFlight.count)
    },
    .virtual("account-from-outside") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        let outsider = try UDPSocket(SocketAddress(host: HostAddress(127, 200, 0, 9), port: 0))
        outsider.announce("outsider")
        a.onDatagram = { [unowned a] bytes, from in a.send(bytes, to: from) }
        outsider.send([1], to: a.address)
        b.send([2], to: a.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.fromOutside, network.check() == nil)
    },
    .virtual("account-burst") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        var inOrder = 0
        b.onDatagram = { bytes, _ in
            let number = Int(bytes[0]) << 8 | Int(bytes[1])
            if number == inOrder { inOrder += 1 }
        }
        for index in 0..<50_000 {
            var bytes = [UInt8](repeating: 0, count: index % 1000 == 0 ? 60_000 : index % 3 == 0 ? 2 : 1200)
            bytes[0] = UInt8(index >> 8)
            bytes[1] = UInt8(index & 0xFF)
            a.send(bytes, to: b.address)
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(inOrder, network.ledger.kernelDropped, network.dropsInKernel, network.check() == nil)
    },
    .virtual("account-ten-thousand") {
        let network = network()
        var sockets: [any DatagramSocket] = []
        var received = 0
        for index in 0..<10_000 {
            let host = HostAddress(127, 201, UInt8(index / 250), UInt8(index % 250 + 1))
            let socket = try network.bind(host: host, port: 0)
            socket.onDatagram = { _, _ in received += 1 }
            sockets.append(socket)
        }
        for (index, socket) in sockets.enumerated() {
            socket.send([1], to: sockets[(index + 1) % sockets.count].address)
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(received, network.check() == nil)
    },
    .virtual("account-kernel-drops") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        shrinkBuffer(of: b.address)
        // The fault is there at the first quiet instant, before time has moved.
        loop.onQuiet = { now in
            print(now, network.check() != nil, network.ledger.underWay, loop.inFlight.count)
            return .proceed
        }
        for index in 0..<200 { a.send([UInt8](repeating: UInt8(index), count: 1200), to: b.address) }
        try await LoopClock().sleep(for: .seconds(1))
        let ledger = network.ledger
        print(ledger.kernelDropped > 100, ledger.kernelDropped + ledger.received)
        if case .missing(let count, let address, let drops, _)? = network.check() {
            print(count == ledger.kernelDropped, count == drops, address == b.address)
        }
        a.send([1], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.received + network.ledger.kernelDropped)
    },
    .virtual("account-kernel-drops-before") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        shrinkBuffer(of: b.address)
        for index in 0..<50 { a.send([UInt8](repeating: UInt8(index), count: 1200), to: b.address) }
        // The kernel has room for this one again.
        setBuffer(of: b.address, to: 100_000)
        a.send([1], to: b.address)
        try await LoopClock().sleep(for: .seconds(1))
        let ledger = network.ledger
        print(ledger.kernelDropped > 0, ledger.kernelDropped + ledger.received, loop.inFlight.count)
        if case .missing(let count, _, _, _)? = network.check() { print(count == ledger.kernelDropped) }
    },
    .virtual("account-refused-in-a-burst") {
        let network = network()
        network.announceAll()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        network.burst(from: a) {
            a.send([UInt8](repeating: 1, count: 65_508), to: b.address)
            // The kernel refuses a broadcast.
            a.send([3], to: SocketAddress(host: HostAddress(255, 255, 255, 255), port: 9))
        }
        try await LoopClock().sleep(for: .seconds(1))
        print(network.ledger.refused, network.check() == nil)
    },
    .virtual("account-no-descriptor-to-bind") {
        let network = network()
        exhaustDescriptors()
        do { _ = try network.bind(host: alice, port: 4000) } catch { print(error) }
        if case .unopened(let error)? = network.check() { print(error) }
    },
    .virtual("account-no-descriptor-to-move") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        exhaustDescriptors()
        do { try network.move(a.address, to: SocketAddress(host: bob, port: 4000)) } catch { print(error) }
        if case .unopened(let error)? = network.check() { print(error) }
    },
    .virtual("account-close-all") {
        let network = network()
        let a = try network.bind(host: alice, port: 0)
        let b = try network.bind(host: bob, port: 0)
        network.setConditions(LinkConditions(latency: .seconds(1)), host: bob, direction: .up)
        b.send([1], to: a.address)
        a.send([2], to: b.address)
        network.close()
        print(loop.pendingWork.watchedDescriptors, network.ledger.underWay)
        try await LoopClock().sleep(for: .seconds(2))
        print(network.ledger.refused)
    },
]
