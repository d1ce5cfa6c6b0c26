internal import CProcess
internal import Glibc

/// Runs tasks in worker processes, some at once and each in a fresh one, and hears how they end.
struct Supervisor {
    /// Makes a worker's arguments from its task's number and its place among the workers.
    typealias Arguments = (_ task: Int, _ lane: Int) -> [String]

    /// How a run of tasks came to its end.
    enum End {
        /// All tasks ended.
        case done
        /// Whoever hears of ends wanted no more.
        case stopped
        /// The user interrupted it.
        case interrupted
    }

    private let jobs: Int
    private let limit: Double
    private let arguments: Arguments
    private let signals: Int32
    private var workers: [Worker] = []

    init(jobs: Int, limit: Double, arguments: @escaping Arguments) throws(FileError) {
        self.jobs = jobs
        self.limit = limit
        self.arguments = arguments
        signals = cpr_signals_open()
        guard signals >= 0 else { throw FileError(path: "the descriptor of signals", doing: "opened", number: errno) }
    }

    /// Runs tasks as long as there is a next one, and tells each end as it comes. No process is left behind.
    ///
    /// - Parameters:
    ///   - next: Answers the next task, or nil when there is none.
    ///   - onEnd: Hears how a task ended, and answers whether to go on.
    mutating func run(next: () -> Int?, onEnd: (_ task: Int, WorkerEnd) -> Bool) -> End {
        defer { close(signals) }
        var isWanted = true
        while isWanted {
            startWorkers(next) { isWanted = onEnd($0, $1) && isWanted }
            guard !workers.isEmpty, isWanted else { break }
            waitForNews()
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
        for worker in workers { worker.discard() }
        workers = []
    }

    private mutating func startWorkers(_ next: () -> Int?, _ onEnd: (Int, WorkerEnd) -> Void) {
        // The kernel takes longer to bury a process with its network than most scenarios need: those that only wait
        // for that do not keep others from starting.
        while workers.count < 2 * jobs, workers.count(where: { !$0.isLeaving }) < jobs, let task = next() {
            let taken = Set(workers.map(\.lane))
            let lane = (0..<2 * jobs).first { !taken.contains($0) } ?? 0
            let (worker, failure) = Worker.start(arguments(task, lane), task: task, lane: lane, limit: limit)
            if let worker { workers.append(worker) }
            if let failure { onEnd(task, failure) }
        }
    }

    private func waitForNews() {
        guard let deadline = workers.map(\.deadline).min() else { return }
        let descriptors = workers.flatMap { [$0.result, $0.output] } + [signals]
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
        for index in workers.indices where workers[index].deadline <= now { workers[index].killForOverrunning() }
    }

    private mutating func collect(_ onEnd: (Int, WorkerEnd) -> Void) {
        var running: [Worker] = []
        for var worker in workers {
            worker.listen()
            if let end = worker.end() { onEnd(worker.task, end) } else { running.append(worker) }
        }
        workers = running
    }
}
