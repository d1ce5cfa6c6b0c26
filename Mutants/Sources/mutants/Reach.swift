import Foundation

/// Which scenarios reach which mutants, and how long each takes.
struct Reach: Codable {
    struct Scenario: Codable {
        let file: String
        let seconds: Double
        let mutants: [Int]
    }

    var scenarios: [Scenario]

    /// The files of the scenarios that reach a mutant, the fastest first.
    func files(reaching id: Int) -> [String] { byMutant[id] ?? [] }

    private var byMutant: [Int: [String]] = [:]

    private enum CodingKeys: CodingKey { case scenarios }

    init(_ scenarios: [Scenario]) {
        self.scenarios = scenarios
        index()
    }

    init(from decoder: any Decoder) throws {
        scenarios = try decoder.container(keyedBy: CodingKeys.self).decode([Scenario].self, forKey: .scenarios)
        index()
    }

    private mutating func index() {
        for scenario in scenarios.sorted(by: { ($0.seconds, $0.file) < ($1.seconds, $1.file) }) {
            for id in scenario.mutants { byMutant[id, default: []].append(scenario.file) }
        }
    }
}

/// Runs every scenario by itself without a mutant, and notes what it reaches.
struct Recorder: Sendable {
    let place: Workplace

    func record() throws -> Reach {
        let catalogue = place.root.appendingPathComponent("Scenarios")
        let files = try FileManager.default.subpathsOfDirectory(atPath: catalogue.path)
            .filter { $0.hasSuffix(".yaml") }.map { "Scenarios/\($0)" }.sorted()
        let found = Shared<[Reach.Scenario]>([])
        try inParallel(files) { file in
            if let scenario = try record(file) { found.change { $0.append(scenario) } }
        }
        return Reach(found.value.sorted { $0.file < $1.file })
    }

    private func record(_ file: String) throws -> Reach.Scenario? {
        let map = NSTemporaryDirectory() + "reached-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: map) }
        let start = Date()
        let (status, _) = try Trial(place).run([file], environment: ["ROLLCALL_MUTANTS_REACHED": map])
        guard status == 0 else {
            // Files that are only included hold no scenario.
            if status != 65 && status != 64 { say("\(file) does not pass without a mutant (\(status))") }
            return nil
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: map)))
        let reached = bytes.indices.filter { $0 > 0 && bytes[$0] != 0 }
        return Reach.Scenario(file: file, seconds: Date().timeIntervalSince(start), mutants: reached)
    }
}

/// One run of scenarios with the program that has all mutants.
struct Trial {
    private let place: Workplace

    init(_ place: Workplace) { self.place = place }

    func run(_ files: [String], environment: [String: String]) throws -> (status: Int32, output: String) {
        let out = NSTemporaryDirectory() + "mutants-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: out) }
        let options = ["run", "--capture", "off", "--limit", "10", "--jobs", "1", "--fail-fast", "--out", out]
        let command = ["-k", "1", "60", place.program.path] + options
        return try Program(
            "timeout", command + files.map { place.root.appendingPathComponent($0).path }, environment: environment
        ).run()
    }
}

/// A value that several threads change.
final class Shared<Value: Sendable>: @unchecked Sendable {  // Every access holds the lock.
    private var current: Value
    private let lock = NSLock()

    init(_ value: Value) { current = value }

    var value: Value { lock.withLock { current } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&current) } }
}

/// Does the work for every item, as many at a time as there are cores.
func inParallel<Item: Sendable>(_ items: [Item], _ work: @escaping @Sendable (Item) throws -> Void) throws {
    let next = Shared(0)
    let failure = Shared<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
        while failure.value == nil {
            let index = next.change { index in
                defer { index += 1 }
                return index
            }
            guard index < items.count else { return }
            do { try work(items[index]) } catch { failure.change { $0 = error } }
        }
    }
    if let error = failure.value { throw error }
}
