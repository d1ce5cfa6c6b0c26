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

    init(_ limit: RateLimit?) {
        self.limit = limit
    }

    /// Takes a request of a user, or refuses it.
    mutating func take(_ userId: String, at now: Instant) throws(APIError) {
        guard let limit else { return }
        let interval = limit.window / limit.requests
        let next = max(due[userId] ?? now, now).advanced(by: interval)
        guard now.duration(to: next) <= limit.window else {
            throw .rateLimited(userId, limit, retryAfter: now.duration(to: next) - limit.window)
        }
        due[userId] = next
    }
}
