internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall conformance`: the verdict on each case that scenarios cover, for the call library or for drivers.
struct ConformanceVerb {
    private let selection: Selection
    private let format: OutputFormat
    private let out: String
    private let program: String
    /// The run before the matrix; nil to use the results of the last run.
    private let request: RunRequest?
    private let expected: ExpectedFailures

    init(_ words: ParsedArguments, _ registry: Registry, program: String) throws(UsageError) {
        self.program = program
        request = try Self.request(words)
        format = try words.format(of: .conformance)
        out = words[.out] ?? ".rollcall"
        selection = try Selection(ScenarioChoice(words, of: .conformance), verb: .conformance, registry)
        try selection.check(request?.options.drivers ?? [], verb: .conformance)
        if let request {
            expected = try ExpectedFailures(request, selection, verb: .conformance)
        } else {
            expected = ExpectedFailures()
        }
    }

    private static func request(_ words: ParsedArguments) throws(UsageError) -> RunRequest? {
        guard words.has(.driver) else {
            for option in [OptionName.jobs, .limit, .expectedFailures] where words.has(option) {
                throw UsageError(.conformance, "--\(option.rawValue) is for a run, which --driver asks for")
            }
            return nil
        }
        var request = try RunRequest(words, of: .conformance, cores: Console.cores)
        request.usesStandardError = true
        return request
    }

    func perform() -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        guard expected.problemText.isEmpty else {
            Console.error(expected.problemText)
            return .invalid
        }
        do throws(FileError) {
            if let request {
                var session = try RunSession(
                    request, scenarios: selection.scenarios, program: program, expecting: expected)
                let status = try session.run()
                if status == .interrupted || status == .fault { return status }
            }
            return report()
        } catch {
            Console.error(.conformance, "\(error)")
            return .fault
        }
    }

    private func report() -> ExitStatus {
        var verdicts: [String: Verdict] = [:]
        var damages: [FileError] = []
        for scenario in selection.scenarios {
            do throws(FileError) {
                verdicts[scenario.id] = try RunFolder(out: out, id: scenario.id).recordedVerdict()
            } catch {
                damages.append(error)
            }
        }
        guard damages.isEmpty else {
            for damage in damages { Console.error(.conformance, "\(damage); run its scenario again") }
            return .invalid
        }
        let matrix = ConformanceMatrix(
            selection.scenarios, verdicts: verdicts, drivers: request?.options.drivers.map(\.text) ?? [])
        let report = ConformanceReport(matrix: matrix)
        Console.say(format == .json ? report.json : report.markdown)
        return matrix.isMet ? .success : .failure
    }
}
