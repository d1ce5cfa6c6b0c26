internal import CProcess
internal import Capture
internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// The hidden verb: a process that runs one scenario after the other for a supervisor.
struct WorkerVerb {
    private let registry: Registry
    private let parent: pid_t
    private let options: WorkerOptions

    init(_ words: Words, _ registry: Registry) throws(UsageError) {
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
            let ground = try CaptureEnvironment.prepare(options.capture)
            // Only now: a new user namespace would undo it.
            guard cpr_become_worker(parent, options.memory.bytes) != 0 else { return .fault }
            EventLoop.install()
            serve(ground)
        } catch {
            if let task = channel.next() { _ = channel.tell(.fault("\(error)", task)) }
        }
        // Nothing is torn down, so that code under test that still runs cannot act any more.
        _exit(ExitStatus.success.rawValue)
    }

    private func serve(_ ground: CaptureEnvironment) {
        MainActor.assumeIsolated {
            var channel = WorkerChannel()
            let runner = TaskRunner(options, on: ground, registry)
            while let task = channel.next() {
                let verdict = runner.run(task)
                guard channel.tell(verdict), runner.isFit(after: task, verdict), channel.tellReady() else { return }
            }
        }
    }
}
