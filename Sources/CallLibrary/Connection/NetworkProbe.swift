import Sockets
import Timing
import Wire

/// Detects a working network: pings servers once per second until ``stop()``, and reports each response.
///
/// A CoAP ping is an empty message that any endpoint rejects (RFC 7252 section 4.3). A response shows that a server is
/// reachable, and nothing about calls.
@MainActor
final class NetworkProbe {
    /// The time between two rounds of pings.
    static let interval = Duration.seconds(1)
    /// The number of rounds after which a ping without a response is cancelled.
    private static let maxPendingRounds = 3

    private let socket: CoAPSocket
    private let onResponse: @MainActor () -> Void
    private var targets: [SocketAddress] = []
    private var rounds: [[Task<Void, Never>]] = []
    private let next: SingleTimer

    init(socket: CoAPSocket, scheduler: any Scheduler, onResponse: @escaping @MainActor () -> Void) {
        self.socket = socket
        next = SingleTimer(scheduler)
        self.onResponse = onResponse
    }

    /// Pings the given servers from now on.
    func start(_ targets: [SocketAddress]) {
        self.targets = targets
        guard !next.isSet else { return }
        probe()
    }

    func stop() {
        next.cancel()
        for ping in rounds.joined() { ping.cancel() }
        rounds = []
    }

    private func probe() {
        if rounds.count >= Self.maxPendingRounds {
            for ping in rounds.removeFirst() { ping.cancel() }
        }
        rounds.append(targets.map { target in Task { await ping(target) } })
        next.set(after: Self.interval, "search for the network") { [weak self] in self?.probe() }
    }

    private func ping(_ target: SocketAddress) async {
        // A missing response has no effect: the next round sends another ping.
        guard (try? await socket.ping(target)) != nil, next.isSet else { return }
        onResponse()
    }
}
