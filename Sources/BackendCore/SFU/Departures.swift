import Timing
import Wire

/// The session ids that are over, for as long as a datagram of theirs may still arrive.
struct Departures: Sendable {
    private struct Departure: Hashable {
        let sessionId: String
        /// Who said so, where nobody had joined under the id: another client's join is another matter.
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

    /// A stay ended.
    mutating func add(_ sessionId: String, at now: Instant) {
        insert(Departure(sessionId: sessionId, peer: nil), at: now)
    }

    /// A client left that had not joined; its join may still be on the way.
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
