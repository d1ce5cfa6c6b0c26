public import Chance
public import Signaling
import Timing

/// The number of retries after transient failures, and the pauses between them (`semantics.md` section 0, rule 4).
public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts, including the first.
    public var attempts: Int
    /// The shortest pause between two attempts.
    public var shortestPause: Duration
    /// The longest pause between two attempts.
    public var longestPause: Duration

    /// Three attempts, 0.25 to 0.5 s apart.
    public static let fastAndSimple = RetryPolicy(
        attempts: 3, shortestPause: .milliseconds(250), longestPause: .milliseconds(500))

    /// Creates a policy.
    public init(attempts: Int, shortestPause: Duration, longestPause: Duration) {
        self.attempts = attempts
        self.shortestPause = shortestPause
        self.longestPause = longestPause
    }

    /// Returns the pause before the next attempt in whole milliseconds.
    public func pause(_ generator: inout SeededGenerator) -> Duration {
        let spread = max(0, longestPause.milliseconds - shortestPause.milliseconds)
        return shortestPause + .milliseconds(Int64.random(in: 0...spread, using: &generator))
    }
}

extension APIError {
    /// True for transient errors, such as a server's own fault or too many requests, and for unknown codes.
    public var isTransient: Bool {
        switch Code(rawValue: code) {
        case .internalError, .rateLimited, .sfuFull, .addressUnproven, nil: true
        case .inputError, .callNotFound, .notAllowed, .tokenExpired, .tokenInvalid, .connectionNotFound, .callEnded,
            .notFound, .methodNotAllowed, .tooLarge, .wrongState, .sessionOver,
            .formatUnsupported, .formatUnavailable, .proofInvalid:
            false
        }
    }
}
