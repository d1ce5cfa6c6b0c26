internal import Scenario

/// The scenarios that a command line names.
struct Selection {
    let scenarios: [Scenario]
    /// What is wrong with the files, shown with their lines; empty when nothing is.
    let problems: String
    /// How many things are wrong.
    let problemCount: Int

    /// Reads all files, and keeps the scenarios that the filter lets through.
    init(_ paths: [String], filter: String? = nil, verb: Verb, _ registry: Registry) throws(UsageError) {
        guard !paths.isEmpty else { throw UsageError(verb, "name at least one file or folder with scenarios") }
        let vocabulary = Vocabulary(interceptors: registry.interceptors.keys.sorted())
        let library = ScenarioLibrary.load(paths: paths, vocabulary: vocabulary)
        let isNothing = library.diagnostics.allSatisfy { $0.line == 0 && FileStore.isFolder($0.file) }
        if library.scenarios.isEmpty, isNothing {
            throw UsageError(verb, "there is no scenario in \(paths.joined(separator: ", "))")
        }
        scenarios = library.scenarios.filter { filter.map($0.matches) ?? true }
        problems = library.rendered()
        problemCount = library.diagnostics.count
        if let filter, scenarios.isEmpty, problemCount == 0 {
            throw UsageError(
                verb, "no scenario of \(library.scenarios.count) has `\(filter)` in its id, name, tags or file")
        }
    }
}

extension Scenario {
    fileprivate func matches(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return ([id, name, file] + tags).contains { $0.lowercased().contains(wanted) }
    }
}
