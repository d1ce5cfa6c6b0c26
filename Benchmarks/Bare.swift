import Chance
import Loop
import Sockets
import Timing
import Wire

/// The cost of the datagrams of a call when nothing is decided: the floor under ``Calls``.
@MainActor
enum Bare {
    private static let count = 2_000
    /// The datagrams of a call: eight requests with their answers, two that open streams, and five notifications.
    private static let datagramsForACall = 30
    private static let request = [UInt8](repeating: 0, count: 60)
    private static let answer = [UInt8](repeating: 0, count: 500)

    /// Datagrams between two sockets of the network, as many as a call takes; in calls a second.
    static func datagrams() async throws -> Double {
        let network = Network(loop: .shared, randomStream: RandomStream(seed: 1))
        defer { network.close() }
        let near = try network.bind(host: HostAddress(127, 1, 0, 1), port: 5683)
        let far = try network.bind(host: HostAddress(127, 0, 0, 1), port: 5683)
        let cost = await Cost.of {
            await withCheckedContinuation { continuation in
                var left = count * datagramsForACall / 2
                far.onDatagram = { [weak far] bytes, peer in far?.send(bytes, to: peer) }
                near.onDatagram = { [weak near] _, peer in
                    left -= 1
                    guard left > 0 else { return continuation.resume() }
                    near?.send(answer, to: peer)
                }
                near.send(answer, to: far.address)
            }
        }
        return Double(count) / cost.cpuSeconds
    }

    /// The same datagrams as messages of CoAP with unread bodies, in calls a second.
    static func messages() async throws -> Double {
        let network = Network(loop: .shared, randomStream: RandomStream(seed: 1))
        defer { network.close() }
        let server = try endpoint(network, HostAddress(127, 0, 0, 1), 2)
        // The caller gets two notifications, and the callee three.
        let caller = HostAddress(127, 1, 0, 1)
        let clients = try [
            endpoint(network, caller, 3), endpoint(network, HostAddress(127, 1, 0, 2), 4),
        ]
        var callers: Set<CoAP.ObserverID> = []
        server.onRequest = { request in
            let isStream = request.observe == .register
            server.respond(
                CoAP.Response(code: .content, payload: answer, observer: isStream), to: request.id)
            guard isStream else { return }
            if request.peer.host == caller { callers.insert(request.observer) }
            for _ in 0..<(request.peer.host == caller ? 2 : 3) {
                server.notify(CoAP.Response(code: .content, payload: answer), observer: request.observer)
            }
        }
        server.onAcknowledged = { observer, notification in
            guard notification.rawValue == (callers.contains(observer) ? 2 : 3) else { return }
            callers.remove(observer)
            server.removeObserver(observer)
        }
        let cost = try await Cost.of {
            for _ in 0..<count {
                for client in clients { try await halfACall(client, with: server.address) }
            }
        }
        let sent = network.ledger.sent
        precondition(sent == count * datagramsForACall, "\(sent) datagrams in \(count) calls")
        return Double(count) / cost.cpuSeconds
    }

    /// Opens a stream, asks four times, and forgets the stream, as the server does behind its last notification.
    private static func halfACall(_ client: CoAPSocket, with server: SocketAddress) async throws {
        let path = ["video", "call", "default", "standup", "join"]
        let (_, observation) = try await client.observe(
            CoAP.Request(code: .fetch, path: path, payload: request), to: server, onNotification: { _ in },
            onEnd: { _ in })
        for _ in 0..<4 {
            _ = try await client.request(CoAP.Request(code: .post, path: path, payload: request), to: server)
        }
        observation.forget()
    }

    private static func endpoint(_ network: Network, _ host: HostAddress, _ seed: UInt64) throws -> CoAPSocket {
        CoAPSocket(
            socket: try network.bind(host: host, port: 5683), scheduler: EventLoop.shared,
            generator: SeededGenerator(seed: seed))
    }
}
