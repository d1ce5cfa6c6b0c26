internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import Reporting
internal import Scenario

/// `rollcall run`: runs every selected scenario in a process of its own, and reports.
struct RunVerb {
    private let request: RunRequest
    private let scenarios: [Scenario]
    private let selection: Selection
    private let program: String

    init(_ request: RunRequest, program: String, _ registry: Registry) throws(UsageError) {
        self.request = request
        self.program = program
        selection = try Selection(request.paths, filter: request.filter, verb: .run, registry)
        scenarios = selection.scenarios
    }

    func perform() -> ExitStatus {
        guard selection.problemCount == 0 else {
            Console.complain(selection.problems)
            return .invalid
        }
        do throws(FileError) {
            return try run()
        } catch {
            Console.complain("rollcall run: \(error)\n")
            return .fault
        }
    }

    private func run() throws(FileError) -> ExitStatus {
        for scenario in scenarios { RunFolder(out: request.outFolder, id: scenario.id).second.delete() }
        for task in tasks { try folder(of: task).prepare() }
        let started = WallClock.seconds
        var board = ScoreBoard(
            scenarios.map(\.id), names: scenarios.map(\.name), style: Console.style, isTwice: request.isTwice)
        var supervisor = try Supervisor(
            tasks: tasks.count, jobs: request.jobs, limit: request.limit, arguments: arguments)
        var failure: FileError?
        let isComplete = supervisor.run { task, end in
            do throws(FileError) {
                try finish(task, end, &board)
            } catch {
                failure = error
            }
        }
        let result = RunResult(
            version: RollcallMain.version, verdicts: board.verdicts, selected: scenarios.count,
            wallSeconds: WallClock.seconds - started)
        Console.say(board.summary(of: result))
        for report in request.reports {
            let bytes = report.kind.bytes(of: result) { verdict in
                RunFolder(out: request.outFolder, id: verdict.id).evidence(of: verdict)
            }
            try FileStore.write(bytes, to: report.file)
        }
        if let failure { throw failure }
        return isComplete ? ExitStatus(result.verdicts) : .interrupted
    }
}

extension RunVerb {
    /// The runs of the scenarios: one each, or two that follow one another.
    private var tasks: Range<Int> { 0..<scenarios.count * (request.isTwice ? 2 : 1) }

    private func scenario(of task: Int) -> (index: Int, isSecond: Bool) {
        request.isTwice ? (task / 2, task % 2 == 1) : (task, false)
    }

    private func folder(of task: Int) -> RunFolder {
        let (index, isSecond) = scenario(of: task)
        let folder = RunFolder(out: request.outFolder, id: scenarios[index].id)
        return isSecond ? folder.second : folder
    }

    private func arguments(task: Int, lane: Int) -> [String] {
        let scenario = scenarios[scenario(of: task).index]
        return [
            program, Verb.worker.rawValue, "--id=\(scenario.id)", "--seed=\(request.seed)",
            "--clock=\(request.clock.rawValue)",
            "--capture=\(request.capture.rawValue)", "--out=\(folder(of: task).path)", "--lane=\(lane)",
            "--parent=\(getpid())", "--again=\(again(scenario))", "--", scenario.file,
        ]
    }

    /// The command that repeats the run of a scenario.
    private func again(_ scenario: Scenario) -> String {
        var words = [program, "run", scenario.file, "--seed", "\(request.seed)"]
        if request.clock == .real { words += ["--clock", "real"] }
        if request.capture != .auto { words += ["--capture", request.capture.rawValue] }
        if request.isTwice { words.append("--twice") }
        return words.map(\.shellQuoted).joined(separator: " ")
    }

    private func finish(_ task: Int, _ end: WorkerEnd, _ board: inout ScoreBoard) throws(FileError) {
        let (index, isSecond) = scenario(of: task)
        let scenario = scenarios[index]
        let run = Judge.Case(
            id: scenario.id, name: scenario.name, file: scenario.file, covers: scenario.covers, seed: request.seed,
            again: again(scenario))
        let verdict = Judge.verdict(on: run, end, in: folder(of: task))
        let folder = RunFolder(out: request.outFolder, id: scenario.id)
        guard let final = board.take(verdict, of: index, isSecond: isSecond, in: folder) else { return }
        try FileStore.write(final.json + [UInt8(ascii: "\n")], to: folder.verdict)
        board.show { Console.say($0) }
    }
}

extension String {
    /// The word as a shell reads it back.
    fileprivate var shellQuoted: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
        return isPlain
            ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
