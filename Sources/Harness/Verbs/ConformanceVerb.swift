internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall conformance`: what scenarios and tests show, how they ended, and which states they reached.
struct ConformanceVerb {
    private let paths: [String]
    private let casesFile: String?
    private let reasonsFile: String?
    private let format: OutputFormat
    private let out: String
    private let registry: Registry
    private let program: String
    /// How the scenarios are run with programs in the place of participants; nil to take the results that are there.
    private let request: RunRequest?

    init(_ words: Words, _ registry: Registry, program: String) throws(UsageError) {
        guard !words.operands.isEmpty else {
            throw UsageError(.conformance, "name at least one file or folder with scenarios or tests")
        }
        self.registry = registry
        self.program = program
        request = try Self.request(words)
        // What tests show, they show of the call library.
        paths = words.operands + (request == nil ? FileTree.beside(words.operands, "Tests") : [])
        casesFile = words[.cases]
        reasonsFile = words[.reasons] ?? FileTree.beside(words.operands, "Docs/moves-left.yaml").first
        format = try words.format(of: .conformance)
        out = words[.out] ?? ".rollcall"
    }

    /// The run that comes before the matrix.
    private static func request(_ words: Words) throws(UsageError) -> RunRequest? {
        let texts = words.all(.driver)
        guard !texts.isEmpty else {
            for option in [OptionName.jobs, .limit] where words.has(option) {
                throw UsageError(.conformance, "--\(option.word) is for a run, which --driver asks for")
            }
            return nil
        }
        // Said again here, so that what is wrong with them is told of this verb.
        _ = try words.drivers(of: .conformance)
        _ = try words.number(.jobs, of: .conformance, atLeast: 1)
        _ = try words.seconds(.limit, of: .conformance)
        var given = texts.map { "--driver=\($0)" }
        for option in [OptionName.out, .jobs, .limit] {
            given += words[option].map { ["--\(option.word)=\($0)"] } ?? []
        }
        var request = try RunRequest(Words(given + ["--"] + words.operands, of: .run), cores: Console.cores)
        request.isAside = true
        return request
    }

    /// Runs the scenarios with programs in the place of participants; nil when there is a matrix to show of them.
    private func run(_ request: RunRequest) throws(FileError) -> ExitStatus? {
        let selection: Selection
        do throws(UsageError) {
            selection = try Selection(request.choice, verb: .conformance, registry)
            try selection.check(request.drivers, verb: .conformance)
        } catch {
            Console.complain(error.description)
            return .usage
        }
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
            return .invalid
        }
        var session = try RunSession(request, scenarios: selection.scenarios, program: program)
        let status = try session.run()
        return status == .interrupted || status == .fault ? status : nil
    }

    func perform() -> ExitStatus {
        if let request {
            do throws(FileError) {
                if let status = try run(request) { return status }
            } catch {
                Console.complain("rollcall conformance: \(error)\n")
                return .fault
            }
        }
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
        var troubles: [String: String] = [:]
        var moves = MoveCount()
        for scenario in finder.scenarios {
            let folder = RunFolder(out: out, id: scenario.id)
            let json = FileStore.read(folder.verdict).flatMap { try? JSON(parsing: $0) }
            guard let verdict = json.flatMap({ Verdict($0) }) else { continue }
            verdicts[scenario.id] = verdict.kind
            troubles[scenario.id] = verdict.failure?.reason
            moves.read(FileStore.read(folder.journal) ?? [])
        }
        var conformance = Conformance(
            showings: showings, list: list, scenarios: finder.scenarios, verdicts: verdicts, moves: moves,
            reasons: reasons)
        if let request {
            conformance.foreign = .init(
                drivers: request.drivers.map(\.text),
                troubles: finder.scenarios.compactMap { scenario in
                    guard let kind = verdicts[scenario.id], kind != .passed else { return nil }
                    return .init(scenario: scenario.id, verdict: kind.rawValue, reason: troubles[scenario.id] ?? "")
                })
        }
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
