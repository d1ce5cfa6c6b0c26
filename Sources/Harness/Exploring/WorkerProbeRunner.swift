internal import Exploration
internal import Journal
internal import Loop

/// Performs the runs of a search in worker processes.
struct WorkerProbeRunner: ProbeRunner {
    private var supervisor: Supervisor
    /// The temporary folder for journals.
    private let scratch: String
    /// The instant of the wall clock after which no run begins.
    private let deadline: Double
    /// Called at least once a second.
    var beat: () -> Void = {}

    init(
        jobs: Int, program: String, options: WorkerOptions, scratch: String, deadline: Double = .infinity
    ) throws(FileError) {
        supervisor = try Supervisor(jobs: jobs, program: program, options: options)
        self.scratch = scratch
        self.deadline = deadline
    }

    mutating func run(_ probes: [Probe], each: (Int, ProbeResult) -> Void) throws(Interruption) {
        var (begun, ended) = (0, 0)
        var unread: Set<Int> = []
        defer { for number in unread { folder(of: number).delete() } }
        var fault: String?
        // The closures below read this value, so the supervisor is moved out while it works.
        var working = supervisor
        defer { supervisor = working }
        let end = working.work(keepsWorkers: true) {
            guard begun < probes.count, WallClock.seconds < deadline, fault == nil else { return nil }
            defer { begun += 1 }
            do throws(FileError) {
                if probes[begun].wantsJournal {
                    unread.insert(begun)
                    try folder(of: begun).prepare()
                }
            } catch {
                fault = "\(error)"
            }
            return (begun, task(begun, probes[begun]))
        } onEnd: { number, end in
            let result = result(of: probes[number], end, in: folder(of: number))
            unread.remove(number)
            // A failure of the harness says nothing of the code under test.
            guard result.verdict.kind != .harnessFault else {
                fault = fault ?? Self.text(ofFault: result.verdict)
                return true
            }
            each(number, result)
            ended += 1
            return true
        } beat: {
            beat()
        }
        if let fault { throw .fault(fault) }
        if end == .interrupted { throw .interrupted }
        if ended < probes.count { throw .outOfTime }
    }

    /// Ends the workers.
    mutating func close() {
        supervisor.finish()
    }

    /// A harness fault in words, with the last line of the output, in which a driver may have said why it ended.
    private static func text(ofFault verdict: Verdict) -> String {
        let reason = verdict.failure?.reason ?? "it gave no verdict"
        let last = verdict.failure?.output.last.map { "; the last line of the output: \($0)" } ?? ""
        return "the run of \(verdict.id) in \(verdict.file) could not be performed: \(reason)\(last)"
    }

    private func folder(of number: Int) -> RunFolder { RunFolder(existing: "\(scratch)/.run-\(number)") }

    private func task(_ number: Int, _ probe: Probe) -> WorkerTask {
        WorkerTask(
            id: probe.id, file: probe.file, seed: probe.seed,
            folder: probe.wantsJournal ? folder(of: number).path : "", again: "",
            journalsArming: probe.wantsArming, isDigested: probe.wantsDigest, text: probe.text,
            needsHello: probe.needsHello)
    }

    private func result(of probe: Probe, _ end: WorkerEnd, in folder: RunFolder) -> ProbeResult {
        let run = Judge.Case(id: probe.id, name: probe.id, file: probe.file, covers: [], seed: probe.seed, again: "")
        var result = ProbeResult(verdict: Judge.verdict(on: run, end, in: folder))
        if case .reported(let report) = end.way { (result.features, result.digest) = (report.features, report.digest) }
        guard probe.wantsJournal else { return result }
        result.journal = folder.mendedJournal()
        folder.delete()
        return result
    }
}
