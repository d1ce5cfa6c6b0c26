internal import Journal
public import Testing

/// A scenario as the argument of a parameterised test.
public struct TestedScenario: Sendable, Identifiable, CustomTestStringConvertible {
    /// The scenario's id.
    public let id: String
    /// The scenario's name, a sentence.
    public let name: String
    /// The path of its file.
    public let file: String
    private let folder: ScenarioFolder

    init?(_ json: JSON, in folder: ScenarioFolder) {
        guard let id = json["id"]?.text, let name = json["name"]?.text, let file = json["file"]?.text else {
            return nil
        }
        (self.id, self.name, self.file, self.folder) = (id, name, file, folder)
    }

    /// The name of the test case.
    public var testDescription: String { "\(id): \(name)" }

    /// Runs the scenario, and records an issue at its line in the file when it does not pass.
    ///
    /// - Parameters:
    ///   - seed: The seed of every random number.
    ///   - options: Further options of `run`, such as `--strict`.
    public func run(seed: UInt64 = 1, options: [String] = []) throws {
        // Each scenario has a folder of its own, because test cases run side by side.
        let words = [
            folder.program, "run", file, "--filter", id, "--seed", "\(seed)", "--jobs", "1", "--report", "json",
            "--out", "\(folder.results)/\(id)",
        ]
        let outcome = CommandRun(words + options)
        let report = try? JSON(parsing: outcome.output)
        let verdicts = report?["scenarios"]?.elements?.compactMap { Verdict($0) } ?? []
        guard let verdict = verdicts.first(where: { $0.id == id }) else {
            throw ScenarioError("\(id) has no verdict (status \(outcome.status)):\n\(outcome.errors)")
        }
        guard verdict.kind != .passed else { return }
        Issue.record(Comment(rawValue: outcome.errors), sourceLocation: place(of: verdict))
    }

    private func place(of verdict: Verdict) -> SourceLocation {
        let path = verdict.failure?.file ?? file
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return SourceLocation(
            fileID: "Scenarios/\(name)", filePath: path, line: max(1, verdict.failure?.line ?? verdict.line ?? 1),
            column: max(1, verdict.failure?.column ?? 1))
    }
}
