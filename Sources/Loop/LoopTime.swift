internal import CLinux
import Timing

/// The kind of time of a run.
public enum ClockMode: String, Hashable, Sendable {
    /// Time advances at idle points only, to the next deadline.
    case virtual
    /// Time is monotonic time since the start of the run.
    case real
}

/// The clock of one run.
struct LoopTime {
    let mode: ClockMode
    private(set) var now = Instant.start
    private let monotonicStart = clx_clock_monotonic()
    private let dateAtStart: Timestamp

    init(mode: ClockMode) {
        self.mode = mode
        dateAtStart = mode == .virtual ? .virtualStart : Timestamp(milliseconds: clx_clock_realtime() / 1_000_000)
    }

    var date: Timestamp { dateAtStart.advanced(to: now) }

    /// The exact instant: under the real clock ``now`` does not change during a turn.
    var fresh: Instant {
        mode == .virtual ? now : Instant(nanoseconds: clx_clock_monotonic() - monotonicStart)
    }

    /// Advances the virtual clock.
    mutating func jump(to instant: Instant) {
        now = instant
        show()
    }

    /// Reads the real clock. It has no effect on the virtual one.
    mutating func update() {
        now = fresh
    }

    /// Returns the real time until a deadline.
    func untilReal(_ deadline: Instant) -> Duration {
        max(.zero, fresh.duration(to: deadline))
    }

    /// Makes this thread's `ContinuousClock`, `SuspendingClock`, `Date()` and `clock_gettime` show virtual time.
    ///
    /// A deadline that is computed from the clock, as in `Task.sleep(for:)`, is then exact to the nanosecond, however
    /// long the system suspends the thread between the reading and the sleep.
    func show() {
        guard mode == .virtual else { return LoopTime.showSystem() }
        let start = Instant(nanoseconds: dateAtStart.milliseconds * 1_000_000)
        clx_clock_replace(now.nanoseconds, start.advanced(by: .nanoseconds(now.nanoseconds)).nanoseconds)
    }

    /// Restores this thread's system clocks.
    static func showSystem() {
        clx_clock_restore()
    }
}

/// The processor time of this process. Virtual time does not affect it.
package enum ProcessorTime {
    package static var used: Duration { .nanoseconds(clx_clock_processor()) }
}

/// The system's monotonic clock, for measuring the cost of a run. Virtual time does not affect it.
public enum WallClock {
    /// The time since an arbitrary point. Differences are meaningful.
    public static var now: Duration { .nanoseconds(clx_clock_monotonic()) }
    /// The same in seconds.
    package static var seconds: Double { Double(now.nanoseconds) / 1e9 }
}
