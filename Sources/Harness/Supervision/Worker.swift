internal import CProcess
internal import Glibc
internal import Journal
internal import Loop

/// A running worker process, and its output so far.
struct Worker {
    /// The phases of a worker.
    private enum Phase {
        case working(Job)
        /// The worker has reported its verdict, and prepares for another task.
        case settling(TimeAllowance)
        case idle
    }

    /// A running task.
    struct Job {
        /// The number of the task in the run.
        let task: Int
        let started: Double
        /// The seconds that the task may take.
        let limit: Double
        fileprivate var allowance: TimeAllowance
    }

    /// The number and the end of a task.
    typealias TaskEnd = (task: Int, end: WorkerEnd)

    /// The channel for tasks and reports; -1 after the other end was closed.
    private(set) var channel: Int32
    /// The pipe for all other output; -1 after the other end was closed.
    private(set) var output: Int32
    private let process: pid_t
    private let memory: MemoryLimit
    private var phase = Phase.idle
    private var lines = LineReader()
    private var printed: [UInt8] = []
    private var hasOverrun = false
    /// The reason that the worker's report is invalid.
    private var invalidReport: String?

    private static let longestOutput = 1 << 14
    private static let shownLines = 12
    /// The seconds that a worker has for cleaning up after a scenario.
    private static let secondsToSettle = 2.0

    /// Starts a worker; returns the reason when it cannot be started.
    static func start(_ words: [String], _ memory: MemoryLimit) -> (worker: Worker?, failure: WorkerEnd?) {
        do throws(SpawnedWorker.Failure) {
            return (Worker(try SpawnedWorker(words), memory), nil)
        } catch {
            return (nil, WorkerEnd(way: .unstartable(reason: systemMessage(error.number))))
        }
    }

    private init(_ spawned: SpawnedWorker, _ memory: MemoryLimit) {
        self.memory = memory
        channel = spawned.channel
        output = spawned.output
        process = spawned.process
    }

    /// Assigns a task; returns false when the worker cannot take one.
    mutating func begin(_ number: Int, _ task: WorkerTask, limit: Double) -> Bool {
        receive()
        let line = task.line
        guard channel >= 0, cpr_send(channel, line, line.count) == 0 else { return false }
        printed = []
        let now = WallClock.seconds
        phase = .working(Job(task: number, started: now, limit: limit, allowance: allowance(limit, from: now)))
        return true
    }

    private func allowance(_ seconds: Double, from now: Double) -> TimeAllowance {
        TimeAllowance(seconds, from: now, waited: TimeAllowance.secondsWaited(by: process))
    }

    /// The running task.
    var job: Job? {
        guard case .working(let job) = phase else { return nil }
        return job
    }

    /// True when the worker waits for a task.
    var isIdle: Bool {
        guard case .idle = phase else { return false }
        return !isLeaving
    }

    /// True when the worker counts against the limit of busy workers.
    var isBusy: Bool { !isIdle && !isLeaving }

    /// True when the worker has closed its channel and only its process remains.
    var isLeaving: Bool { channel < 0 }

    /// The instant on the wall clock at which the worker's time may end; nil without a task.
    var deadline: Double? {
        switch phase {
        case .working(let job): job.allowance.deadline
        case .settling(let allowance): allowance.deadline
        case .idle: nil
        }
    }

    /// Leaves the time in which the program was suspended out of the worker's time.
    mutating func resume(after pause: Double, at now: Double) {
        switch phase {
        case .working(var job):
            job.allowance.resume(after: pause, at: now)
            phase = .working(job)
        case .settling(var allowance):
            allowance.resume(after: pause, at: now)
            phase = .settling(allowance)
        case .idle: break
        }
    }

    /// Kills the worker when its time has ended.
    mutating func killIfOverdue(at now: Double) {
        guard let deadline, deadline <= now else { return }
        let waited = TimeAllowance.secondsWaited(by: process)
        switch phase {
        case .working(var job):
            hasOverrun = hasOverrun || job.allowance.isOver(at: now, waited: waited)
            phase = .working(job)
            if hasOverrun { kill() }
        case .settling(var allowance):
            let isOver = allowance.isOver(at: now, waited: waited)
            phase = .settling(allowance)
            if isOver { dismiss() }
        case .idle: break
        }
    }

