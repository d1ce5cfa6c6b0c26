import Foundation

/// A process of the program with all mutants. It performs the order in each line, and replies with one line.
final class RunnerProcess: @unchecked Sendable {  // One thread uses it at a time.
    private let process = Process()
    private let orders = Pipe()
    private let replies = Pipe()
    private var buffer = Data()
    /// The ids of the scenarios, in the order in which orders number them.
    private(set) var scenarios: [String] = []
    /// The files of the scenarios, in the same order.
    private(set) var files: [String] = []
    /// The mutants that are reached before any scenario runs: what is computed then is the same for all runs.
    private(set) var reachedAtStart: Set<Int> = []

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - mutants: The mutants that are on from its very beginning.
    ///   - files: The files of the scenarios that it reads; nil for the catalogue.
    init(_ place: Workplace, mutants: [Int] = [], files: [String]? = nil) throws {
        process.executableURL = place.runner
        process.arguments = (files ?? ["Scenarios"]) + (place.isBare ? ["--bare"] : [])
        process.currentDirectoryURL = place.package
        let on = ["ROLLCALL_MUTANT": mutants.map(String.init).joined(separator: ",")]
        process.environment = ProcessInfo.processInfo.environment.merging(on) { $1 }
        process.standardInput = orders
        process.standardOutput = replies
        try process.run()
        let (ids, files, reached) = (readLine(), readLine(), readLine())
        guard let ids, let files, let reached else {
            throw Failure("\(place.runner.path) does not start with \(mutants)")
        }
        scenarios = ids.words
        self.files = files.words
        reachedAtStart = Set(reached.words.compactMap { Int($0) })
    }

    /// Sends an order, and returns the words of the reply.
    func perform(_ order: String) throws -> [String] {
        try orders.fileHandleForWriting.write(contentsOf: Data((order + "\n").utf8))
        guard let line = readLine() else {
            throw Failure("the program with the mutants ended at `\(order.prefix(80))`")
        }
        return line.words
    }

    deinit {
        // Without orders it ends.
        try? orders.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func readLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let more = replies.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            buffer += more
        }
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
