internal import CProcess
internal import Glibc

/// A system program that runs concurrently, such as a scheduler's command.
struct Tool {
    private let name: String
    private let process: pid_t
    /// The reading end of a pipe with the program's output and errors; -1 after the program has closed it.
    private var reading: Int32
    private var output: [UInt8] = []

    /// Starts a program in a folder of `PATH`.
    init(_ words: [String]) throws(FileError) {
        let name = words.first ?? ""
        guard let path = Self.path(of: name) else {
            throw FileError(path: name, doing: "started", number: ENOENT, reason: "no folder of PATH has it")
        }
        try self.init(path: path, words)
    }

    /// Starts this program again, under the name by which it was started.
    init(ownWords words: [String]) throws(FileError) {
        try self.init(path: "/proc/self/exe", words)
    }

    private init(path: String, _ words: [String]) throws(FileError) {
        name = words.first ?? ""
        var (process, reading, writing) = (pid_t(0), Int32(-1), Int32(-1))
        var (ours, theirs) = (Int32(-1), Int32(-1))
        var number = cpr_pipe(&reading, &writing)
        if number == 0 { number = cpr_channel(&ours, &theirs) }
        cpr_words_clear()
        for word in words where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_spawn(path, theirs, writing, &process) }
        for descriptor in [writing, ours, theirs] where descriptor >= 0 { close(descriptor) }
        (self.process, self.reading) = (process, reading)
        guard number == 0 else {
            close(reading)
            throw FileError(path: path, doing: "started", number: number)
        }
    }

    private static func path(of name: String) -> String? {
        if name.contains("/") { return name }
        let folders = (Console.variable("PATH") ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end, and returns its output. Throws when it cannot be started, or fails.
    static func run(_ words: [String]) throws(FileError) -> String {
        var tool = try Tool(words)
        while true {
            guard let status = tool.status(waitingMilliseconds: 100) else { continue }
            guard status == 0 else { throw tool.failure }
            return tool.text
        }
    }

    /// The output of the program so far.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The error with the program's output as the reason.
    var failure: FileError { FileError(path: name, doing: "used", number: EIO, reason: text) }

    /// The descriptor that is readable when there is more output; -1 after its end.
    var descriptor: Int32 { reading }

    /// Removes and returns the output since the last call.
    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Asks the program to end.
    func interrupt() { Glibc.kill(process, SIGTERM) }

    /// Waits for a time; returns the exit status of the program, nil while it runs, and -1 after a signal.
    mutating func status(waitingMilliseconds milliseconds: Int32) -> Int32? {
        var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, milliseconds)
        read()
        var (status, signal, peak) = (Int32(0), Int32(0), 0)
        guard cpr_reap(process, &status, &signal, &peak) != 0 else { return nil }
        read()
        stopReading()
        return status
    }

    private mutating func read() {
        while reading >= 0 {
            guard let part = Descriptor.readAvailable(from: reading) else { return stopReading() }
            guard !part.isEmpty else { return }
            output += part
        }
    }

    private mutating func stopReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    /// Kills the program and its children.
    mutating func kill() {
        cpr_kill(process)
        while status(waitingMilliseconds: 1) == nil {}
    }
}
