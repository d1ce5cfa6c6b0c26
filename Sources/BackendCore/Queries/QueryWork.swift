import Signaling

/// Counts the values that a filter compares. A filter beyond the limit matches nothing more, so that one query delays
/// the requests of others by a bounded time only.
struct QueryWork {
    /// The maximum number of comparisons of one query.
    static let maxComparisons = 250_000
    /// The maximum number of comparisons of a guest's query.
    static let maxComparisonsOfGuest = 25_000
    /// The maximum number of comparisons of a watched query with one new call, and of a guest's watched query.
    static let maxWatching = (byAnyUser: 10_000, byGuest: 100)
    /// The number of comparisons that count as one request.
    static let perRequest = 10_000

    private(set) var count = 0
    /// True when a comparison was beyond the limit.
    private(set) var isTooMuch = false
    /// The maximum number of comparisons.
    let limit: Int

    init(limit: Int = Self.maxComparisons) {
        self.limit = limit
    }

    /// Starts a query of a user.
    init(of user: User) {
        self.init(limit: user.role == CallRole.guest ? Self.maxComparisonsOfGuest : Self.maxComparisons)
    }

    /// Counts comparisons. Returns false when they must not be made.
    mutating func take(_ comparisons: Int) -> Bool {
        guard !isTooMuch, count + comparisons <= limit else {
            isTooMuch = true
            return false
        }
        count += comparisons
        return true
    }
}
