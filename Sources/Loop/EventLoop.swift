public import Timing

/// The process's one event loop: every task, timer and socket of a run happens on it, on one thread, in one order.
///
/// Once ``install()`` has made it the process's Swift executor, `@MainActor` code, plain actors, detached tasks and
/// `Task.sleep` all run here without knowing. One turn of it does the first of these that there is to do:
///
/// 1. run the jobs that are ready, first come, first served (priorities do not count);
/// 2. fire the next timer that is due, by deadline and then by order of scheduling;
/// 3. call for every readable descriptor, in the order of their slots.
///
/// When there is none of these it is a quiet instant: nothing can happen any more before the next deadline, and the
/// clock moves. That is sound because the loopback interface delivers before `sendto` returns (see ``selfTest()``).
@MainActor
public final class EventLoop {
    /// The only loop; it belongs to the thread that first asks for it, which is the one that calls ``install()``.
    public nonisolated static let shared = EventLoop()

    /// Called at every quiet instant, before the clock moves.
    public var onQuiet: (@MainActor (Instant) -> QuietAnswer)?

    /// Called when it is quiet and nothing has a deadline; to proceed from there ends the run with nothing left.
    public var onDeadEnd: (@MainActor (Instant) -> QuietAnswer)?

    /// How many turns may pass without the virtual clock moving before the run counts as going round in circles.
    public var turnLimit = 1_000_000

    /// How many datagrams are known to be under way to sockets of this process; whoever sends and receives them counts.
    ///
    /// While there are any, no instant counts as quiet: should the kernel be late for once, the loop waits for them in
    /// real time, for at most ``patience``, and gives them up after that (``onOverdue``).
    public var underWay = 0

    /// Called when what was under way has not come within ``patience``; ``underWay`` is 0 again by then.
    public var onOverdue: (@MainActor () -> Void)?

    /// The real time for which a quiet instant is put off while datagrams are under way.
    public var patience = Duration.milliseconds(200)

    /// What the loop has done in this run, or in the last one.
    public internal(set) var statistics = LoopStatistics()

    nonisolated let executor = LoopExecutor.shared
    var poller = Poller()
    var timers = TimerQueue<LoopTimer>()
    var time = LoopTime(mode: .real)
    var watches = WatchTable()
    var isRunning = false
    /// Whether the kernel is asked even about what is announced.
    var asksKernelAlways = true
    var hasPassedSelfTest = false
    var ending: EndOfRun?
    /// Turns since the clock last moved, and since descriptors were last looked at.
    var turnsAtInstant = 0
    var turnsWithoutPoll = 0

    private nonisolated init() {}

    /// Makes the loop the executor of the main actor and of all tasks of the process.
    ///
    /// To be called first thing in a synchronous `main`: whatever asks for an executor before it keeps Swift's own.
    public nonisolated static func install() {
        LoopExecutor.install()
    }

    /// Runs `body` with everything that it starts, and answers how that ended.
    ///
    /// Time starts at ``Timing/Instant/start``. Tasks and timers that still wait when the run ends never happen.
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
        // The wake-up takes the first slot, so jobs from other threads come before any socket.
        if watches.count == 0 { watchForeignJobs() }
        time = LoopTime(mode: clock)
        time.show()
        isRunning = true
        asksKernelAlways = clock == .real
        if asksKernelAlways { pollAll() }
        statistics = LoopStatistics()
        ending = nil
        underWay = 0
        turnsAtInstant = 0
        turnsWithoutPoll = 0
    }

    private func cleanUp() {
        statistics.abandonedTasks = executor.readyJobs + timers.inOrder.count(where: \.element.isJob)
        timers = TimerQueue()
        executor.discardAll()
        isRunning = false
        asksKernelAlways = true
        LoopTime.showSystem()
    }

    private func end(_ reason: EndOfRun) {
        if ending == nil { ending = reason }
    }
}
