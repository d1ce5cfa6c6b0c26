import Timing

/// A scheduler whose time moves when a test says so.
@MainActor
final class ManualScheduler: Scheduler {
    private(set) var now = Instant.start
    private var timers = TimerQueue<@MainActor () -> Void>()

    var date: Timestamp { Timestamp.virtualStart.advanced(by: Instant.start.duration(to: now)) }

    @discardableResult
    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        WakeID(timer: timers.schedule(action, at: deadline))
    }

    func cancel(_ wake: WakeID) {
        timers.cancel(wake.timer)
    }

    /// How many wake-ups are asked for.
    var pending: Int { timers.count }

    /// Lets time pass and does what falls due.
    func advance(by duration: Duration) {
        now = now.advanced(by: duration)
        while let (_, action) = timers.popDue(at: now) { action() }
    }
}
