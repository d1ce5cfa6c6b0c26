import Timing
import Wire

/// The ids of ended sessions, kept while their datagrams may still arrive.
struct Departures: Sendable {
    private struct Departure: Hashable {
        let sessionId: String
        /// The sender of a leave that preceded its join; nil for a session that had begun.
        let peer: SocketAddress?

        func hash(into hasher: inout Hasher) { hasher.combine(sessionId) }
    }

    private var departed: Set<Departure> = []
    private var order = TimerQueue<Departure>()
    private let memory: Duration
    private let limit: Int

    init(memory: Duration, limit: Int = 100_000) {
        self.memory = memory
        self.limit = limit
    }

    /// Adds a session that ended.
    mutating func add(_ sessionId: String, at now: Instant) {
        insert(Departure(sessionId: sessionId, peer: nil), at: now)
    }

    /// Adds a leave whose join may still arrive.
    mutating func add(_ sessionId: String, from peer: SocketAddress, at now: Instant) {
        insert(Departure(sessionId: sessionId, peer: peer), at: now)
    }

    func contains(_ sessionId: String, from peer: SocketAddress) -> Bool {
        departed.contains(Departure(sessionId: sessionId, peer: nil))
            || departed.contains(Departure(sessionId: sessionId, peer: peer))
    }

    private mutating func insert(_ departure: Departure, at now: Instant) {
        while let old = order.popDue(at: now) { departed.remove(old.element) }
        if departed.count >= limit, let oldest = order.popDue(at: .distantFuture) { departed.remove(oldest.element) }
        guard departed.insert(departure).inserted else { return }
        _ = order.schedule(departure, at: now.advanced(by: memory))
    }
}
