import Chance
import Sockets
import Timing
import Wire

/// Two CoAP sockets on a wire without delay, and a time that advances only on request.
@MainActor
final class CoAPWorld {
    let scheduler = ManualScheduler()
    let wire = InstantWire()
    let client: CoAPSocket
    let server: CoAPSocket

    init() {
        let generator = SeededGenerator(seed: 1)
        client = CoAPSocket(
            socket: wire.socket(port: 1), scheduler: scheduler, generator: generator.derived(for: "client"))
        server = CoAPSocket(
            socket: wire.socket(port: 2), scheduler: scheduler, generator: generator.derived(for: "server"))
    }

    /// Lets the tasks run that can.
    func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }
}

/// Hands over each datagram at once.
@MainActor
final class InstantWire {
    final class Socket: DatagramSocket {
        let address: SocketAddress
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private let wire: InstantWire

        init(_ address: SocketAddress, _ wire: InstantWire) {
            self.address = address
            self.wire = wire
        }

        func send(_ bytes: [UInt8], to destination: SocketAddress) {
            wire.carry(bytes, from: address, to: destination)
        }

        func close() {
            wire.sockets[address] = nil
        }
    }

    /// How many datagrams get lost before one arrives.
    var losses = 0
    private(set) var sent = 0
    fileprivate var sockets: [SocketAddress: Socket] = [:]
    private var underWay: [(bytes: [UInt8], from: SocketAddress, to: SocketAddress)] = []
    private var isCarrying = false

    func socket(port: UInt16) -> Socket {
        let socket = Socket(SocketAddress(host: HostAddress(127, 0, 0, 1), port: port), self)
        sockets[socket.address] = socket
        return socket
    }

    fileprivate func carry(_ bytes: [UInt8], from: SocketAddress, to: SocketAddress) {
        sent += 1
        guard losses == 0 else {
            losses -= 1
            return
        }
        underWay.append((bytes, from, to))
        // As with real sockets, no datagram is received while another is sent.
        guard !isCarrying else { return }
        isCarrying = true
        while !underWay.isEmpty {
            let next = underWay.removeFirst()
            sockets[next.to]?.onDatagram?(next.bytes, next.from)
        }
        isCarrying = false
    }
}

/// Time by hand.
@MainActor
final class ManualScheduler: Scheduler {
    private(set) var now = Instant.start
    private var timers = TimerQueue<@MainActor () -> Void>()

    var date: Timestamp { .virtualStart }
    var waiting: Int { timers.count }

    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        WakeID(timer: timers.schedule(action, at: deadline))
    }

    func cancel(_ wake: WakeID) {
        timers.cancel(wake.timer)
    }

    /// Goes on until nothing is waited for.
    func run() {
        while let next = timers.nextDeadline {
            now = next
            while let (_, action) = timers.popDue(at: now) { action() }
        }
    }
}
