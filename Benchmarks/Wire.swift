import Capture
import Chance
import Loop
import Sockets
import Timing
import Wire

/// Signalling between two CoAP endpoints on sockets of the network.
@MainActor
enum RoundTrips {
    private static let count = 50_000
    private static let lanes = 8

    static func perSecond(environment: CaptureEnvironment?) async throws -> Double {
        let loop = EventLoop.shared
        let network = Network(loop: loop, randomStream: RandomStream(seed: 1))
        defer { network.close() }
        let recording = try environment.map { try Recording(of: network, on: $0, file: "/tmp/rollcall-bench.pcap") }
        loop.onQuiet = { now in
            recording?.drain(at: now)
            return .proceed
        }
        defer { loop.onQuiet = nil }
        let server = try endpoint(network, HostAddress(127, 0, 0, 1), 2)
        server.onRequest = { request in
            server.respond(CoAP.Response(code: .content, payload: request.body.array), to: request.id)
        }
        let client = try endpoint(network, HostAddress(127, 1, 0, 1), 3)
        let body = CBOR.map(["reason": "decline", "user_id": "alice"]).encoded()
        let request = CoAP.Request(
            code: .post, path: ["video", "call", "default", "standup", "reject"], payload: body)
        let cost = try await Cost.of {
            let tasks = (0..<lanes).map { _ in
                Task { @MainActor in
                    for _ in 0..<(count / lanes) { _ = try await client.request(request, to: server.address) }
                }
            }
            for task in tasks { try await task.value }
        }
        try recording?.finish(at: loop.now)
        return Double(count) / cost.cpuSeconds
    }

    private static func endpoint(_ network: Network, _ host: HostAddress, _ seed: UInt64) throws -> CoAPSocket {
        CoAPSocket(
            socket: try network.bind(host: host, port: 5683), scheduler: EventLoop.shared,
            parameters: CoAP.TransmissionParameters(nStart: lanes), generator: SeededGenerator(seed: seed))
    }
}

/// Timers of the loop, each of which sets the next one.
@MainActor
enum Timers {
    private static let count = 1_000_000
    private static let chains = 1_000

    static func perSecond() async -> Double {
        let loop = EventLoop.shared
        let cost = await Cost.of {
            await withCheckedContinuation { continuation in
                var left = count
                @MainActor func next(_ delay: Duration) {
                    loop.schedule(at: loop.now.advanced(by: delay), "benchmark") {
                        left -= 1
                        if left == 0 { continuation.resume() }
                        if left >= chains { next(delay) }
                    }
                }
                for chain in 0..<chains { next(.milliseconds(1 + chain % 37)) }
            }
        }
        return Double(count) / cost.cpuSeconds
    }
}
