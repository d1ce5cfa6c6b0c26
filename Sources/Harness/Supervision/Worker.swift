internal import CProcess
internal import Glibc
internal import Journal

/// A worker process that runs, and what it has said so far.
struct Worker {
    /// The number of its task among all of the run.
    let task: Int
    /// Its place among the workers.
    let lane: Int
    /// When it is killed, on the wall clock.
    let deadline: Double
    /// The pipe through which it hands over its verdict; -1 once it is closed at the other end.
    private(set) var result: Int32
    /// The pipe to which it writes all else; -1 once it is closed at the other end.
    private(set) var output: Int32
    private let process: pid_t
    private let started: Double
    private var message: [UInt8] = []
    private var printed: [UInt8] = []
    private var hasOverrun = false

    private static let longestMessage = 1 << 24
    private static let longestOutput = 1 << 14
    private static let shownLines = 12

    /// Starts a worker; what it cannot be started for is the end of its task.
    static func start(
        _ words: [String], task: Int, lane: Int, limit: Double
    ) -> (worker: Worker?, failure: WorkerEnd?) {
        var reading = (result: Int32(-1), output: Int32(-1))
        var writing = (result: Int32(-1), output: Int32(-1))
        var process: pid_t = 0
        var number = cpr_pipe(&reading.result, &writing.result)
        if number == 0 { number = cpr_pipe(&reading.output, &writing.output) }
        cpr_words_clear()
        for word in words where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_spawn("/proc/self/exe", writing.result, writing.output, &process) }
        close(writing.result)
        close(writing.output)
        guard number == 0 else {
            close(reading.result)
            close(reading.output)
            return (nil, WorkerEnd(way: .unstartable(reason: systemMessage(number))))
        }
        let now = WallClock.seconds
        let worker = Worker(
            task: task, lane: lane, deadline: now + limit, result: reading.result, output: reading.output,
            process: process, started: now)
        return (worker, nil)
    }

    private init(
        task: Int, lane: Int, deadline: Double, result: Int32, output: Int32, process: pid_t, started: Double
    ) {
        self.task = task
        self.lane = lane
        self.deadline = deadline
        self.result = result
        self.output = output
        self.process = process
        self.started = started
    }

    /// Whether the worker has said all that it will, and only its process is still to go.
    var isLeaving: Bool { result < 0 }

    /// Reads what the worker has written.
    mutating func listen() {
        while let bytes = Self.read(&result) { message += bytes.prefix(Self.longestMessage + 1 - message.count) }
        while let bytes = Self.read(&output) {
            printed += bytes
            printed.removeFirst(max(0, printed.count - Self.longestOutput))
        }
    }

    /// The bytes that are there; nil when there are none yet, or no more, in which case the pipe is closed.
    private static func read(_ descriptor: inout Int32) -> [UInt8]? {
        guard descriptor >= 0 else { return nil }
        if let bytes = Descriptor.readAvailable(from: descriptor) { return bytes.isEmpty ? nil : bytes }
        close(descriptor)
        descriptor = -1
        return nil
    }

    /// Kills the worker because its time is over.
    mutating func killForOverrunning() {
        hasOverrun = true
        cpr_kill(process)
    }

    /// Kills the worker, waits until it is gone, and closes its pipes.
    func discard() {
        cpr_kill(process)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        closePipes()
    }

    /// How the worker ended; nil while it runs.
    mutating func end() -> WorkerEnd? {
        var status: Int32 = -1
        var signal: Int32 = 0
        guard cpr_reap(process, &status, &signal) != 0 else { return nil }
        let seconds = WallClock.seconds - started
        listen()
        closePipes()
        return WorkerEnd(way: way(status: status, signal: signal), output: lastLines(), wallSeconds: seconds)
    }

    private func closePipes() {
        for descriptor in [result, output] where descriptor >= 0 { close(descriptor) }
    }

    private func way(status: Int32, signal: Int32) -> WorkerEnd.Way {
        if hasOverrun { return .overran(limit: deadline - started) }
        if signal != 0 { return .died(signal: signal) }
        guard status == 0, !message.isEmpty else { return .exited(status: status) }
        guard message.count <= Self.longestMessage else { return .unreadable(reason: "it is too long") }
        do throws(JSONError) {
            guard let verdict = Verdict(try JSON(parsing: message)) else {
                return .unreadable(reason: "a part is missing")
            }
            return .reported(verdict)
        } catch {
            return .unreadable(reason: error.description)
        }
    }

    /// The last lines without Swift's list of stack frames, which has no names in it and would push out the message.
    private func lastLines() -> [String] {
        let lines = printed.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0.prefix(400), as: UTF8.self) }
        return lines.prefix { $0 != "Current stack trace:" }.suffix(Self.shownLines)
    }
}
