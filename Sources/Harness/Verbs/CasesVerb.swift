internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall list --cases`: which cases scenarios and tests show, and which nothing does and why.
struct CasesVerb {
    private let paths: [String]
    private let file: String
    private let reasonsFile: String?
    private let format: OutputFormat
    private let registry: Registry
    /// The lines of each file with a problem, to show parts of them.
    private var lines: [String: [String]] = [:]
    private var problems: [Diagnostic] = []

    init(_ words: Words, cases file: String, _ registry: Registry) throws(UsageError) {
        guard !words.operands.isEmpty else {
            throw UsageError(.list, "name at least one file or folder with scenarios or tests")
        }
        guard !words.has(.filter) else {
            throw UsageError(.list, "--filter chooses scenarios, and --cases counts them all: leave one of them out")
        }
        self.file = file
        self.registry = registry
        format = try words.format(of: .list)
        paths = words.operands + FileTree.beside(words.operands, "Tests")
        reasonsFile = words[.reasons] ?? FileTree.beside(words.operands, "Docs/cases-left.yaml").first
    }

    mutating func perform() -> ExitStatus {
        do throws(FileError) {
            let list = CaseFile(try FileStore.readWhole(file), file: file)
            lines[file] = list.sourceLines
            let reasons = try reasonsFile.map { (path) throws(FileError) in
                ReasonFile(try FileStore.readWhole(path), file: path)
            }
            if let reasons { lines[reasons.file] = reasons.sourceLines }
            problems = list.problems + (reasons?.problems ?? [])
            var finder = ShowingFinder(registry)
            let showings = try finder.find(in: paths)
            problems += finder.problems
            lines.merge(finder.lines) { first, _ in first }
            return report(CaseCoverage(list, showings: showings, reasons: reasons))
        } catch {
            Console.complain("rollcall list: \(error)\n")
            return .invalid
        }
    }

    private func report(_ coverage: CaseCoverage) -> ExitStatus {
        var coverage = coverage
        coverage.add(problems)
        switch format {
        case .text: Console.say(CaseListText(coverage: coverage).text)
        case .json: Console.say(String(decoding: CaseListJSON(coverage: coverage).bytes, as: UTF8.self))
        }
        guard coverage.problems.isEmpty else {
            let texts = coverage.problems.map { $0.rendered(in: lines) }
            Console.complain(texts.joined(separator: "\n"))
            return .invalid
        }
        return coverage.missing.isEmpty ? .success : .failure
    }
}
