import Chance
import Loop
import Probing
import Sockets
import Timing
import Wire

/// The costs of datagrams; to be built with optimisation.
@MainActor let measures: [Behaviour] = [
    .virtual("measure") { try await Measure.all() },
    Behaviour("measure-real") {
        print(loop.run(clock: .real) { do { try await Measure.all() } catch { print(error) } })
    },
]

/// Measures in real time.
@MainActor
enum Measure {
    private static let host = HostAddress(127, 0, 0, 1)

    /// How many of `count` things are done in a second.
    private static func rate(_ name: String, count: Int, _ body: () async throws -> Void) async rethrows {
        let start = WallClock.now
        try await body()
        let elapsed = Double((WallClock.now - start).nanoseconds) / 1e9
        print("\(name): \(Int(Double(count) / elapsed)) a second")
    }

    static func all() async throws {
        loop.turnLimit = .max
        try await roundTrips("round trips, UDPSocket", clients: 200) { host, port throws(SocketError) in
            try UDPSocket(SocketAddress(host: host, port: port))
        }
        let network = Network(randomStream: RandomStream(seed: 1))
        try await roundTrips("round trips, Network", clients: 200) { host, port throws(SocketError) in
            try network.bind(host: host, port: port)
        }
        try await roundTrips("round trips, Network, one client", clients: 1) { host, port throws(SocketError) in
            try network.bind(host: host, port: port)
        }
        network.close()
    }

    /// Clients that each wait for an answer before they ask again.
    private static func roundTrips(
        _ name: String, clients: Int, bind: (HostAddress, UInt16) throws -> any DatagramSocket
    ) async throws {
        let total = 200_000
        let server = try bind(host, 0)
        server.onDatagram = { [unowned server] bytes, from in server.send(bytes, to: from) }
        let askers = try (0..<clients).map { _ in Requester(try bind(host, 0)) }
        await rate(name, count: total) {
            let tasks = askers.map { requester in
                Task {
                    for _ in 0..<total / clients { await requester.ask(server.address) }
                }
            }
            for task in tasks { await task.value }
        }
        for socket in askers.map(\.socket) + [server] { socket.close() }
    }
}

@MainActor
private final class Requester {
    let socket: any DatagramSocket
    private var waiting: CheckedContinuation<[UInt8], Never>?
    private let request = [UInt8](repeating: 7, count: 64)

    init(_ socket: any DatagramSocket) {
        self.socket = socket
        socket.onDatagram = { [unowned self] bytes, _ in
            defer { waiting = nil }
            waiting?.resume(returning: bytes)
        }
    }

    @discardableResult
    func ask(_ server: SocketAddress) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            waiting = continuation
            socket.send(request, to: server)
        }
    }
}
