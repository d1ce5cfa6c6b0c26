import Foundation

/// Runs scenarios with each defect, and finds those that notice it.
public struct Sweep {
    /// The result of the runs with a defect.
    public struct Finding {
        /// The defect.
        public let bug: PlantedBug
        /// The ids of the scenarios that ran and did not pass, by fault of the code under test, sorted.
        public let catchers: [String]
        /// The number of scenarios that ran with it.
        public let ran: Int

        /// Makes the finding of a defect.
        public init(bug: PlantedBug, catchers: [String], ran: Int) {
            self.bug = bug
            self.catchers = catchers
            self.ran = ran
        }

        /// The scenarios that should have caught it and did not; of a defect that names none, all of them must miss it.
        public var blind: [String] {
            guard bug.caughtBy.isEmpty else { return bug.caughtBy.filter { !catchers.contains($0) } }
            return catchers.isEmpty ? ["all \(ran) scenarios"] : []
        }

        /// The finding in one line.
        public var line: String {
            let verdict = blind.isEmpty ? "caught" : "MISSED by \(blind.joined(separator: ", "))"
            return "\(verdict)  \(bug.name)  \(catchers.prefix(8).joined(separator: " ")) of \(ran)"
        }
    }

    private struct Report: Decodable {
        struct Scenario: Decodable {
            let id: String
            let file: String
            let verdict: String
        }
        let scenarios: [Scenario]
    }

    private struct Entry: Decodable {
        let id: String
        let file: String
    }

    private let program: String
    private let catalogue: String
    private let out: String
    /// The scenarios' files by id.
    private var files: [String: String] = [:]

    /// Prepares a sweep with a program of the test build.
    ///
    /// - Parameters:
    ///   - catalogue: The folder of scenarios.
    ///   - out: The folder for the results of the runs.
    public init(program: String, catalogue: String, out: String) throws {
        self.program = program
        self.catalogue = catalogue
        self.out = out
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let bytes = try start(["list", catalogue, "--format", "json"])
        for entry in try JSONDecoder().decode([Entry].self, from: bytes) { files[entry.id] = entry.file }
    }

    /// Checks that the scenarios that should catch these defects pass without one.
    ///
    /// - Throws: ``PlantingError`` when a scenario does not pass as the code is.
    public func expectSoundness(for bugs: [PlantedBug], inAll isWhole: Bool) throws {
        let isWhole = isWhole || bugs.contains(where: \.caughtBy.isEmpty)
        let failed = try run(isWhole ? [catalogue] : paths(of: bugs), planted: nil).filter { $0.verdict != "passed" }
        guard failed.isEmpty else {
            throw PlantingError("without a defect these do not pass: \(failed.map(\.id).joined(separator: ", "))")
        }
    }

    /// Runs the scenarios that should catch a defect, or the whole catalogue when that is wanted or none is named.
    public func find(_ bug: PlantedBug, inAll isWhole: Bool) throws -> Finding {
        let isWhole = isWhole || bug.caughtBy.isEmpty
        let scenarios = try run(isWhole ? [catalogue] : paths(of: [bug]), planted: bug.name)
        let caught = scenarios.filter { ["failed", "crashed", "hung"].contains($0.verdict) }.map(\.id)
        return Finding(bug: bug, catchers: caught.sorted(), ran: scenarios.count)
    }

    private func paths(of bugs: [PlantedBug]) throws -> [String] {
        var paths: Set<String> = []
        for bug in bugs {
            for id in bug.caughtBy {
                guard let file = files[id] else { throw PlantingError("\(bug.name): no scenario is called \(id)") }
                paths.insert(file)
            }
        }
        return paths.sorted()
    }

    private func run(_ paths: [String], planted: String?) throws -> [Report.Scenario] {
        guard !paths.isEmpty else { return [] }
        let report = "\(out)/report.json"
        try? FileManager.default.removeItem(atPath: report)
        let options = ["--capture", "off", "--limit", "20", "--out", "\(out)/runs", "--report", "json=\(report)"]
        _ = try start(["run"] + options + paths, planted: planted)
        guard let bytes = FileManager.default.contents(atPath: report) else {
            throw PlantingError("the run with \(planted ?? "no defect") left no report")
        }
        return try JSONDecoder().decode(Report.self, from: bytes).scenarios
    }

    /// Runs the program to its end, and returns its standard output.
    private func start(_ words: [String], planted: String? = nil) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        if let planted {
            process.environment = ProcessInfo.processInfo.environment.merging([Planter.variable: planted]) { $1 }
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return text
    }
}
