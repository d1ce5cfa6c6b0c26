/// A point in time, counted from the start of a run.
///
/// Under the virtual clock it advances only at an idle point. Under the real clock it is monotonic time since the
/// loop started.
public struct Instant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the start of the run.
    public let nanoseconds: Int64

    /// The first instant of every run.
    public static let start = Instant(nanoseconds: 0)

    /// The latest representable instant. A timer that is due then never fires.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// Creates the instant `nanoseconds` after the start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Returns the instant `duration` later, clamped to the range.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        guard overflow else { return Instant(nanoseconds: sum) }
        return Instant(nanoseconds: duration < .zero ? .min : .max)
    }

    /// Returns the time from this instant to `other`, negative when `other` is earlier.
    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds.subtractingSaturating(nanoseconds))
    }

    /// Returns true when `lhs` is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }
}

extension Instant: CustomStringConvertible {
    /// Seconds since the start with three decimals, such as `12.500 s`.
    public var description: String {
        Duration.nanoseconds(nanoseconds).inSeconds
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to `Int64`.
    public var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }

    /// The duration in whole milliseconds, truncated toward zero.
    public var milliseconds: Int64 {
        nanoseconds / 1_000_000
    }

    /// The duration in seconds with three decimals, such as `12.500 s`, or six when it has a fraction of a
    /// millisecond.
    public var inSeconds: String {
        seconds(decimals: nanoseconds % 1_000_000 == 0 ? 3 : 6) + " s"
    }

    /// Seconds with exactly so many decimals, at most nine; further ones are cut off.
    package func seconds(decimals places: Int) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(1_000_000_000 + rest).dropFirst().prefix(places)
        return "\(nanoseconds < 0 ? "-" : "")\(whole)\(places > 0 ? "." : "")\(digits)"
    }
}

extension Int64 {
    fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other > 0 ? .min : .max
    }
}
