internal import CProcess
internal import Capture
internal import Glibc
internal import Loop

/// Runs tasks in worker processes, some at once, and hears how they end.
///
/// A worker runs one task after the other, until it says that it is not fit for another one or dies. A task that needs a
/// process for itself gets a fresh worker, which leaves afterwards. Where workers cannot have networks of their own, one
/// works at a time: all runs have the same addresses, which journals and captures show.
struct Supervisor {
    /// Answers the next task with its number, or nil when there is none.
    typealias Next = () -> (number: Int, task: WorkerTask)?

    /// How a run of tasks came to its end.
    enum End {
        /// All tasks ended.
        case done
        /// The caller asked for the end.
        case stopped
        /// The user interrupted it.
        case interrupted
    }

    private let jobs: Int
    /// How many workers there may be, those included that are on their way out.
    private let mostWorkers: Int
    private let options: WorkerOptions
    /// The command line of a worker.
    private let arguments: [String]
    private let signals: Int32
    private var workers: [Worker] = []

    init(jobs: Int, program: String, options: WorkerOptions) throws(FileError) {
        let isApart = CaptureEnvironment.networksAreAvailable
        self.jobs = isApart ? jobs : 1
        // The kernel takes longer to bury a process with its network than most scenarios need: those that only wait
        // for that do not keep others from starting. In a shared network they still hold the addresses.
        mostWorkers = isApart ? 2 * jobs : 1
        self.options = options
        let words = options.words.map { "--\($0.name.rawValue)" + ($0.value.map { "=\($0)" } ?? "") }
        arguments = [program, Verb.worker.rawValue, "--parent=\(getpid())"] + words
        signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
    }

    /// Runs tasks as long as there is a next one, and tells each end as it comes. No process is left behind.
    ///
    /// - Parameters:
    ///   - next: Answers the next task.
    ///   - onEnd: Hears how the task of a number ended, and answers whether to go on.
    mutating func run(next: Next, onEnd: (_ number: Int, WorkerEnd) -> Bool) -> End {
        defer { close(signals) }
        var isWanted = true
        while isWanted {
            let hasMore = assign(next) { isWanted = onEnd($0, $1) && isWanted }
            guard hasMore || workers.contains(where: { $0.job != nil }), isWanted else { break }
            waitForInput()
            guard !wasInterrupted() else {
                discardAll()
                return .interrupted
            }
            killOverdue()
            collect { isWanted = onEnd($0, $1) && isWanted }
        }
        discardAll()
        return isWanted ? .done : .stopped
    }

    private mutating func discardAll() {
        for worker in workers { worker.kill() }
        for worker in workers { worker.reap() }
        workers = []
    }

    /// Gives tasks to as many workers as are to be busy at once; false when there are no more tasks.
    private mutating func assign(_ next: Next, _ onEnd: (Int, WorkerEnd) -> Void) -> Bool {
        while workers.count(where: { !$0.isIdle }) < mostWorkers, workers.count(where: \.isBusy) < jobs {
            guard let (number, task) = next() else {
                for index in workers.indices where workers[index].isIdle { workers[index].dismiss() }
                return false
            }
            if !task.isAlone, giveToIdle(number, task) { continue }
            if let failure = giveToNew(number, task) { onEnd(number, failure) }
        }
        return true
    }

    /// Gives a task to a worker that waits for one; false when there is none.
    private mutating func giveToIdle(_ number: Int, _ task: WorkerTask) -> Bool {
        for index in workers.indices where workers[index].isIdle {
            if workers[index].begin(number, task, limit: options.limit) { return true }
        }
        return false
    }

    private mutating func giveToNew(_ number: Int, _ task: WorkerTask) -> WorkerEnd? {
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
        poll(&polled, nfds_t(polled.count), Int32(min(milliseconds, 60_000)))
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
        for index in workers.indices { workers[index].killIfOverdue(at: now) }
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
