internal import Journal
internal import Scenario

/// `rollcall conformance`: what scenarios and tests show, how they ended, and which states they reached.
struct ConformanceVerb {
    private let paths: [String]
    private let casesFile: String?
    private let reasonsFile: String?
    private let format: OutputFormat
    private let out: String
    private let registry: Registry

    init(_ words: Words, _ registry: Registry) throws(UsageError) {
        guard !words.operands.isEmpty else {
            throw UsageError(.conformance, "name at least one file or folder with scenarios or tests")
        }
        self.registry = registry
        paths = words.operands + FileTree.beside(words.operands, "Tests")
        casesFile = words[.cases]
        reasonsFile = words[.reasons] ?? FileTree.beside(words.operands, "Docs/moves-left.yaml").first
        format = try words.format(of: .conformance)
        out = words[.out] ?? ".rollcall"
    }

    func perform() -> ExitStatus {
        do throws(FileError) {
            return report(try conformance())
        } catch {
            Console.complain("rollcall conformance: \(error)\n")
            return .invalid
        }
    }

    private func conformance() throws(FileError) -> (Conformance, problems: String) {
        var finder = ShowingFinder(registry)
        let showings = try finder.find(in: paths)
        var list: CaseFile?
        if let casesFile { list = CaseFile(try FileStore.readWhole(casesFile), file: casesFile) }
        var reasons: ReasonFile?
        if let reasonsFile { reasons = ReasonFile(try FileStore.readWhole(reasonsFile), file: reasonsFile) }
        var verdicts: [String: Verdict.Kind] = [:]
        var moves = MoveCount()
        for scenario in finder.scenarios {
            let folder = RunFolder(out: out, id: scenario.id)
            let json = FileStore.read(folder.verdict).flatMap { try? JSON(parsing: $0) }
            guard let verdict = json.flatMap({ Verdict($0) }) else { continue }
            verdicts[scenario.id] = verdict.kind
            moves.read(FileStore.read(folder.journal) ?? [])
        }
        let conformance = Conformance(
            showings: showings, list: list, scenarios: finder.scenarios, verdicts: verdicts, moves: moves,
            reasons: reasons)
        var lines = finder.lines
        if let list { lines[list.file] = list.sourceLines }
        if let reasons { lines[reasons.file] = reasons.sourceLines }
        let isRun = !verdicts.isEmpty
        let problems =
            finder.problems + (list?.problems ?? []) + (reasons?.problems ?? []) + (isRun ? conformance.problems : [])
        return (conformance, problems.map { $0.rendered(in: lines) }.joined(separator: "\n"))
    }

    private func report(_ found: (conformance: Conformance, problems: String)) -> ExitStatus {
        switch format {
        case .text: Console.say(ConformanceText(conformance: found.conformance).text)
        case .json: Console.say(ConformanceJSON(conformance: found.conformance).text)
        }
        guard found.problems.isEmpty else {
            Console.complain(found.problems)
            return .invalid
        }
        return found.conformance.isWhole ? .success : .failure
    }
}
