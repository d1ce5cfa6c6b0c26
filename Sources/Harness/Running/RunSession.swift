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
    private var board: VerdictBoard
    private var line: ProgressLine?
    private var failure: FileError?
    /// The verdicts; nil before the session has run.
    private(set) var result: RunResult?
    private let expected: ExpectedFailures
    private var input: InputCopy?
    /// The instant at which the progress line was last written.
    private var lastProgress = -1.0
    /// The indices of the scenarios with a run that has begun.
    private var begun: Set<Int> = []

    init(
        _ request: RunRequest, scenarios: [Scenario], ownSeeds: [UInt64] = [], program: String,
        expecting: ExpectedFailures = ExpectedFailures()
    ) throws(FileError) {
        expected = expecting
        self.request = request
        self.scenarios = scenarios.map(request.options.arranged)
        self.program = program
        let isOneByOne = request.jobs == 1 || request.options.clock == .real
        plan = RunPlan(
            order: isOneByOne ? Array(scenarios.indices) : RunPlan.order(of: scenarios.map(\.weight)),
            seeds: request.seeds, rounds: request.rounds, sharedSeeds: request.sharedSeeds, ownSeeds: ownSeeds)
        let inputs = scenarios.flatMap(\.inputFiles) + [request.expectedFailures].compactMap(\.self)
        writer = try ReportWriter(
            request.reports, folders: [request.outFolder], inputs: inputs, usesStandardError: request.usesStandardError)
        board = VerdictBoard(
            ConsoleReport(
                style: Console.style, ids: scenarios.map(\.id), names: scenarios.map(\.name), width: Console.columns),
            ids: scenarios.map(\.id), plan: plan, out: request.outFolder,
            compares: request.options.clock == .virtual, detail: request.detail)
        line = request.usesStandardError || request.detail == .events ? nil : ProgressLine.ofTerminal
    }

    /// Runs all scenarios.
    ///
    /// - Parameter beat: Called at least once a second while scenarios run.
    mutating func run(beat: () -> Void = {}) throws(FileError) -> ExitStatus {
        let last = LastRun(in: request.outFolder)
        try last.prepare()
        let lock = try FolderLock(request.outFolder)
        defer { withExtendedLifetime(lock) {} }
        writer.begin()
        var supervisor = try Supervisor(
            jobs: request.jobs, program: program, options: request.options)
        let input = try InputCopy(of: scenarios, in: request.outFolder)
        defer { input?.delete() }
        self.input = input
        let end = supervisor.run(
            next: { next() }, onEnd: { finish($0, $1) },
            beat: {
                beat()
                showProgress()
            })
        forgetOthers()
        let result = RunResult(
            version: RollcallMain.version, verdicts: board.verdicts, selected: scenarios.count,
            wallSeconds: request.omitsWallTime ? 0 : WallClock.seconds - started)
        self.result = result
        let isNoted = request.detail != .events && !request.allowsUnsupported
        let untested = isNoted && ExitStatus.isUntested(result.verdicts)
        writer.say((line?.cleared() ?? "") + summary(of: result) + (untested ? Self.untested : ""))
        try last.remember(result)
        try writer.write(result)
        if let failure { throw failure }
        return end == .interrupted
            ? .interrupted : ExitStatus(result.verdicts, allowsUnsupported: request.allowsUnsupported)
    }

    private static let untested =
        "note: nothing was tested: every scenario is unsupported (--allow-unsupported accepts that)\n"

    private func summary(of result: RunResult) -> String {
        request.detail == .events ? RunEvents.finished(result) : board.summary(of: result)
    }

    /// Returns the next run, after its folder is prepared.
    private mutating func next() -> (number: Int, task: WorkerTask)? {
        guard failure == nil, let number = board.next() else { return nil }
        let run = plan[number]
        do throws(FileError) {
            if begun.insert(run.scenario).inserted { try folder(of: run.scenario).prepareWhole() }
            if plan.runsOfEach > 1 { try board.folder(of: run).prepare() }
            if request.detail == .events { writer.say(RunEvents.began(scenarios[run.scenario].id, seed: run.seed)) }
            return (number, task(number))
        } catch {
            failure = error
            return nil
        }
    }

    private func folder(of scenario: Int) -> RunFolder {
        RunFolder(out: request.outFolder, id: scenarios[scenario].id)
    }

    /// Deletes the files of scenarios without a verdict: those of an interrupted run, and those of earlier runs.
    private func forgetOthers() {
        let judged = Set(board.verdicts.map(\.id))
        for (index, scenario) in scenarios.enumerated() where !judged.contains(scenario.id) {
            folder(of: index).deleteParts()
            folder(of: index).forget()
        }
    }

    /// Processes the end of a run; returns true to continue.
    private mutating func finish(_ number: Int, _ end: WorkerEnd) -> Bool {
        do throws(FileError) {
            let task = plan[number]
            let scenario = scenarios[task.scenario]
            let run = Judge.Case(
                id: scenario.id, name: scenario.name, file: scenario.file, covers: scenario.covers, seed: task.seed,
                again: request.again(scenario, seed: task.seed, program: program))
            var verdict = Judge.verdict(on: run, end, in: board.folder(of: task))
            if request.omitsWallTime { verdict.wallSeconds = 0 }
            verdict.isRealTime = verdict.isRealTime || request.options.clock == .real
            verdict = expected.judged(verdict)
            board.folder(of: task).deleteUnwritten()
            guard let final = try board.add(verdict, of: task) else { return true }
            let folder = folder(of: task.scenario)
            folder.deleteUnwritten()
            if request.keepsOnlyFailures, !final.kind.isBad { folder.deleteEvidence() }
            try FileStore.write(final.json + [UInt8(ascii: "\n")], to: folder.verdict)
            if final.kind.isBad, !scenario.isDriven || !final.isRealTime {
                try writeCapsule(final, of: scenario, in: folder)
            }
            if request.detail == .events {
                writer.say(RunEvents.judged(final, ended: board.ended, of: scenarios.count))
            }
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
        if !text.isEmpty { writer.say(text) }
        showProgress()
    }

    /// Writes the progress line, at most ten times a second.
    private mutating func showProgress() {
        let seconds = WallClock.seconds - started
        guard seconds - lastProgress >= 0.1, line != nil else { return }
        lastProgress = seconds
        let progress = Progress(
            ended: board.ended, count: scenarios.count, troubled: board.troubled, runs: board.endedRuns,
            allRuns: plan.count, running: board.running, seconds: seconds)
        if let text = line?.text(progress) { writer.say(text) }
    }
}

extension RunSession {
    /// Returns the task of a run. Every second run of a seed has a process of its own. So state that a scenario leaves
    /// in its process shows as a difference.
    private func task(_ number: Int) -> WorkerTask {
        let run = plan[number]
        let scenario = scenarios[run.scenario]
        return WorkerTask(
            id: scenario.id, file: input?.file ?? scenario.file, seed: run.seed, folder: board.folder(of: run).path,
            again: request.again(scenario, seed: run.seed, program: program), name: input.map { _ in scenario.file },
            beside: input?.beside,
            isAlone: run.round.isMultiple(of: 2) || request.options.clock == .real)
    }
}
