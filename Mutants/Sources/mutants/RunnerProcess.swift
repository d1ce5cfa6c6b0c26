import Foundation

/// A process of the program that has all mutants. It obeys lines and answers each with one.
final class RunnerProcess: @unchecked Sendable {  // One thread uses it at a time.
    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()
    private var buffer = Data()
    /// The ids of the scenarios, in the order in which orders number them.
    private(set) var scenarios: [String] = []
    /// The mutants that are reached before any scenario runs: what is computed then is the same for all runs.
    private(set) var reachedAtStart: Set<Int> = []

    /// Starts one.
    ///
    /// - Parameter mutant: The mutant that is on from its very beginning; 0 for none.
    init(_ place: Workplace, mutant: Int = 0) throws {
        process.executableURL = place.runner
        process.arguments = ["Scenarios"] + (place.isBare ? ["--bare"] : [])
        process.currentDirectoryURL = place.package
        process.environment = ProcessInfo.processInfo.environment.merging(["ROLLCALL_MUTANT": "\(mutant)"]) { $1 }
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
        let (ids, reached) = (readLine(), readLine())
        guard let ids, let reached else { throw Failure("\(place.runner.path) does not start with mutant \(mutant)") }
        scenarios = ids.words
        reachedAtStart = Set(reached.words.compactMap { Int($0) })
    }

    /// Gives an order, and returns the words of the answer.
    func obey(_ order: String) throws -> [String] {
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
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            buffer += more
        }
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
