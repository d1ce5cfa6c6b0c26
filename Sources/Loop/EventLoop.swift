package import Timing

/// The process's event loop: every task, timer and socket of a run is served on one thread, in one order.
///
/// After ``install()``, `@MainActor` code, default actors, detached tasks and `Task.sleep` run here without changes.
/// One turn does the first of these for which there is work:
///
/// 1. run the ready jobs, first in, first out (priorities are ignored);
/// 2. fire the next due timer, by deadline and then by order of scheduling;
/// 3. call the readers of readable descriptors, in the order of their slots.
///
/// A turn without work is an idle point: no event can happen before the next deadline, and the clock advances. This
/// holds because the loopback interface delivers before `sendto` returns (see ``selfTest()``).
@MainActor
public final class EventLoop {
    /// The only loop. It belongs to the thread of the first access, which is the one that calls ``install()``.
    public nonisolated static let shared = EventLoop()

    /// Called at every idle point, before the clock advances.
    package var onQuiet: (@MainActor (Instant) -> QuietAnswer)?

    /// Called at an idle point without any deadline. `proceed` then ends the run with ``EndOfRun/nothingLeft``.
    package var onDeadEnd: (@MainActor (Instant) -> QuietAnswer)?

    /// Makes each free decision: it returns the number of what comes next. Nil stands for zero, the usual order.
    package var choose: (@MainActor (FreeChoice) -> Int)?

    /// The limit of turns within ``turnWindow`` of the virtual clock.
    package var turnLimit = 1_000_000

    /// The datagrams that postpone an idle point.
    package var inFlight = InFlight()

    /// The counts of this run, or of the last one.
    package internal(set) var statistics = LoopStatistics()

    nonisolated let executor = LoopExecutor.shared
    var poller = Poller()
    var timers = TimerQueue<LoopTimer>()
    var time = LoopTime(mode: .real)
    var watches = WatchTable()
    var isRunning = false
    var hasPassedSelfTest = false
    var ending: EndOfRun?
    /// The number of turns since ``windowStart``, and since descriptors were last polled.
    var turnsInWindow = 0
    var turnsWithoutPoll = 0
    /// The instant since which turns are counted.
    var windowStart = Instant.start

    private nonisolated init() {}

    /// Makes the loop the executor of the main actor and of all tasks of the process.
    ///
    /// Call it first in a synchronous `main`. Code that obtains an executor before keeps Swift's own.
    public nonisolated static func install() {
        LoopExecutor.install()
    }

    /// True when the loop is the process's executor.
    public nonisolated static var isInstalled: Bool { LoopExecutor.isInstalled }

    /// Runs `body` and everything that it starts, and returns the reason for the end.
    ///
    /// Time starts at ``Timing/Instant/start``. Tasks and timers that are pending at the end never run.
    public nonisolated func run(clock: ClockMode, _ body: @escaping @MainActor () async -> Void) -> EndOfRun {
        precondition(LoopExecutor.isInstalled, "EventLoop.install() must be called before anything is run")
        return MainActor.assumeIsolated {
            begin(clock)
            defer { cleanUp() }
            Task {
                await body()
                end(.finished)
            }
            return drive()
        }
    }

    /// Ends the run before the next job, timer or datagram.
    public nonisolated func stop() {
        guard executor.isOnItsThread else {
            Task { @MainActor in end(.stopped) }
            return
        }
        MainActor.assumeIsolated { end(.stopped) }
    }

    /// Runs under the real clock until ``stop()``.
    nonisolated func runUntilStopped() {
        MainActor.assumeIsolated {
            begin(.real)
            defer { cleanUp() }
            _ = drive()
        }
    }

    private func begin(_ clock: ClockMode) {
        // The wake-up takes the first slot, so that jobs from other threads precede every socket.
        if watches.count == 0 { watchForeignJobs() }
        time = LoopTime(mode: clock)
        time.show()
        isRunning = true
        inFlight.asksKernel = clock == .real
        if inFlight.asksKernel { pollAll() }
        statistics = LoopStatistics()
        ending = nil
        inFlight.count = 0
        turnsInWindow = 0
        windowStart = .start
        turnsWithoutPoll = 0
    }

    private func cleanUp() {
        statistics.abandonedTasks = executor.readyJobs + timers.inOrder.count(where: \.element.isJob)
        timers = TimerQueue()
        executor.discardAll()
        isRunning = false
        inFlight.asksKernel = true
        LoopTime.showSystem()
    }

    private func end(_ reason: EndOfRun) {
        if ending == nil { ending = reason }
    }
}
