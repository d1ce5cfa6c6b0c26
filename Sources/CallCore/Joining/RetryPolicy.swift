public import Chance
public import Signaling
import Timing

/// How often, and after which pauses, a request that failed for a passing reason is made again
/// (`semantics.md` section 0, rule 4).
public struct RetryPolicy: Hashable, Sendable {
    /// How many attempts there are, the first one included.
    public var attempts: Int
    /// The shortest pause between two attempts.
    public var shortestPause: Duration
    /// The longest pause between two attempts.
    public var longestPause: Duration

    /// Three attempts, 0.25 to 0.5 s apart.
    public static let fastAndSimple = RetryPolicy(
        attempts: 3, shortestPause: .milliseconds(250), longestPause: .milliseconds(500))

    /// Describes a policy.
    public init(attempts: Int, shortestPause: Duration, longestPause: Duration) {
        self.attempts = attempts
        self.shortestPause = shortestPause
        self.longestPause = longestPause
    }

    /// The pause before the next attempt, whole milliseconds.
    public func pause(_ generator: inout SeededGenerator) -> Duration {
        let spread = max(0, longestPause.milliseconds - shortestPause.milliseconds)
        return shortestPause + .milliseconds(Int64.random(in: 0...spread, using: &generator))
    }
}

extension APIError {
    /// Whether the same request may succeed a moment later: the server's own faults and too many requests.
    public var mayPass: Bool {
        switch Code(rawValue: code) {
        case .internalError, .rateLimited, .sfuFull, .addressUnproven, nil: true
        case .inputError, .callNotFound, .notAllowed, .tokenExpired, .tokenInvalid, .connectionNotFound, .callEnded,
            .notFound, .methodNotAllowed, .tooLarge, .wrongState, .sessionOver,
            .formatUnsupported, .formatUnavailable:
            false
        }
    }
}
