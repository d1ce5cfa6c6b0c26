import Foundation

/// Builds all mutants at once, and leaves out those that do not compile.
struct Builder {
    let place: Workplace
    /// True when unit tests are built later. SwiftPM finds them by the index, and the same flags keep the modules.
    let hasTests: Bool
    /// True for code that is not optimised.
    let isQuick: Bool

    /// Builds until all mutants that are left compile.
    ///
    /// - Returns: The mutants in the program.
    func build(_ candidates: [Mutant]) throws -> [Mutant] {
        var mutants = candidates
        for round in 1...60 {
            let errors = try compile()
            if errors.isEmpty { return mutants }
            var bad = Set(mutants.filter { mutant in errors.contains { $0.isAbout(mutant) } }.map(\.id))
            for error in errors where !mutants.contains(where: error.isAbout) {
                guard let near = error.nearest(of: mutants) else {
                    throw Failure("an error that no mutant explains: \(error.file):\(error.line)")
                }
                bad.insert(near.id)
            }
            say("round \(round): \(bad.count) mutants do not compile")
            let (out, left) = mutants.partitioned { bad.contains($0.id) }
            try place.reject(out)
            mutants = left
            try place.rewrite(Set(out.map(\.file)), with: mutants)
        }
        throw Failure("the mutants do not compile after 60 rounds")
    }

    private struct CompilerError: Hashable {
        let file: String
        let line: Int

        func isAbout(_ mutant: Mutant) -> Bool {
            mutant.file == file && (mutant.line...mutant.lastLine).contains(line)
        }

        /// The mutant of the file whose line is nearest: an error may stand where a value is used.
        func nearest(of mutants: [Mutant]) -> Mutant? {
            mutants.filter { $0.file == file }.min { abs($0.line - line) < abs($1.line - line) }
        }
    }

    private func compile() throws -> Set<CompilerError> {
        let (status, output) = try build("mutant-runner")
        if status == 0 { return [] }
        var errors: Set<CompilerError> = []
        for match in output.matches(of: #/package/Sources/([^:\n]+):(\d+):\d+: error:/#) {
            if let line = Int(match.2) { errors.insert(CompilerError(file: String(match.1), line: line)) }
        }
        guard !errors.isEmpty else { throw Failure("the build failed:\n\(output.suffix(3000))") }
        return errors
    }

    /// Builds the unit tests of the rooms.
    func buildTests() throws {
        let (status, output) = try build("rollcallPackageTests")
        guard status == 0 else { throw Failure("the tests do not build:\n\(output.suffix(3000))") }
    }

    /// The options of all modules. Optimised code runs six times as many mutants in the same time.
    private var compiling: [String] { [isQuick ? "-Onone" : "-O"] + Self.always }

    private static let always = [
        "-gnone", "-whole-module-optimization", "-num-threads", "2", "-continue-building-after-errors",
        "-suppress-warnings",
    ]

    private func build(_ product: String) throws -> (status: Int32, output: String) {
        let places = [
            "--package-path", place.package.path, "--scratch-path", place.folder.appendingPathComponent("build").path,
        ]
        let options =
            [hasTests ? "--enable-index-store" : "--disable-index-store", "--disable-xctest"]
            + compiling.flatMap { ["-Xswiftc", $0] }
        return try Program("swift", ["build", "--product", product] + places + options).run()
    }
}

/// A program that is run to its end.
struct Program {
    private let name: String
    private let arguments: [String]
    private let environment: [String: String]

    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.name = name
        self.arguments = arguments
        self.environment = environment
    }

    /// Returns the exit status and everything that was printed.
    func run() throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        // A trap of a mutant needs no trace. The program that prints one may also outlive the limit, with the pipe open.
        let quiet = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(quiet) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

/// Prints a line on the standard error, where progress belongs.
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

extension Array {
    /// The elements that satisfy a condition, and those that do not.
    func partitioned(_ condition: (Element) -> Bool) -> (true: [Element], false: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}
