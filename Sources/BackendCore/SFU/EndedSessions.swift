import Containers
import Timing
import Wire

/// The ids of ended sessions, kept while their datagrams may still arrive.
struct EndedSessions: Sendable {
    private struct Departure: Hashable, MapKey {
        let sessionId: String
        /// The sender of a leave that preceded its join; nil for a session that had begun.
        let peer: SocketAddress?
    }

    private var departed: ExpiringMap<Departure, Void, Instant>
    private let memory: Duration

    init(memory: Duration, limit: Int = 100_000) {
        self.memory = memory
        departed = ExpiringMap(maxCount: limit)
    }

    /// Adds a session that ended, or a leave from `peer` whose join may still arrive.
    mutating func add(_ sessionId: String, from peer: SocketAddress? = nil, at now: Instant) {
        let departure = Departure(sessionId: sessionId, peer: peer)
        guard departed.value(for: departure, at: now) == nil else { return }
        departed.insert((), for: departure, until: now.advanced(by: memory), at: now)
    }

    mutating func removeExpired(at now: Instant) {
        departed.removeExpired(at: now)
    }

    func contains(_ sessionId: String, from peer: SocketAddress) -> Bool {
        [nil, peer].contains { departed.contains(Departure(sessionId: sessionId, peer: $0)) }
    }
}
