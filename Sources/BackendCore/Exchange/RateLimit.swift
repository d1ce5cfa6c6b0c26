import Signaling
import Timing

/// How many requests of one user a server takes.
public struct RateLimit: Hashable, Sendable {
    /// So many at once, and in every ``window`` on average.
    public var requests: Int
    /// In how long.
    public var window: Duration

    /// Describes a limit; a thousand in ten seconds unless told otherwise.
    public init(requests: Int = 1000, window: Duration = .seconds(10)) {
        self.requests = max(1, requests)
        self.window = max(window, .nanoseconds(1))
    }
}

/// Counts the requests of each user against a limit, with one instant a user: when all of theirs would have come at
/// the limit's own pace (the generic cell rate algorithm of ITU-T I.371).
struct RateLimiter: Sendable {
    private let limit: RateLimit?
    private var due: [String: Instant] = [:]
    /// The number of users above which those are dropped that are within their limit again.
    private var countBeforePruning = Self.leastPruned

    private static let leastPruned = 1024

    init(_ limit: RateLimit?) {
        self.limit = limit
    }

    /// The number of users with a kept instant.
    var count: Int { due.count }

    /// Takes a request of a user, or refuses it. A request that costs more than others counts as several.
    mutating func take(_ userId: String, cost: Int = 1, at now: Instant) throws(APIError) {
        guard let limit else { return }
        let interval = limit.window / limit.requests * min(cost, limit.requests)
        let next = max(due[userId] ?? now, now).advanced(by: interval)
        guard now.duration(to: next) <= limit.window else {
            throw .rateLimited(userId, limit, retryAfter: now.duration(to: next) - limit.window)
        }
        due[userId] = next
        prune(at: now)
    }

    /// Drops users whose instant is over, each time that their number has doubled.
    private mutating func prune(at now: Instant) {
        guard due.count > countBeforePruning else { return }
        due = due.filter { $0.value > now }
        countBeforePruning = max(Self.leastPruned, due.count * 2)
    }
}
