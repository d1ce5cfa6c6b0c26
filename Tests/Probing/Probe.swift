import Foundation

/// A probe that a test has run.
public struct Probe {
    enum Failure: Error {
        /// The test does not run from a bundle beside which the probes lie.
        case noProducts
    }

    /// The output, in lines.
    public let lines: [String]
    /// True when a signal ended it, as a trap does.
    public let hasCrashed: Bool

    /// Runs a behaviour of a probe to its end.
    public init(_ name: String, _ arguments: [String]) throws {
        guard let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) else {
            throw Failure.noProducts
        }
        let process = Process()
        process.executableURL = URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        // A probe that is meant to trap needs no minute-long account of it.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        hasCrashed = process.terminationReason == .uncaughtSignal
    }
}
