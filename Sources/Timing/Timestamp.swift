/// A date on the wire: milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch of Unix time.
    public let milliseconds: Int64

    /// The date at which every virtual run starts: 2026-01-01T00:00:00Z.
    public static let virtualStart = Timestamp(milliseconds: 1_767_225_600_000)

    /// Creates a date from milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Returns the date `duration` later, truncated to milliseconds and clamped to the range.
    public func advanced(by duration: Duration) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(duration.milliseconds)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: duration < .zero ? .min : .max)
    }

    /// Returns the date of `instant` in a run that started at this date, truncated and clamped.
    public func advanced(to instant: Instant) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(instant.nanoseconds / 1_000_000)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: instant.nanoseconds < 0 ? .min : .max)
    }

    /// Returns the time from this date to `other`, negative when `other` is earlier.
    public func duration(to other: Timestamp) -> Duration {
        let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        guard overflow else { return .milliseconds(difference) }
        return .milliseconds(milliseconds > 0 ? Int64.min : Int64.max)
    }

    /// Returns true when `lhs` is earlier.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }
}
