import Harness
import ScenarioLanguage

/// `workshop lines`: the lines of the call library and the servers that no scenario reaches, and the reasons.
struct LinesCommand {
    private let file: String
    private let reasons: ReasonFile

    init(_ arguments: Arguments) throws {
        file = arguments.paths[0]
        guard let reasons = arguments["reasons"] else { throw UsageError(message: "name reasons with --reasons FILE") }
        self.reasons = ReasonFile(try FileStore.readWhole(reasons), file: reasons)
    }

    /// Prints the lines, and returns 0 when each file with such lines has a reason and they are few enough.
    func perform() throws -> Int32 {
        let coverage = LineCoverage(lcov: String(decoding: try FileStore.readWhole(file), as: UTF8.self))
        guard coverage.lines > 0 else { throw UsageError(message: "\(file) has no line of the sources") }
        let page = LinesPage(coverage, reasons)
        print(page.text, terminator: "")
        let problems = reasons.problems + page.problems
        guard problems.isEmpty else {
            Workshop.complain(problems, lines: [reasons.file: reasons.sourceLines])
            return 65
        }
        return page.isWhole ? 0 : 1
    }
}
