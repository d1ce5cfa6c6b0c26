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

    private var departed: ExpiringMap<Departure, [Withdrawal], Instant>
    private let memory: Duration

    init(memory: Duration, limit: Int = 100_000) {
        self.memory = memory
        departed = ExpiringMap(maxCount: limit)
    }

    /// Adds a session that ended, or a leave from `peer` whose join may still arrive.
    ///
    /// - Parameter withdrawals: The withdrawals that the session's client has not acknowledged.
    mutating func add(
        _ sessionId: String, _ withdrawals: [Withdrawal] = [], from peer: SocketAddress? = nil, at now: Instant
    ) {
        let departure = Departure(sessionId: sessionId, peer: peer)
        guard departed.value(for: departure, at: now) == nil else { return }
        departed.insert(withdrawals, for: departure, until: now.advanced(by: memory), at: now)
    }

    /// Returns the withdrawals that the client of an ended session has not acknowledged.
    mutating func withdrawals(of sessionId: String, at now: Instant) -> [Withdrawal] {
        departed.value(for: Departure(sessionId: sessionId, peer: nil), at: now) ?? []
    }

    mutating func removeExpired(at now: Instant) {
        departed.removeExpired(at: now)
    }

    func contains(_ sessionId: String, from peer: SocketAddress) -> Bool {
        [nil, peer].contains { departed.contains(Departure(sessionId: sessionId, peer: $0)) }
    }
}
