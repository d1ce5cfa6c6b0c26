internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import Reporting
internal import Scenario

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

    init(_ request: RunRequest, scenarios: [Scenario], program: String) throws(FileError) {
        self.request = request
        self.scenarios = scenarios.map { $0.driven(by: request.drivers) }
        self.program = program
        plan = RunPlan(scenarios: scenarios.count, seeds: request.seeds, rounds: request.rounds)
        writer = try ReportWriter(request.reports, out: request.outFolder, isAside: request.isAside)
        board = ScoreBoard(
            scenarios.map(\.id), names: scenarios.map(\.name), style: Console.style, plan: plan, out: request.outFolder,
            compares: self.scenarios.map { request.clock == .virtual && !$0.isDriven })
        line = request.isAside ? nil : ProgressLine.ofTerminal
    }

    mutating func run() throws(FileError) -> ExitStatus {
        for scenario in scenarios { try RunFolder(out: request.outFolder, id: scenario.id).prepareWhole() }
        writer.begin()
        var supervisor = try Supervisor(jobs: request.jobs, limit: request.limit, arguments: arguments)
        let end = supervisor.run(next: { next() }, onEnd: { finish($0, $1) })
        let result = RunResult(
            version: RollcallMain.version, verdicts: board.verdicts, selected: scenarios.count,
            wallSeconds: WallClock.seconds - started)
        writer.say((line?.cleared() ?? "") + board.summary(of: result))
        let last = LastRun(in: request.outFolder)
        try last.remember(result)
        try writer.write(result, json: last.report)
        if let failure { throw failure }
        return end == .interrupted ? .interrupted : ExitStatus(result.verdicts)
    }

    /// The next run, once its folder is ready.
    private mutating func next() -> Int? {
        guard failure == nil, let number = board.next() else { return nil }
        if plan.runsOfEach > 1 {
            do throws(FileError) {
                try board.folder(of: plan[number]).prepare()
            } catch {
                failure = error
                return nil
            }
        }
        return number
    }

    /// Takes the end of a run, and answers whether to go on.
    private mutating func finish(_ number: Int, _ end: WorkerEnd) -> Bool {
        do throws(FileError) {
            let task = plan[number]
            let scenario = scenarios[task.scenario]
            let run = Judge.Case(
                id: scenario.id, name: scenario.name, file: scenario.file, covers: scenario.covers, seed: task.seed,
                again: again(scenario, seed: task.seed))
            let verdict = Judge.verdict(on: run, end, in: board.folder(of: task))
            guard let final = try board.take(verdict, of: task) else { return true }
            let folder = RunFolder(out: request.outFolder, id: scenario.id)
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
        (capsule.clock, capsule.capture, capsule.limit) = (request.clock, request.capture.rawValue, request.limit)
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
    private func arguments(number: Int, lane: Int) -> [String] {
        let task = plan[number]
        let scenario = scenarios[task.scenario]
        return [
            program, Verb.worker.rawValue, "--id=\(scenario.id)", "--seed=\(task.seed)",
            "--clock=\(request.clock.rawValue)",
            "--capture=\(request.capture.rawValue)", "--capture-format=\(request.captureFormat.rawValue)",
            "--out=\(board.folder(of: task).path)", "--lane=\(lane)",
            "--parent=\(getpid())", "--limit=\(request.limit)", "--again=\(again(scenario, seed: task.seed))",
        ] + request.drivers.map { "--driver=\($0.text)" } + ["--", scenario.file]
    }

    /// The command that repeats the run of a scenario.
    private func again(_ scenario: Scenario, seed: UInt64) -> String {
        var words = [program, "run", scenario.file, "--seed", "\(seed)"]
        if scenario.row != nil { words += ["--filter", scenario.id] }
        if request.clock == .real { words += ["--clock", "real"] }
        for driver in request.drivers { words += ["--driver", driver.text] }
        if request.capture != .auto { words += ["--capture", request.capture.rawValue] }
        if request.captureFormat != .pcap { words += ["--capture-format", request.captureFormat.rawValue] }
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
