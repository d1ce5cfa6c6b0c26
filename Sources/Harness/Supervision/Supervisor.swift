internal import CProcess
internal import Capture
internal import Glibc
internal import Loop

/// Runs tasks in worker processes, several at once, and reports their ends.
///
/// A worker runs tasks in sequence, until it is not fit for another one or dies. A task that needs its own process gets
/// a new worker, which ends afterwards. Without separate networks only one worker runs at a time: all runs have the
/// same addresses, which journals and captures show.
struct Supervisor {
    /// Returns the next task with its number, or nil after the last.
    typealias Next = () -> (number: Int, task: WorkerTask)?

    /// The end of a number of tasks.
    enum End {
        /// All tasks have ended.
        case done
        /// The caller requested the end.
        case stopped
        /// The user interrupted the run.
        case interrupted
    }

    private let jobs: Int
    /// The maximum number of workers, including those that are ending.
    private let maxWorkers: Int
    private let options: WorkerOptions
    /// The command line of a worker.
    private let arguments: [String]
    private let signals: Int32
    private var workers: [Worker] = []
    /// The instant of the last check of the workers' limits.
    private var lastCheck = WallClock.seconds
    /// The program was suspended when more seconds lie between two checks, which follow each other within a second.
    private static let longestWait = 5.0

    init(jobs: Int, program: String, options: WorkerOptions) throws(FileError) {
        let isApart = CaptureEnvironment.networksAreAvailable
        self.jobs = isApart ? jobs : 1
        // The kernel takes longer to reap a process with its network than most scenarios take. Processes that only wait
        // for that do not delay others. In a shared network they still hold the addresses.
        maxWorkers = isApart ? 2 * jobs : 1
        self.options = options
        arguments = [program, Verb.worker.rawValue, "--parent=\(getpid())"] + options.commandWords
        signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
    }

    /// Runs tasks while there is a next one, and reports each end. No process remains afterwards.
    ///
    /// - Parameters:
    ///   - next: Returns the next task.
    ///   - onEnd: Called with the number and the end of a task; returns true to continue.
    ///   - beat: Called at least once a second.
    mutating func run(next: Next, onEnd: (_ number: Int, WorkerEnd) -> Bool, beat: () -> Void = {}) -> End {
        let end = work(next: next, onEnd: onEnd, beat: beat)
        finish()
        return end
    }

    /// Ends all workers. The supervisor cannot run tasks afterwards.
    mutating func finish() {
        discardAll()
        close(signals)
    }

    /// Runs tasks like ``run(next:onEnd:beat:)``.
    ///
    /// - Parameter keepsWorkers: True when idle workers are kept for the tasks of another call.
    mutating func work(
        keepsWorkers: Bool = false, next: Next, onEnd: (_ number: Int, WorkerEnd) -> Bool, beat: () -> Void = {}
    ) -> End {
        var isWanted = true
        while isWanted {
            let hasMore = assign(keepsWorkers, next) { isWanted = onEnd($0, $1) && isWanted }
            guard hasMore || workers.contains(where: { $0.job != nil }), isWanted else { break }
            beat()
            waitForInput()
            guard !wasInterrupted() else {
                // The end of a task would otherwise count as that of a later call's task.
                discardAll()
                return .interrupted
            }
            killOverdue()
            collect { isWanted = onEnd($0, $1) && isWanted }
        }
        return isWanted ? .done : .stopped
    }

    private mutating func discardAll() {
        for worker in workers { worker.kill() }
        for worker in workers { worker.reap() }
        workers = []
    }

    /// Assigns tasks up to the limit of busy workers; returns false when there are no more tasks.
    private mutating func assign(
        _ keepsWorkers: Bool, _ next: Next, _ onEnd: (Int, WorkerEnd) -> Void
    ) -> Bool {
        while workers.count(where: { !$0.isIdle }) < maxWorkers, workers.count(where: \.isBusy) < jobs {
            guard let (number, task) = next() else {
                for index in workers.indices where workers[index].isIdle && !keepsWorkers { workers[index].dismiss() }
                return false
            }
            if !task.isAlone, assignToIdleWorker(number, task) { continue }
            if let failure = assignToNewWorker(number, task) { onEnd(number, failure) }
        }
        return true
    }

    /// Assigns a task to an idle worker. Returns false when every worker is busy.
    private mutating func assignToIdleWorker(_ number: Int, _ task: WorkerTask) -> Bool {
        for index in workers.indices where workers[index].isIdle {
            if workers[index].begin(number, task, limit: options.limit) { return true }
            // It may have received a part of the task.
            workers[index].dismiss()
        }
        return false
    }

    private mutating func assignToNewWorker(_ number: Int, _ task: WorkerTask) -> WorkerEnd? {
        let (started, failure) = Worker.start(arguments, options.memory)
        guard var worker = started else { return failure }
        guard worker.begin(number, task, limit: options.limit) else {
            worker.kill()
            worker.reap()
            return WorkerEnd(way: .unstartable(reason: "it ended at once"))
        }
        workers.append(worker)
        return nil
    }

    private func waitForInput() {
        let deadline = workers.compactMap(\.deadline).min() ?? .infinity
        let descriptors = workers.flatMap { [$0.channel, $0.output] } + [signals]
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let milliseconds = max(0, (deadline - WallClock.seconds) * 1000).rounded(.up)
        poll(&polled, nfds_t(polled.count), Int32(min(milliseconds, 1_000)))
    }

    private func wasInterrupted() -> Bool {
        var isInterrupted = false
        while true {
            let signal = cpr_signals_next(signals)
            guard signal != 0 else { return isInterrupted }
            if signal != SIGCHLD { isInterrupted = true }
        }
    }

    private mutating func killOverdue() {
        let now = WallClock.seconds
        let pause = now - lastCheck
        lastCheck = now
        for index in workers.indices {
            if pause > Self.longestWait { workers[index].resume(after: pause, at: now) }
            workers[index].killIfOverdue(at: now)
        }
    }

    private mutating func collect(_ onEnd: (Int, WorkerEnd) -> Void) {
        var left: [Worker] = []
        for var worker in workers {
            if let (number, end) = worker.listen() { onEnd(number, end) }
            let (isGone, ended) = worker.reaped()
            if let (number, end) = ended { onEnd(number, end) }
            if !isGone { left.append(worker) }
        }
        workers = left
    }
}
