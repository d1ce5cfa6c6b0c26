internal import CProcess
internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The hidden verb: a process that runs scenarios in sequence for a supervisor.
struct WorkerVerb {
    private let registry: Registry
    private let parent: pid_t
    private let options: WorkerOptions

    init(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) {
        guard let parent: pid_t = try words.number(.parent, of: .worker, atLeast: 1) else {
            throw UsageError(.worker, "this verb is for `rollcall run`")
        }
        self.registry = registry
        self.parent = parent
        options = try WorkerOptions(words, of: .worker)
    }

    func perform() -> ExitStatus {
        var channel = WorkerChannel()
        do throws(CaptureError) {
            let environment = try CaptureEnvironment.prepare(options.capture)
            // After the capture is prepared: a new user namespace would undo this.
            guard cpr_become_worker(parent, options.memory.bytes) != 0 else { return .fault }
            EventLoop.install()
            serve(environment)
        } catch {
            if let task = channel.next() { _ = channel.send(WorkerReport(verdict: .fault("\(error)", task))) }
        }
        // The process exits without teardown, so that running code under test has no further effect.
        _exit(ExitStatus.success.rawValue)
    }

    private func serve(_ environment: CaptureEnvironment) {
        MainActor.assumeIsolated {
            var channel = WorkerChannel()
            let runner = TaskRunner(options, on: environment, registry)
            while let task = channel.next() {
                let report = runner.run(task)
                cpr_write_profile()
                guard channel.send(report), runner.isFit(after: task, report.verdict), channel.sendReady() else {
                    return
                }
            }
        }
    }
}
