import Harness
import ScenarioLanguage

/// `workshop cases`: which cases of a list scenarios and tests cover, and which nothing covers and why.
struct CasesCommand {
    private let paths: [String]
    private let file: String
    private let reasons: String?

    init(_ arguments: Arguments) throws {
        guard let file = arguments["cases"] else { throw UsageError(message: "name a list with --cases FILE") }
        self.file = file
        paths = arguments.paths + FileTree.beside(arguments.paths, "Tests")
        reasons = arguments["reasons"] ?? FileTree.beside(arguments.paths, "Docs/cases-left.yaml").first
    }

    /// Prints the list, and returns 0 when every case is covered or left out with a reason.
    func perform() throws -> Int32 {
        let list = CaseFile(try FileStore.readWhole(file), file: file)
        let reasons = try reasons.map { ReasonFile(try FileStore.readWhole($0), file: $0) }
        var finder = ShowingFinder()
        let coverage = CaseCoverage(list, showings: try finder.find(in: paths), reasons: reasons)
        print(CaseListText(coverage: coverage).text, terminator: "")
        let problems = list.problems + (reasons?.problems ?? []) + finder.problems + coverage.problems
        guard problems.isEmpty else {
            var lines = finder.lines
            lines[list.file] = list.sourceLines
            if let reasons { lines[reasons.file] = reasons.sourceLines }
            Workshop.complain(problems, lines: lines)
            return 65
        }
        return coverage.missing.isEmpty ? 0 : 1
    }
}

/// `workshop conformance`: the page of what covers each case, how that ended, and which states were reached.
struct ConformanceCommand {
    private let paths: [String]
    private let reasons: String?
    private let out: String

    init(_ arguments: Arguments) throws {
        paths = arguments.paths + FileTree.beside(arguments.paths, "Tests")
        reasons = arguments["reasons"] ?? FileTree.beside(arguments.paths, "Docs/transitions-left.yaml").first
        out = arguments["out"] ?? ".rollcall"
    }

    /// Prints the page, and returns 0 when every scenario passed and every possible transition is reached or explained.
    func perform() throws -> Int32 {
        var finder = ShowingFinder()
        let showings = try finder.find(in: paths)
        let reasons = try reasons.map { ReasonFile(try FileStore.readWhole($0), file: $0) }
        let results = Results(of: finder.scenarios, in: out)
        let matrix = CatalogueMatrix(
            showings: showings, scenarios: finder.scenarios, verdicts: results.verdicts,
            transitions: results.transitions,
            reasons: reasons)
        print(CatalogueText(matrix: matrix).text, terminator: "")
        let problems =
            finder.problems + (reasons?.problems ?? []) + (results.verdicts.isEmpty ? [] : matrix.problems)
        guard problems.isEmpty else {
            var lines = finder.lines
            if let reasons { lines[reasons.file] = reasons.sourceLines }
            Workshop.complain(problems, lines: lines)
            return 65
        }
        return matrix.isWhole ? 0 : 1
    }
}

/// `workshop events`: writes the Swift files of the coordinator's events from their table.
struct EventsCommand {
    private let folder: String

    init(_ arguments: Arguments) {
        folder = arguments.paths[0]
    }

    func perform() throws -> Int32 {
        let file = "\(folder)/events.yaml"
        let table = EventTable(try FileStore.readWhole(file), file: file)
        guard table.problems.isEmpty else {
            Workshop.complain(table.problems, lines: [file: table.sourceLines])
            return 65
        }
        let sources = EventSources(rows: table.rows)
        for (name, text) in sources.files { try FileStore.write(Array(text.utf8), to: "\(folder)/\(name)") }
        return 0
    }
}
