package import Foundation

/// A built executable that a test starts, in a folder of the test's own.
package struct Program {
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    package let path: URL
    package let folder: Folder

    /// One of the executables that are built beside the tests. The environment variable `ROLLCALL_PROGRAM` replaces
    /// `rollcall` by one that was built otherwise, such as the optimised one, with which the tests take less time.
    package init(_ name: String, in folder: Folder) throws {
        let other = ProcessInfo.processInfo.environment["ROLLCALL_PROGRAM"] ?? ""
        let isReplaced = name == "rollcall" && !other.isEmpty
        path = isReplaced ? URL(fileURLWithPath: other) : try Self.products.appendingPathComponent(name)
        self.folder = folder
    }

    /// The folder of the executables that are built beside the tests.
    private static var products: URL {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
        }
    }

    /// Python with the libraries that `Tests/requirements.txt` names, installed beside what is built.
    package static func python(in folder: Folder) throws -> Program {
        let scratch = try products.deletingLastPathComponent().deletingLastPathComponent()
        return Program(at: scratch.appendingPathComponent("python/bin/python3").path, in: folder)
    }

    /// A program of the system.
    package init(at path: String, in folder: Folder) {
        self.path = URL(fileURLWithPath: path)
        self.folder = folder
    }

    /// Runs to the end, and returns all output.
    package func run(_ words: [String], environment: [String: String] = [:]) throws -> Outcome {
        let (process, output, errors) = try start(words, environment: environment)
        // The output about errors is short: it fits its pipe while the output is read.
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complained = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: said, errors: complained)
    }

    /// Runs to the end, and hears all that it says.
    package func run(_ words: String...) throws -> Outcome { try run(words) }

    /// Starts the program, and returns at once.
    package func start(
        _ words: [String], environment: [String: String] = [:]
    ) throws -> (Process, output: Pipe, errors: Pipe) {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = path
        process.arguments = words
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return (process, output, errors)
    }
}

/// A folder that is there for one test.
package final class Folder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("rollcall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The folder as programs name it.
    package var path: String { url.path }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(at: url) }

    package func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Writes a scenario in which bob, who has that interceptor, enters a call.
    package func writeScenario(
        _ id: String, interceptor: String = "return", expecting state: String = "inCall", to name: String
    ) throws {
        let text = """
            id: \(id)
            name: The callee accepts with the interceptor \(interceptor)
            covers: [GAP-05]
            participants:
              alice: {}
              bob: {interceptor: \(interceptor)}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - bob: accept
              - within: 5s
                expect:
                  bob.callingState: \(state)
            """
        try write(text, to: name)
    }

    package func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: url.appendingPathComponent(name)))
    }

    package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    package func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
    }

    /// The names of everything in the folder, also in the folders inside.
    package func names() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted() }
}
