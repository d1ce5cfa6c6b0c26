import Chance
import Glibc
import Loop
import Programs
import Sockets
import Timing
import Wire

/// Datagrams from a socket of one program's host to a socket of another one, on one thread: through a TUN interface,
/// the router without conditions, and another TUN interface.
@MainActor
enum Routing {
    private static let count = 200_000
    /// The datagrams on the way at once. A TUN interface holds 500.
    private static let together = 64
    private static let samples = 5_000
    private static let pause = Duration.milliseconds(1)

    static func perSecond() async throws -> Double {
        let way = try Way()
        defer { way.close() }
        let cost = await Cost.of {
            for _ in 0..<count / together { await way.send(together) }
        }
        return Double(count / together * together) / cost.cpuSeconds
    }

    /// Returns the delay that a share of single datagrams does not exceed.
    static func milliseconds(percentile: Double) async throws -> Double {
        let way = try Way()
        defer { way.close() }
        var delays: [Duration] = []
        for _ in 0..<samples {
            try await LoopClock(.shared).sleep(for: pause)
            let start = WallClock.now
            await way.send(1)
            delays.append(WallClock.now - start)
        }
        delays.sort()
        let (seconds, attoseconds) = delays[Int(Double(samples) * percentile)].components
        return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }
}

/// Two hosts of programs, and a socket of each.
@MainActor
private final class Way {
    private let network = Network(loop: .shared, randomStream: RandomStream(seed: 1))
    private let router: Router
    private let sender: Int32
    private let receiver: Int32
    private var watch: WatchID?
    private var expected = 0
    private var continuation: CheckedContinuation<Void, Never>?
    /// A packet of RTP with 20 ms of voice.
    private static let datagram = [UInt8](repeating: 0, count: 172)
    private static let port: UInt16 = 40_000

    init() throws {
        let (near, far) = (try ProgramHost(HostAddress(10, 0, 0, 1)), try ProgramHost(HostAddress(10, 0, 0, 2)))
        router = Router(network, loop: .shared, address: HostAddress(10, 0, 0, 254))
        sender = try near.socket(to: far.address, port: Self.port)
        receiver = try far.socket(to: near.address, port: Self.port)
        try router.add(near)
        try router.add(far)
        watch = try EventLoop.shared.watch(descriptor: receiver) { [unowned self] in receive() }
    }

    /// Sends datagrams, and returns when all of them have arrived.
    func send(_ count: Int) async {
        expected = count
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            for _ in 0..<count {
                let sent = Glibc.send(sender, Self.datagram, Self.datagram.count, 0)
                precondition(sent == Self.datagram.count, "the host does not send: error \(errno)")
            }
        }
    }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while recv(receiver, &bytes, bytes.count, 0) > 0 { expected -= 1 }
        guard expected == 0, let continuation else { return }
        self.continuation = nil
        continuation.resume()
    }

    func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        router.close()
        network.close()
        _ = Glibc.close(sender)
        _ = Glibc.close(receiver)
    }
}
