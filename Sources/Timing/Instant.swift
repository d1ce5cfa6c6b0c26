/// A point on the run's time line, counted from its start.
///
/// Under the virtual clock it moves only when nothing else can happen; under the real clock it is monotonic time
/// since the loop started.
public struct Instant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the start of the run.
    public let nanoseconds: Int64

    /// The first instant of every run.
    public static let start = Instant(nanoseconds: 0)

    /// The last instant that can be told; what is due then never happens.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// Makes the instant that many nanoseconds after the start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The instant `duration` later, held at the ends of the range instead of overflowing.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        guard overflow else { return Instant(nanoseconds: sum) }
        return Instant(nanoseconds: duration < .zero ? .min : .max)
    }

    /// The time from here to `other`, negative when `other` is earlier.
    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds.subtractingSaturating(nanoseconds))
    }

    /// The order of time.
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
    /// The whole duration in nanoseconds, held at the ends of `Int64` instead of overflowing.
    public var nanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }

    /// Whole milliseconds, cut towards zero.
    public var milliseconds: Int64 {
        nanoseconds / 1_000_000
    }

    /// Seconds with three decimals, such as `12.500 s`; finer than a millisecond shows six.
    public var inSeconds: String {
        let total = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        let finer = total % 1_000_000 != 0
        let fraction = finer ? total % 1_000_000_000 / 1000 : total % 1_000_000_000 / 1_000_000
        let digits = String(fraction)
        let padding = String(repeating: "0", count: (finer ? 6 : 3) - digits.count)
        return "\(sign)\(total / 1_000_000_000).\(padding)\(digits) s"
    }
}

extension Int64 {
    fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other > 0 ? .min : .max
    }
}
