internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Tracing

/// Repeats a recorded run in a worker process, with one more step at the beginning of its scenario.
struct Rerun {
    let trace: RunTrace
    private let text: String
    private let options: WorkerOptions
    private let program: String
    private let vocabulary: Vocabulary
    private let folder: RunFolder

    static let unavailable = RerunError("the scenario of this record cannot be read, so it cannot run again")
    /// The error of a repetition whose states differ from those of the record.
    static let isOther = RerunError("the scenario or the program has changed since this run: run it again")

    init(
        _ trace: RunTrace, text: String, options: WorkerOptions, program: String, registry: Registry, out: String
    ) {
        self.trace = trace
        self.text = text
        self.options = options
        self.program = program
        vocabulary = Vocabulary(registry)
        folder = RunFolder(out: out, id: ".again")
    }

    /// The names of all properties that a participant may have.
    var propertyNames: [String] { vocabulary.propertyNames }

    func start() throws(RerunError) -> JournalEvent.RunStarted {
        guard let start = trace.start else { throw RerunError("the record does not name its scenario") }
        return start
    }

    /// The scenario with a step before its first one.
    struct Changed {
        let text: String
        let step: Step
    }

    /// Returns the scenario with a step before its first one; throws the reason that it cannot be read.
    func adding(_ step: String) throws(RerunError) -> Changed {
        let start = try start()
        guard let changed = Self.insert(step, in: text) else {
            throw RerunError("the steps of \(start.file) are not a list with a dash at each step")
        }
        let library = ScenarioLibrary.load(text: changed, file: start.file, vocabulary: vocabulary)
        guard let step = library.scenarios.first(where: { $0.id == start.scenario })?.steps.first else {
            throw RerunError(library.diagnostics.first.map { Self.words($0) } ?? "it has no scenario \(start.scenario)")
        }
        return Changed(text: changed, step: step)
    }

    private static func words(_ diagnostic: Diagnostic) -> String {
        diagnostic.message + (diagnostic.suggestion.map { "; \($0)" } ?? "")
    }

    /// Inserts a step before the first one, with its indentation.
    private static func insert(_ step: String, in text: String) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let head = lines.firstIndex(where: { $0.wholeMatch(of: /steps:\s*(#.*)?/) != nil }),
            let first = lines[(head + 1)...].firstIndex(where: { $0.wholeMatch(of: /\s*(#.*)?/) == nil }),
            lines[first].drop(while: { $0 == " " }).hasPrefix("- ")
        else { return nil }
        lines.insert(lines[first].prefix { $0 == " " } + "- " + step, at: first)
        return lines.joined(separator: "\n")
    }

    /// Runs a changed scenario.
    ///
    /// - Parameter forkAfter: The number of entries after which the first step is performed; nil to watch it.
    func run(_ changed: Changed, forkAfter: Int?) throws(RerunError) -> (trace: RunTrace, verdict: Verdict) {
        let start = try start()
        var task = WorkerTask(
            id: start.scenario, file: start.file, seed: start.seed, folder: folder.path, again: "", isAlone: true,
            text: changed.text, forkAfter: forkAfter)
        task.isWatch = forkAfter == nil
        defer { folder.delete() }
        guard let ended = try run(task) else { throw RerunError("interrupted") }
        let run = Judge.Case(
            id: start.scenario, name: start.scenario, file: start.file, covers: [], seed: start.seed, again: "")
        let verdict = Judge.verdict(on: run, ended, in: folder)
        do throws(TraceError) {
            return (try RunTrace(journal: folder.mendedJournal()), verdict)
        } catch {
            throw RerunError(verdict.failure?.reason ?? "\(error)")
        }
    }

    private func run(_ task: WorkerTask) throws(RerunError) -> WorkerEnd? {
        var ended: WorkerEnd?
        do throws(FileError) {
            try folder.prepare()
            var supervisor = try Supervisor(jobs: 1, program: program, options: options)
            var isGiven = false
            _ = supervisor.run(
                next: {
                    defer { isGiven = true }
                    return isGiven ? nil : (0, task)
                },
                onEnd: {
                    ended = $1
                    return true
                })
        } catch {
            throw RerunError("\(error)")
        }
        return ended
    }
}

/// The reason that a run cannot be repeated with a change.
struct RerunError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
