import Signaling
import Timing

/// The limit of one user's requests at a server.
package struct RateLimit: Hashable, Sendable {
    /// The maximum number of requests at once, and in every ``window`` on average.
    package var requests: Int
    /// The duration of a window.
    package var window: Duration

    /// Creates a limit, by default a thousand requests in ten seconds.
    package init(requests: Int = 1000, window: Duration = .seconds(10)) {
        self.requests = max(1, requests)
        self.window = max(window, .nanoseconds(1))
    }
}

/// Counts the requests of each user against a limit. Keeps one instant per user, at which all of the user's requests
/// would have arrived at the limit's pace (the generic cell rate algorithm of ITU-T I.371).
struct RateLimiter: Sendable {
    private let limit: RateLimit?
    private var due: [String: Instant] = [:]
    /// The number of users above which users within their limit are dropped.
    private var countBeforePruning = Self.leastPruned

    private static let leastPruned = 1024

    init(_ limit: RateLimit?) {
        self.limit = limit
    }

    /// The number of users whose instant is kept.
    var count: Int { due.count }

    /// Counts a request of a user, or refuses it. An expensive request counts as several.
    mutating func take(_ userId: String, cost: Int = 1, at now: Instant) throws(APIError) {
        guard let limit else { return }
        let next = instant(after: cost, of: userId, limit, at: now)
        guard now.duration(to: next) <= limit.window else {
            throw .rateLimited(userId, limit, retryAfter: now.duration(to: next) - limit.window)
        }
        due[userId] = next
        prune(at: now)
    }

    /// Counts a request that was served as further requests, also beyond the limit.
    mutating func charge(_ userId: String, cost: Int, at now: Instant) {
        guard let limit else { return }
        due[userId] = instant(after: cost, of: userId, limit, at: now)
    }

    private func instant(after cost: Int, of userId: String, _ limit: RateLimit, at now: Instant) -> Instant {
        let interval = limit.window / limit.requests * min(cost, limit.requests)
        return max(due[userId] ?? now, now).advanced(by: interval)
    }

    /// Drops users whose instant has passed, each time that their number has doubled.
    private mutating func prune(at now: Instant) {
        if due.count > countBeforePruning { removeExpired(at: now) }
    }

    /// Drops users whose instant has passed.
    mutating func removeExpired(at now: Instant) {
        due = due.filter { $0.value > now }
        countBeforePruning = max(Self.leastPruned, due.count * 2)
    }
}
