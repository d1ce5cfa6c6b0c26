import CallLibraryGuest
import Harness
import ScenarioLanguage
import ScenarioVocabulary

/// Finds the cases that scenarios and tests name.
struct ShowingFinder {
    /// The scenarios that were read.
    private(set) var scenarios: [Scenario] = []
    private(set) var problems: [Diagnostic] = []
    /// The lines of each file that names a case.
    private(set) var lines: [String: [String]] = [:]

    /// Returns the cases that the scenarios and tests of some files and folders cover.
    mutating func find(in paths: [String]) throws(FileError) -> [Showing] {
        findInScenarios(paths) + (try findInTests(paths))
    }

    private mutating func findInScenarios(_ paths: [String]) -> [Showing] {
        // A folder of tests holds no scenario, and need not.
        let wanted = paths.filter { path in
            FileTree.files(under: path, endingIn: [".swift"]).isEmpty
                || !FileTree.files(under: path, endingIn: [".yaml", ".yml"]).isEmpty
        }
        let vocabulary = Vocabulary.standard
        let library = ScenarioLibrary.load(paths: wanted, vocabulary: vocabulary)
        scenarios += library.scenarios
        problems += library.diagnostics
        lines.merge(library.sourceLines) { first, _ in first }
        return library.scenarios.flatMap { scenario in
            zip(scenario.covers, scenario.coverPlaces).map { id, place in
                Showing(id: id, source: .scenario(scenario.id), file: scenario.file, place: place)
            }
        }
    }

    private mutating func findInTests(_ paths: [String]) throws(FileError) -> [Showing] {
        var showings: [Showing] = []
        var seen: Set<String> = []
        let files = paths.flatMap { FileTree.files(under: $0, endingIn: [".swift"]) }
        for path in files where seen.insert(path).inserted {
            let bytes = try FileStore.readWhole(path)
            let file = TestFile(bytes, file: path)
            showings += file.showings
            problems += file.problems
            guard !file.showings.isEmpty || !file.problems.isEmpty else { continue }
            lines[path] = String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        }
        return showings
    }
}
