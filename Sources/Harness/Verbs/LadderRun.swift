internal import DriverKit
internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall driver ladder`: runs the scenarios of the levels, in which a driver replaces every participant.
struct LadderRun {
    private let levels: [Ladder.Level]
    private let request: RunRequest
    private let program: String
    private let registry: Registry
    private var folder: String { "\(request.outFolder)/ladder" }

    init(_ choice: DriverChoice, _ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        self.program = program
        self.registry = registry
        let count: Int = try words.number(.levels, of: .driver, atLeast: 1) ?? Ladder.levels.count
        guard count <= Ladder.levels.count else {
            throw UsageError(.driver, "--levels can be \(Ladder.levels.count) at most, and is \(count)")
        }
        levels = Array(Ladder.levels.prefix(count))
        request = try Self.request(choice, words, levels)
    }

    /// Returns the equivalent command line of `rollcall run`.
    private static func request(
        _ choice: DriverChoice, _ words: ParsedArguments, _ levels: [Ladder.Level]
    ) throws(UsageError) -> RunRequest {
        let out = words[.out] ?? ".rollcall"
        var line = ["--driver", choice.text, "--out", out]
        for option in [OptionName.jobs, .limit] { line += words[option].map { ["--\(option.rawValue)", $0] } ?? [] }
        line += levels.map { "\(out)/ladder/\($0.file)" }
        var request = try RunRequest(ParsedArguments(line, of: .run), of: .run, cores: Console.cores)
        request.usesStandardError = true
        return request
    }

    func perform() throws(UsageError) -> ExitStatus {
        do throws(FileError) {
            try FileStore.makeFolder(folder)
            for level in levels { try FileStore.write(level.scenario, to: "\(folder)/\(level.file)") }
        } catch {
            Console.error(.driver, "\(error)")
            return .fault
        }
        return perform(try Selection(request.choice, verb: .run, registry))
    }

    private func perform(_ selection: Selection) -> ExitStatus {
        do throws(FileError) {
            var session = try RunSession(request, scenarios: selection.scenarios, program: program)
            let status = try session.run()
            return status == .interrupted || status == .fault ? status : report()
        } catch {
            Console.error(.driver, "\(error)")
            return .fault
        }
    }

    private func report() -> ExitStatus {
        let verdicts = levels.map { RunFolder(out: request.outFolder, id: $0.id).readVerdict() }
        let width = levels.map(\.name.count).max() ?? 0
        for (level, verdict) in zip(levels, verdicts) {
            let number = "\(level.number)".count < 2 ? " \(level.number)" : "\(level.number)"
            Console.say("\(number)  \(level.name.padded(to: width))  \(Self.text(of: verdict))\n")
        }
        let passed = verdicts.count { $0?.kind == .passed }
        let next = zip(levels, verdicts).first { $0.1?.kind != .passed }?.0
        Console.say("\n\(passed) of \(levels.count.counted("level")) passed\n")
        if let next {
            Console.say(
                "next: \(next.name), Docs/ladder.md\(next.chapter); its run is in \(request.outFolder)/\(next.id)\n")
        }
        return next == nil ? .success : .failure
    }

    /// Returns the verdict; for a level that did not pass, the expectation and the driver's own message too.
    private static func text(of verdict: Verdict?) -> String {
        guard let verdict else { return "not run" }
        guard let failure = verdict.failure else { return verdict.kind.rawValue }
        // The last line of the standard error of a program that died has the cause.
        let details = (comparison(in: failure) + failure.output.suffix(1)).map { "\n      \($0)" }.joined()
        return "\(verdict.kind.rawValue): \(failure.reason)\(details)"
    }

    /// Returns what was expected and what was found.
    private static func comparison(in failure: Verdict.Failure) -> [String] {
        guard failure.findings.isEmpty else { return Array(failure.findings.prefix(4)) }
        return [failure.expected.map { "expected \($0)" }, failure.actual.map { "actual \($0)" }].compactMap(\.self)
    }
}
