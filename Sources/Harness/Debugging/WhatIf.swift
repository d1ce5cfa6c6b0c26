internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Tracing

/// Repeats a recorded run with one more command at a position, in a worker process.
struct WhatIf {
    private let trace: RunTrace
    private let text: String
    private let options: WorkerOptions
    private let program: String
    private let vocabulary: Vocabulary
    private let folder: RunFolder

    static let unavailable = "the scenario of this record cannot be read, so it cannot run again"

    init(
        _ trace: RunTrace, text: String, options: WorkerOptions, program: String, registry: Registry, out: String
    ) {
        self.trace = trace
        self.text = text
        self.options = options
        self.program = program
        vocabulary = Vocabulary(registry)
        folder = RunFolder(out: out, id: ".what-if")
    }

    /// Returns the differences between the recorded future and the one with a command such as `bob accept`.
    func futures(_ command: String, at playback: Playback) throws(WhatIfError) -> String {
        guard let start = trace.start else { throw WhatIfError("the record does not name its scenario") }
        let (step, changed) = try Self.changed(text, command, start: start, vocabulary)
        let fork = try run(changed, start, after: playback.entriesBeforeNow)
        let comparison = FutureComparison(trace, fork.trace, after: playback.entriesBeforeNow)
        guard comparison.isSamePast else {
            throw WhatIfError("the scenario or the program has changed since this run: run it again")
        }
        return comparison.text(title: step, verdict: fork.verdict)
    }

    /// Returns the command as a step, and the scenario with it as its first step.
    private static func changed(
        _ text: String, _ command: String, start: JournalEvent.RunStarted, _ vocabulary: Vocabulary
    ) throws(WhatIfError) -> (step: String, text: String) {
        var problem: String?
        for step in spellings(command) {
            guard let changed = insert(step, in: text) else {
                throw WhatIfError("the steps of \(start.file) are not a list with a dash at each step")
            }
            let library = ScenarioLibrary.load(text: changed, file: start.file, vocabulary: vocabulary)
            if let scenario = library.scenarios.first(where: { $0.id == start.scenario }) {
                guard scenario.steps.first?.action.acts == true else {
                    throw WhatIfError("`\(step)` is not a command: write one, such as `if bob: accept`")
                }
                return (step, changed)
            }
            problem = problem ?? library.diagnostics.first?.message
        }
        throw WhatIfError("`\(command)` is not a command: \(problem ?? "write one, such as `if bob: accept`")")
    }

    /// Returns the possible steps for `bob: accept`, `bob accept` and `bob accepts now`.
    private static func spellings(_ command: String) -> [String] {
        guard !command.contains(":") else { return [command] }
        var words = command.split(separator: " ").map(String.init)
        if words.last == "now" { words.removeLast() }
        guard words.count == 2 else { return [command] }
        let plain = "\(words[0]): \(words[1])"
        return words[1].hasSuffix("s") ? [plain, String(plain.dropLast())] : [plain]
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

    private func run(
        _ changed: String, _ start: JournalEvent.RunStarted, after entries: Int
    ) throws(WhatIfError) -> (trace: RunTrace, verdict: Verdict) {
        let task = WorkerTask(
            id: start.scenario, file: start.file, seed: start.seed, folder: folder.path, again: "", isAlone: true,
            text: changed, forkAfter: entries)
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
            throw WhatIfError("\(error)")
        }
        defer { folder.delete() }
        guard let ended else { throw WhatIfError("interrupted") }
        let run = Judge.Case(
            id: start.scenario, name: start.scenario, file: start.file, covers: [], seed: start.seed, again: "")
        let verdict = Judge.verdict(on: run, ended, in: folder)
        do throws(TraceError) {
            return (try RunTrace(journal: folder.mendedJournal()), verdict)
        } catch {
            throw WhatIfError(verdict.failure?.reason ?? "\(error)")
        }
    }
}

/// The reason for which there is no other future.
struct WhatIfError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
