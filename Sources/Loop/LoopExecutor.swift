internal import Containers
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

// All uses of Swift's experimental interfaces for custom executors are in this file.

/// A piece of work that is ready to run.
enum ReadyJob {
    /// A task, up to its next suspension.
    case task(UnownedJob)
    case action(@MainActor () -> Void)
}

/// The executor of the main actor and of all tasks. It queues their jobs for the event loop.
final class LoopExecutor: @unchecked Sendable {
    // Sound: `jobs` belongs to the thread that created the executor; other threads use `foreign`, which locks.

    static let shared = LoopExecutor()

    let foreign = ForeignJobs()
    private let thread = ThreadIdentity.current
    private var jobs = RingBuffer<ReadyJob>()

    /// Makes it the process's executor. Code that obtained an executor before keeps Swift's own.
    static func install() {
        _createExecutors(factory: LoopExecutors.self)
    }

    static var isInstalled: Bool {
        MainActor.executor === shared && Task.defaultExecutor === shared
    }

    var isOnItsThread: Bool { thread.isCurrent }
    var readyJobs: Int { jobs.count }

    /// Adds a ready job, on the loop's thread.
    func add(_ job: ReadyJob) {
        jobs.append(job)
    }

    /// Runs the first ready job. Returns false when there is none.
    @MainActor
    func runNext() -> Bool {
        switch jobs.popFirst() {
        case .task(let job): run(job)
        case .action(let action): action()
        case nil: return false
        }
        return true
    }

    func run(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    func discardAll() {
        // Releasing an action may release objects that enqueue more jobs.
        var discarded = RingBuffer<ReadyJob>()
        swap(&jobs, &discarded)
    }
}

private struct LoopExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { LoopExecutor.shared }
    static var defaultExecutor: any TaskExecutor { LoopExecutor.shared }
}

extension LoopExecutor: MainExecutor, TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard thread.isCurrent else { return foreign.add(job, after: nil) }
        jobs.append(.task(job))
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    func isIsolatingCurrentContext() -> Bool? {
        thread.isCurrent
    }

    func checkIsolated() {
        precondition(thread.isCurrent, "The main actor's code runs on the event loop's thread only")
    }

    /// Called by Swift for an asynchronous `main`, until ``stop()``.
    func run() throws {
        EventLoop.shared.runUntilStopped()
    }

    func stop() {
        EventLoop.shared.stop()
    }
}

extension LoopExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        let job = UnownedJob(job)
        // Every clock of Swift uses Swift.Duration. Other units are unknown here.
        let delay = delay as? Duration ?? .zero
        guard thread.isCurrent else { return foreign.add(job, after: delay) }
        MainActor.assumeIsolated { EventLoop.shared.add(job, after: delay) }
    }

    /// Under the virtual clock Swift's clocks show the loop's time, so the remaining duration is exact.
    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
}
