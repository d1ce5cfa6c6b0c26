import Foundation

/// Runs unit tests with the mutants that no scenario kills.
struct TestRuns: Sendable {
    /// The tests of a type, which run together.
    private struct Suite: Sendable {
        /// Its module and name, as `CallCoreTests.CallingMachineTests`.
        let name: String
        let seconds: Double
        let mutants: Set<Int>
    }

    private let place: Workplace
    private let suites: [Suite]

    /// Builds the tests, and runs each suite without a mutant to record the mutants that it reaches.
    init(_ place: Workplace, isQuick: Bool) throws {
        self.place = place
        try Builder(place: place, hasTests: true, isQuick: isQuick).buildTests()
        let (status, output) = try Self.start(place, ["--list-tests"])
        guard status == 0 else { throw Failure("the tests cannot be listed: \(output.suffix(300))") }
        let names = Set(
            output.split(separator: "\n").compactMap { $0.firstMatch(of: #/^(\w+\.\w+)\//#).map { String($0.1) } })
        let found = Shared<[Suite]>([])
        try inParallel(names.sorted()) { name in
            if let suite = try Self.record(name, place) { found.change { $0.append(suite) } }
        }
        suites = found.value.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
    }

    private static func record(_ name: String, _ place: Workplace) throws -> Suite? {
        let map = NSTemporaryDirectory() + "reached-\(name)"
        defer { try? FileManager.default.removeItem(atPath: map) }
        let start = Date()
        let (status, _) = try Self.start(place, filter(name), ["ROLLCALL_MUTANTS_REACHED": map])
        guard status == 0 else {
            say("left out, not passing without a mutant: \(name)")
            return nil
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: map)))
        let reached = Set(bytes.indices.filter { $0 > 0 && bytes[$0] != 0 })
        return Suite(name: name, seconds: Date().timeIntervalSince(start), mutants: reached)
    }

    private static func filter(_ name: String) -> [String] { ["--filter", "^\(name.replacing(".", with: "\\."))/"] }

    private static func start(
        _ place: Workplace, _ words: [String], _ environment: [String: String] = [:], seconds: Double = 60
    ) throws -> (status: Int32, output: String) {
        // A child of a test can outlive it, so all that begin have this limit of processor time.
        let limits = ["--cpu=\(Int(seconds) + 1)", "timeout", "-k", "1", "\(seconds)"]
        let command = [place.tests.path, "--testing-library", "swift-testing"] + words
        return try Program("prlimit", limits + command, environment: environment).run()
    }

    /// The number of mutants that are tried before the results are written.
    private static let step = 50

    /// Tries the suites that reach each mutant that is left, the fastest first. A run that is stopped leaves its results.
    func judge(_ judgements: [Judgement]) throws -> [Judgement] {
        var judgements = judgements
        let left = judgements.indices.filter { judgements[$0].isLeft && judgements[$0].hasTried != true }
        // Not file by file, so that those that were tried stand for all.
        let order = left.sorted { ($0 * 7919 % 10_007, $0) < ($1 * 7919 % 10_007, $1) }
        for start in stride(from: 0, to: order.count, by: Self.step) {
            let part = order[start..<min(start + Self.step, order.count)]
            for (index, judgement) in try tried(part.map { ($0, judgements[$0]) }) { judgements[index] = judgement }
            say("unit tests: \(part.endIndex) of \(order.count) tried")
            try place.save(Report(judgements: judgements))
        }
        return judgements
    }

    private func tried(_ judgements: [(Int, Judgement)]) throws -> [(Int, Judgement)] {
        let tried = Shared<[(Int, Judgement)]>([])
        try inParallel(judgements) { index, judgement in
            var judgement = judgement
            judgement.hasTried = true
            if let killer = try killer(of: judgement.mutant.id) {
                (judgement.fate, judgement.killer) = (.killedByTest, killer)
            }
            let found = judgement
            tried.change { $0.append((index, found)) }
        }
        return tried.value
    }

    private func killer(of mutant: Int) throws -> String? {
        try suites.first { suite in
            guard suite.mutants.contains(mutant) else { return false }
            let environment = ["ROLLCALL_MUTANT": "\(mutant)"]
            let limit = 2 + 10 * suite.seconds
            return try Self.start(place, Self.filter(suite.name), environment, seconds: limit).status != 0
        }?.name
    }
}
