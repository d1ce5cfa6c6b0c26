internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The scenarios that a command line names.
struct Selection {
    let scenarios: [Scenario]
    /// The mistakes in the files.
    let diagnostics: [Diagnostic]
    /// The lines of each file that was read.
    let sourceLines: [String: [String]]

    /// How many files have sequences for others, and are no scenarios.
    let libraryFiles: Int

    /// The files that the scenarios include, as far as they were found.
    let includes: [String]

    /// Throws when a driver is for a participant that no chosen scenario has.
    func check(_ drivers: [DriverChoice], verb: Verb) throws(UsageError) {
        guard diagnostics.isEmpty, !scenarios.isEmpty else { return }
        for choice in drivers {
            guard let name = choice.participant else { continue }
            let isThere = scenarios.contains { $0.participants.contains { $0.name == name } }
            guard !isThere else { continue }
            throw UsageError(
                verb, "--driver `\(choice.text)`: no scenario that is selected has a participant `\(name)`")
        }
    }

    /// A problem with a path that names nothing, with what the user may have meant.
    private static func advised(_ problem: Diagnostic) -> Diagnostic {
        guard problem.line == 0, problem.suggestion == nil, !FileStore.exists(problem.file) else { return problem }
        return Diagnostic(
            file: problem.file, place: nil, message: problem.message, suggestion: advice(on: problem.file))
    }

    private static func advice(on path: String) -> String? {
        if path == "-" { return "scenarios are read from files and folders, not from the standard input" }
        if let match = path.wholeMatch(of: /(.+?):\d+(:\d+)?/), FileStore.exists(String(match.output.1)) {
            return "name the file without a line: `\(match.output.1)`"
        }
        let folder = FileTree.parent(of: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if let near = Spelling.nearest(to: name, in: FileTree.names(in: folder)) {
            return "did you mean `\(folder == "." ? near : "\(folder)/\(near)")`?"
        }
        let isID = !path.contains("/") && !path.contains(".") && path.contains { $0.isUppercase || $0.isNumber }
        return isID ? "to choose a scenario by its id, name its folder and give `--filter \(path)`" : nil
    }

    /// The mistakes in the files with their lines; empty when there are none.
    var problems: String {
        diagnostics.map { $0.rendered(in: sourceLines) }.joined(separator: "\n")
    }

    /// Reads all files, and keeps the scenarios that are meant.
    ///
    /// - Parameter lastFailed: The ids of those that did not pass when they last ran, where only these are meant.
    init(_ choice: ScenarioChoice, lastFailed: [String]? = nil, verb: Verb, _ registry: Registry) throws(UsageError) {
        let paths = choice.paths
        guard !paths.isEmpty else { throw UsageError(verb, "name at least one file or folder with scenarios") }
        let vocabulary = Vocabulary(registry)
        let library = ScenarioLibrary.load(paths: paths, vocabulary: vocabulary)
        libraryFiles = library.libraryFiles
        includes = library.includedFiles
        let isNothing = library.diagnostics.allSatisfy { $0.line == 0 && FileStore.isFolder($0.file) }
        // Files of sequences can be checked by themselves.
        if library.scenarios.isEmpty, isNothing, verb != .check || libraryFiles == 0 {
            throw UsageError(verb, "there is no scenario in \(paths.joined(separator: ", "))")
        }
        let admitted = library.scenarios.filter(choice.admits)
        diagnostics = library.diagnostics.map(Self.advised)
        sourceLines = library.sourceLines
        if admitted.isEmpty, diagnostics.isEmpty, verb != .check {
            throw UsageError(verb, "no scenario of \(library.scenarios.count) has \(choice.condition)")
        }
        let failed = lastFailed.map { Set($0) }
        let meant = admitted.filter { failed?.contains($0.id) ?? true }
        scenarios = meant.enumerated().filter { choice.shard?.holds($0.offset) ?? true }.map(\.element)
    }
}
