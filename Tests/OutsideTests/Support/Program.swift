import Foundation
import Glibc

/// A program that a test runs, and what it says.
struct Program {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    let path: URL

    /// A program at a place.
    init(at path: URL) { self.path = path }

    /// One of the executables that are built beside the tests.
    init(built name: String) { path = House.build.appendingPathComponent(name) }

    /// The first of these commands that the search path has, or nil.
    init?(installed names: String...) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = names.flatMap { name in folders.map { URL(fileURLWithPath: "\($0)/\(name)") } }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.path = path
    }

    /// Runs to the end, and hears all that it says.
    func run(_ words: [String], in folder: URL = House.root) throws -> Outcome {
        let running = try Running(self, words, in: folder)
        return running.outcome()
    }

    func run(_ words: String...) throws -> Outcome { try run(words) }
}

/// A program while it runs; it does not outlive the test.
final class Running {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var received: [UInt8] = []

    init(_ program: Program, _ words: [String], in folder: URL = House.root) throws {
        process.executableURL = program.path
        process.arguments = words
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit { kill() }

    /// Ends it at once, also when it does not listen: programs inherit that the threads of tests take no signals.
    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    var isRunning: Bool { process.isRunning }

    /// The number of its process.
    var processIdentifier: pid_t { process.processIdentifier }

    /// Returns the output from the beginning until the condition holds, or until the program's output ends.
    func read(until isEnough: ([UInt8]) throws -> Bool) rethrows -> [UInt8] {
        while try !isEnough(received) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            received += more
        }
        return received
    }

    /// The lines up to and including one, or all lines when the program ends without it.
    ///
    /// Later lines may have arrived in the same read: they are left out, so that timing does not change the result.
    func read(until line: String) -> [String] {
        let lines = read { $0.lines.contains(line) }.lines
        return lines.firstIndex(of: line).map { Array(lines[...$0]) } ?? lines
    }

    /// Sends the signal that asks to end.
    func terminate() { process.terminate() }

    /// Sends the signal of Control-C.
    func interrupt() { process.interrupt() }

    /// Waits for the end, and returns the output.
    func outcome() -> Program.Outcome {
        // The output about errors is short: it fits its pipe while the output is read.
        received += output.fileHandleForReading.readDataToEndOfFile()
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // A signal counts from 128 on, as in a shell.
        let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
        return Program.Outcome(status: status, output: String(decoding: received, as: UTF8.self), errors: complaints)
    }
}

extension [UInt8] {
    fileprivate var lines: [String] {
        String(decoding: self, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// Where things are.
enum House {
    /// The package.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the executables of this build.
    static let build: URL = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own ?? "/").deletingLastPathComponent()
    }()

    /// The folder of all builds, in which `Scripts/setup tests` makes the Python environment.
    static let scratch = build.deletingLastPathComponent().deletingLastPathComponent()
}

/// A folder that is there for one test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and returns its path.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file.path
    }
}
