internal import Backend
internal import CProcess
internal import Capture
internal import Chance
internal import Glibc
internal import Loop
internal import Signaling
internal import Sockets
internal import Timing
internal import Wire

/// A backend on the kernel's sockets in real time, until a signal ends it.
@MainActor
final class Service {
    private let request: ServeRequest
    private let generator: SeededGenerator
    private let loop = EventLoop.shared
    private var configuration: BackendConfiguration
    private var status = ExitStatus.fault
    private var capture: DatagramFile?
    private lazy var board = CallBoard(width: Console.columns)
    /// The instant of the announcement.
    private var start = Instant.start

    /// The time between two comparisons of the calls.
    private static let boardPause = Duration.milliseconds(250)
    /// The time between two returns of unused memory.
    private static let memoryPause = Duration.seconds(30)

    init(_ request: ServeRequest, users: [User], secret: [UInt8], generator: SeededGenerator) {
        self.request = request
        self.generator = generator
        configuration = BackendConfiguration(
            secret: secret, users: users, coordinatorHost: request.address.host, port: request.address.port)
        configuration.requiresProofs = request.requiresProofs
        configuration.guestSteps = GuestWork.perSecond
    }

    /// Serves until a signal arrives at the descriptor.
    func run(signals: Int32) -> ExitStatus {
        _ = loop.run(clock: .real) { await self.serve(signals) }
        return status
    }

    private func serve(_ signals: Int32) async {
        do {
            if let file = request.captureFile {
                capture = try DatagramFile(file, epoch: loop.epoch)
            }
            let backend = try boot()
            start = loop.now
            backend.onTrace = { [loop, start, log = request.log] in log.write($0, at: start.duration(to: loop.now)) }
            Console.say(announcement(of: backend))
            if request.showsCalls || capture != nil { beat(backend) }
            returnMemory(of: backend)
            try await signal(from: signals)
            backend.stop()
            Console.say(Self.summary(of: backend.counters))
            try capture?.flush()
            status = .success
        } catch {
            Console.error(.serve, "\(error)")
        }
    }

    /// Shows the calls and writes the captured datagrams, periodically.
    private func beat(_ backend: CallBackend) {
        if request.showsCalls {
            let text = board.text(backend.calls, after: start.duration(to: loop.now))
            if !text.isEmpty { Console.say(text) }
        }
        // The last flush reports an error.
        try? capture?.flush()
        let next = loop.now.advanced(by: Self.boardPause)
        _ = loop.schedule(at: next, "a comparison of the calls") { [weak self, weak backend] in
            if let backend { self?.beat(backend) }
        }
    }

    /// Returns unused memory to the system, periodically. The allocator alone returns only what lies at the end of its
    /// heap, so that one kept object holds all that a flood took before it.
    private func returnMemory(of backend: CallBackend) {
        backend.removeExpired()
        cpr_return_memory()
        _ = loop.schedule(at: loop.now.advanced(by: Self.memoryPause), "unused memory") { [weak self, weak backend] in
            if let backend { self?.returnMemory(of: backend) }
        }
    }

    private func boot() throws -> CallBackend {
        // A port that is free on the coordinator's host may be in use on the SFU's.
        let attempts = request.address.port == 0 ? 20 : 1
        for attempt in 1...attempts {
            let front = try socket(request.address)
            configuration.port = front.address.port
            do {
                return try CallBackend(configuration: configuration, scheduler: loop, generator: generator) {
                    let address = SocketAddress(host: $0, port: $1)
                    return address == front.address ? front : try self.socket(address)
                }
            } catch  where attempt < attempts {
                front.close()
            }
        }
        throw SocketError.unbindable(request.address, error: EADDRINUSE)
    }

    private func socket(_ address: SocketAddress) throws(SocketError) -> any DatagramSocket {
        let socket = try UDPSocket(address, servesInTurn: true)
        return capture.map { CapturedSocket(socket, to: $0, scheduler: loop) } ?? socket
    }

    /// Waits for a signal that ends the process.
    private func signal(from descriptor: Int32) async throws {
        let (arrivals, end) = AsyncStream.makeStream(of: Void.self)
        let watch = try loop.watch(descriptor: descriptor) {
            while true {
                let signal = cpr_signals_next(descriptor)
                guard signal != 0 else { return }
                if signal != SIGCHLD { end.finish() }
            }
        }
        for await _ in arrivals {}
        loop.unwatch(watch)
    }

    /// Returns the addresses and tokens for clients, one per line.
    private func announcement(of backend: CallBackend) -> String {
        let servers =
            ["coordinator \(backend.coordinatorAddress)"] + configuration.edges.map { "\($0.name) \($0.address)" }
        let key = "key \(configuration.serverKey)"
        let tokens = configuration.users.map { "token \($0.id) \(backend.token(userId: $0.id).hexadecimal)" }
        return (servers + [key] + tokens + ["ready"]).joined(separator: "\n") + "\n"
    }

    private static func summary(of counters: BackendCounters) -> String {
        let parts = [
            (counters.tally.requests, "request", "requests"), (counters.tally.events, "event", "events"),
            (counters.malformed, "datagram that was not a CoAP message", "datagrams that were not CoAP messages"),
        ]
        return "ended after " + parts.map { "\($0) \($0 == 1 ? $1 : $2)" }.joined(separator: ", ") + "\n"
    }
}
