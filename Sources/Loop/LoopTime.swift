internal import CLinux
import Timing

/// Whether the loop's clock jumps from deadline to deadline or is the system's.
public enum ClockMode: String, Hashable, Sendable {
    /// Time moves only when nothing else can happen, and at once.
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

    /// The instant as exact as can be: under the real clock ``now`` stands still during a turn.
    var fresh: Instant {
        mode == .virtual ? now : Instant(nanoseconds: clx_clock_monotonic() - monotonicStart)
    }

    /// Moves the virtual clock.
    mutating func jump(to instant: Instant) {
        now = instant
        show()
    }

    /// Reads the real clock; without effect on the virtual one.
    mutating func update() {
        now = fresh
    }

    /// The real time that is left until a deadline.
    func untilReal(_ deadline: Instant) -> Duration {
        max(.zero, fresh.duration(to: deadline))
    }

    /// Makes this thread's `ContinuousClock`, `SuspendingClock`, `Date()` and `clock_gettime` show the virtual time.
    ///
    /// What computes a deadline from the clock, as `Task.sleep(for:)` does, is so exact to the nanosecond, however long
    /// the system keeps the thread waiting between the reading and the sleep.
    func show() {
        guard mode == .virtual else { return LoopTime.showSystem() }
        let start = Instant(nanoseconds: dateAtStart.milliseconds * 1_000_000)
        clx_clock_replace(now.nanoseconds, start.advanced(by: .nanoseconds(now.nanoseconds)).nanoseconds)
    }

    /// Makes this thread's clocks the system's again.
    static func showSystem() {
        clx_clock_restore()
    }
}

/// The system's own monotonic clock, for measuring what a run costs; under the virtual clock nothing else shows it.
public enum WallClock {
    /// The time since an arbitrary point; differences count.
    public static var now: Duration { .nanoseconds(clx_clock_monotonic()) }
}
