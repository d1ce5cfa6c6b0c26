import Dispatch
public import Timing

/// Time and wake-ups on Swift's own main executor, under the real clock.
///
/// For programs that do not install an ``EventLoop``.
@MainActor
public final class MainScheduler: Scheduler {
    /// The scheduler of the process.
    public static let shared = MainScheduler()

    private var time = LoopTime(mode: .real)
    private var timers = TimerQueue<@MainActor () -> Void>()
    /// The task that sleeps until the first deadline.
    private var sleeper: (deadline: Instant, task: Task<Void, Never>)?

    private init() {}

    /// The present instant.
    public var now: Instant { time.fresh }

    /// The present date.
    public var date: Timestamp {
        time.update()
        return time.date
    }

    /// Runs `action` at `deadline`, or as soon as possible when that has passed.
    @discardableResult
    public func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        let wake = WakeID(timer: timers.schedule(action, at: deadline))
        sleepUntilNextDeadline()
        return wake
    }

    /// Cancels a wake-up; without effect when it has happened.
    public func cancel(_ wake: WakeID) {
        timers.cancel(wake.timer)
        sleepUntilNextDeadline()
    }

    private func sleepUntilNextDeadline() {
        let deadline = timers.nextDeadline
        guard deadline != sleeper?.deadline else { return }
        sleeper?.task.cancel()
        sleeper = deadline.map { ($0, sleep(for: time.untilReal($0))) }
    }

    private func sleep(for duration: Duration) -> Task<Void, Never> {
        Task {
            do {
                try await Task.sleep(for: duration)
                runDueActions()
            } catch {
                // Another deadline is the first one now.
            }
        }
    }

    private func runDueActions() {
        sleeper = nil
        while let due = timers.popDue(at: now) { due.element() }
        sleepUntilNextDeadline()
    }
}

/// Calls a function on the main actor whenever a descriptor is readable; needs Swift's own main executor.
@MainActor
public final class MainQueueWatch {
    private let source: any DispatchSourceRead

    /// Starts to watch the descriptor.
    public init(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { onReadable() } }
        source.activate()
    }

    /// Stops watching; the descriptor may be closed in `onEnd`, not before.
    public func cancel(_ onEnd: @escaping @MainActor () -> Void) {
        source.setCancelHandler { MainActor.assumeIsolated { onEnd() } }
        source.cancel()
    }
}