    /// Kills a worker that has no task and gets none.
    mutating func dismiss() {
        kill()
        phase = .idle
        if channel >= 0 { close(channel) }
        channel = -1
    }

    /// Kills the worker.
    func kill() { cpr_kill(process) }

    /// Waits until a killed worker has ended, and closes its pipes.
    func reap() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        closePipes()
    }

    private func closePipes() {
        for descriptor in [channel, output] where descriptor >= 0 { close(descriptor) }
    }
}

// MARK: Output

extension Worker {
    /// Reads the worker's output; returns the end of its task when it is known.
    mutating func listen() -> TaskEnd? {
        while let bytes = Self.read(&channel) { lines.add(bytes) }
        receive()
        var ended: TaskEnd?
        while let line = lines.next() {
            switch phase {
            case .working(let job): ended = finish(job, line)
            case .settling where line == WorkerChannel.ready: phase = .idle
            case .settling, .idle: dismiss()
            }
        }
        if lines.isTooLong { markUnreliable("it is too long") }
        return ended
    }

    private mutating func receive() {
        while let bytes = Self.read(&output) {
            printed += bytes
            printed.removeFirst(max(0, printed.count - Self.longestOutput))
        }
    }

    /// Returns the available bytes; nil when there are none, or at the end, where the descriptor is closed.
    private static func read(_ descriptor: inout Int32) -> [UInt8]? {
        guard descriptor >= 0 else { return nil }
        if let bytes = Descriptor.readAvailable(from: descriptor) { return bytes.isEmpty ? nil : bytes }
        close(descriptor)
        descriptor = -1
        return nil
    }

    /// Processes the line that ends a task.
    private mutating func finish(_ job: Job, _ line: [UInt8]) -> TaskEnd? {
        do throws(JSONError) {
            guard let report = WorkerReport(try JSON(parsing: line)) else {
                markUnreliable("a part is missing")
                return nil
            }
            let now = WallClock.seconds
            phase = .settling(allowance(Self.secondsToSettle, from: now))
            return (job.task, WorkerEnd(way: .reported(report), output: lastLines(), wallSeconds: now - job.started))
        } catch {
            markUnreliable(error.description)
            return nil
        }
    }

    /// Kills a worker with an invalid report.
    private mutating func markUnreliable(_ reason: String) {
        invalidReport = invalidReport ?? reason
        kill()
    }

    /// Returns true for a process that has ended, with the end of its task.
    mutating func reaped() -> (isGone: Bool, ended: TaskEnd?) {
        var status: Int32 = -1
        var signal: Int32 = 0
        var peak = 0
        guard cpr_reap(process, &status, &signal, &peak) != 0 else { return (false, nil) }
        let ended = listen()
        closePipes()
        guard let job else { return (true, ended) }
        let way = way(of: job, status: status, signal: signal, peak: peak)
        let end = WorkerEnd(way: way, output: lastLines(), wallSeconds: WallClock.seconds - job.started)
        return (true, (job.task, end))
    }

    private func way(of job: Job, status: Int32, signal: Int32, peak: Int) -> WorkerEnd.Way {
        if hasOverrun { return .overran(limit: job.limit) }
        if let invalidReport { return .unreadable(reason: invalidReport) }
        if signal != 0, memory.explainsExit(peak: peak, output: lastLines()) { return .exhausted(memory) }
        return signal != 0 ? .died(signal: signal) : .exited(status: status)
    }

    /// Returns the last lines without Swift's list of stack frames, which has no names and would displace the message.
    private func lastLines() -> [String] {
        let lines = printed.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0.prefix(400), as: UTF8.self) }
        return lines.prefix { $0 != "Current stack trace:" }.suffix(Self.shownLines)
    }
}
