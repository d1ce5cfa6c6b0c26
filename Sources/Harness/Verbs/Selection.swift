internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The scenarios that a command line selects.
struct Selection {
    let scenarios: [Scenario]
    /// The mistakes in the files.
    let diagnostics: [Diagnostic]
    /// The lines of each file that was read.
    let sourceLines: [String: [String]]

    /// The ids of all scenarios in the files, including those that are not selected.
    let known: Set<String>

    /// The number of files that define sequences for others and are not scenarios.
    let libraryFiles: Int

    /// The included files that were found.
    let includes: [String]

    /// The selection of no scenario.
    static let nothing = Selection()

    private init() {
        scenarios = []
        diagnostics = []
        sourceLines = [:]
        known = []
        libraryFiles = 0
        includes = []
    }

    /// Throws when a driver replaces a participant that no selected scenario has.
    func check(_ drivers: [DriverChoice], verb: Verb) throws(UsageError) {
        guard diagnostics.isEmpty, !scenarios.isEmpty else { return }
        for choice in drivers {
            guard case .named(let name) = choice.selection else { continue }
            let isThere = scenarios.contains { $0.participants.contains { $0.name == name } }
            guard !isThere else { continue }
            throw UsageError(
                verb, "--driver `\(choice.text)`: no scenario that is selected has a participant `\(name)`")
        }
    }

    /// Returns a problem with a path that does not exist, with a suggestion.
    static func advised(_ problem: Diagnostic) -> Diagnostic {
        guard problem.line == 0, problem.suggestion == nil, !FileStore.exists(problem.file),
            !FileStore.isLink(problem.file)
        else { return problem }
        return Diagnostic(
            file: problem.file, place: nil, message: problem.message, suggestion: advice(on: problem.file))
    }

    private static func advice(on path: String) -> String? {
        let folder = FileTree.parent(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if let near = Spelling.nearest(to: name, in: FileTree.names(in: folder)) {
            return "did you mean `\(folder == "." ? near : "\(folder)/\(near)")`?"
        }
        return nil
    }

    /// The problems of the files with their lines; empty without problems.
    var problems: String {
        diagnostics.map { $0.rendered(in: sourceLines) }.joined(separator: "\n")
    }

    /// Writes the problems to the standard error; returns false when there are none.
    func reportProblems() -> Bool {
        guard !diagnostics.isEmpty else { return false }
        Console.error(problems)
        return true
    }

    /// The maximum size of a scenario from the standard input in bytes, plus one to detect longer ones.
    private static let longestInput = (1 << 20) + 1

    private static func library(
        of choice: ScenarioChoice, _ search: ScenarioSearch, _ verb: Verb, _ vocabulary: Vocabulary
    ) throws(UsageError) -> ScenarioLibrary {
        guard choice.isStandardInput else {
            return .load(paths: search.paths, vocabulary: vocabulary, groupSize: choice.groupSize)
        }
        guard let bytes = FileStore.read("/dev/stdin", atMost: longestInput) else {
            throw UsageError(verb, "the standard input cannot be read: \(systemMessage())")
        }
        return .load(
            text: String(decoding: bytes, as: UTF8.self), file: "-", vocabulary: vocabulary,
            groupSize: choice.groupSize)
    }

    /// Reads all files, and keeps the selected scenarios.
    ///
    /// - Parameter lastFailed: The ids of the scenarios that did not pass in their last run; nil to select all.
    init(_ choice: ScenarioChoice, lastFailed: [String]? = nil, verb: Verb, _ registry: Registry) throws(UsageError) {
        guard !choice.operands.isEmpty else { throw UsageError.noScenarios(verb) }
        let search = ScenarioSearch(choice.operands)
        let library = try Self.library(of: choice, search, verb, Vocabulary(registry))
        libraryFiles = library.libraryFiles
        includes = library.includedFiles
        let isNothing = library.diagnostics.allSatisfy(\.isOfEmptyFolder)
        // Files of sequences can be checked alone.
        if library.scenarios.isEmpty, isNothing, search.problems.isEmpty, verb != .check || libraryFiles == 0 {
            throw UsageError(verb, "there is no scenario in \(choice.paths.joined(separator: ", "))")
        }
        known = Set(library.scenarios.map(\.id))
        let admitted = library.scenarios.filter(choice.admits)
        diagnostics = search.problems + library.diagnostics.map(Self.advised)
        sourceLines = library.sourceLines
        if admitted.isEmpty, diagnostics.isEmpty, verb != .check {
            throw UsageError(verb, "no scenario of \(library.scenarios.count) has \(choice.condition)")
        }
        let failed = lastFailed.map { Set($0) }
        let changed = try choice.changedSince.map { ref throws(UsageError) in try ChangedFiles(since: ref, verb) }
        let meant = admitted.filter { (failed?.contains($0.id) ?? true) && (changed?.touch($0) ?? true) }
        scenarios = meant.enumerated().filter { choice.shard?.holds($0.offset) ?? true }.map(\.element)
    }
}
