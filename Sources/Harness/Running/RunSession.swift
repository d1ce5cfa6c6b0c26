internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import Reporting
internal import ScenarioLanguage
import ScenarioStage

/// One pass over some scenarios: their runs in processes of their own, the console's lines, and the reports.
struct RunSession {
    private let request: RunRequest
    private let scenarios: [Scenario]
    private let program: String
    private let plan: RunPlan
    private let writer: ReportWriter
    private let started = WallClock.seconds
    private var board: ScoreBoard
    private var line: ProgressLine?
    private var failure: FileError?
    /// The scenarios of which a run has begun.
    private var begun: Set<Int> = []

    init(_ request: RunRequest, scenarios: [Scenario], program: String) throws(FileError) {
        self.request = request
        self.scenarios = scenarios.map { $0.driven(by: request.options.drivers) }
        self.program = program
        let isOneByOne = request.jobs == 1 || request.options.clock == .real
        plan = RunPlan(
            order: isOneByOne ? Array(scenarios.indices) : RunPlan.order(of: scenarios.map(\.weight)),
            seeds: request.seeds, rounds: request.rounds)
        let inputs = scenarios.flatMap { [$0.file] + $0.includes.map(\.file) }
        writer = try ReportWriter(
            request.reports, folders: [request.outFolder], inputs: inputs, isAside: request.isAside)
        board = ScoreBoard(
            ConsoleReport(
                style: Console.style, ids: scenarios.map(\.id), names: scenarios.map(\.name), width: Console.columns),
            ids: scenarios.map(\.id), plan: plan, out: request.outFolder,
            compares: self.scenarios.map { request.options.clock == .virtual && !$0.isDriven })
        line = request.isAside ? nil : ProgressLine.ofTerminal
    }

    mutating func run() throws(FileError) -> ExitStatus {
        let last = LastRun(in: request.outFolder)
        try last.prepare()
        let lock = try FolderLock(request.outFolder)
        defer { withExtendedLifetime(lock) {} }
        writer.begin()
        var supervisor = try Supervisor(
            jobs: request.jobs, program: program, options: request.options)
        let end = supervisor.run(next: { next() }, onEnd: { finish($0, $1) })
        forgetOthers()
        let result = RunResult(
            version: RollcallMain.version, verdicts: board.verdicts, selected: scenarios.count,
            wallSeconds: WallClock.seconds - started)
        let untested = ExitStatus.isUntested(result.verdicts) && !request.allowsUnsupported
        writer.say((line?.cleared() ?? "") + board.summary(of: result) + (untested ? Self.untested : ""))
        try last.remember(result)
        try writer.write(result)
        if let failure { throw failure }
        return end == .interrupted
            ? .interrupted : ExitStatus(result.verdicts, allowsUnsupported: request.allowsUnsupported)
    }

    private static let untested =
        "note: nothing was tested: every scenario is unsupported (--allow-unsupported accepts that)\n"

    /// The next run, once its folder is ready.
    private mutating func next() -> (number: Int, task: WorkerTask)? {
        guard failure == nil, let number = board.next() else { return nil }
        let run = plan[number]
        do throws(FileError) {
            if begun.insert(run.scenario).inserted { try folder(of: run.scenario).prepareWhole() }
            if plan.runsOfEach > 1 { try board.folder(of: run).prepare() }
            return (number, task(number))
        } catch {
            failure = error
            return nil
        }
    }

    private func folder(of scenario: Int) -> RunFolder {
        RunFolder(out: request.outFolder, id: scenarios[scenario].id)
    }

    /// Deletes what earlier runs left of scenarios that have no verdict now.
    private func forgetOthers() {
        let judged = Set(board.verdicts.map(\.id))
        for (index, scenario) in scenarios.enumerated() where !judged.contains(scenario.id) {
            folder(of: index).forget(evidence: !begun.contains(index))
            folder(of: index).deleteParts()
        }
    }

    /// Takes the end of a run, and answers whether to go on.
    private mutating func finish(_ number: Int, _ end: WorkerEnd) -> Bool {
        do throws(FileError) {
            let task = plan[number]
            let scenario = scenarios[task.scenario]
            let run = Judge.Case(
                id: scenario.id, name: scenario.name, file: scenario.file, covers: scenario.covers, seed: task.seed,
                again: again(scenario, seed: task.seed))
            var verdict = Judge.verdict(on: run, end, in: board.folder(of: task))
            verdict.isRealTime = request.options.clock == .real || scenario.isDriven
            board.folder(of: task).deleteUnwritten()
            guard let final = try board.take(verdict, of: task) else { return true }
            let folder = folder(of: task.scenario)
            folder.deleteUnwritten()
            if request.keepsOnlyFailures, !final.kind.isBad { folder.deleteEvidence() }
            try FileStore.write(final.json + [UInt8(ascii: "\n")], to: folder.verdict)
            if final.kind.isBad, !scenario.isDriven { try writeCapsule(final, of: scenario, in: folder) }
            show()
            return !(request.failsFast && final.kind.isBad)
        } catch {
            failure = error
            return false
        }
    }

    private func writeCapsule(_ verdict: Verdict, of scenario: Scenario, in folder: RunFolder) throws(FileError) {
        var capsule = Capsule()
        capsule.build = ProgramBuild.name
        (capsule.id, capsule.file, capsule.seed) = (scenario.id, scenario.file, verdict.seed)
        capsule.scenario = Array(scenario.sourceLines.joined(separator: "\n").utf8)
        capsule.includes = scenario.includes.map { ($0.file, Array($0.lines.joined(separator: "\n").utf8)) }
        capsule.options = request.options
        capsule.verdict = verdict.json
        capsule.journal = folder.mendedJournal()
        capsule.packets = FileStore.read(folder.writtenCapture).flatMap {
            $0.count <= Capsule.largestCapture ? $0 : nil
        }
        try FileStore.write(capsule.bytes, to: folder.capsule)
    }

    private mutating func show() {
        var text = line?.cleared() ?? ""
        board.show { text += $0 }
        text +=
            line?.text(
                ended: board.ended, of: scenarios.count, troubled: board.troubled, seconds: WallClock.seconds - started)
            ?? ""
        if !text.isEmpty { writer.say(text) }
    }
}

extension RunSession {
    /// The task of a run. Of several runs with one seed every second one has a fresh process to itself, so that
    /// what a scenario leaves to the next one in its process is seen as a difference.
    private func task(_ number: Int) -> WorkerTask {
        let run = plan[number]
        let scenario = scenarios[run.scenario]
        return WorkerTask(
            id: scenario.id, file: scenario.file, seed: run.seed, folder: board.folder(of: run).path,
            again: again(scenario, seed: run.seed),
            isAlone: run.round.isMultiple(of: 2) || request.options.clock == .real || scenario.isDriven)
    }

    /// The command that repeats the run of a scenario.
    private func again(_ scenario: Scenario, seed: UInt64) -> String {
        var words = [program, "run", scenario.file, "--seed", "\(seed)"]
        if scenario.row != nil { words += ["--filter", scenario.id] }
        for option in request.options.words {
            words += ["--\(option.name.rawValue)"] + [option.value].compactMap(\.self)
        }
        switch request.rounds {
        case 1: break
        case 2: words.append("--twice")
        default: words += ["--repeat", "\(request.rounds)"]
        }
        return words.map(\.shellQuoted).joined(separator: " ")
    }
}

extension String {
    /// The word as a shell reads it back.
    var shellQuoted: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
        return isPlain
            ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
