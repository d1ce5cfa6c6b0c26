internal import Glibc
internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Tracing

/// `rollcall debug`: a debugger of a run, for editors with the Debug Adapter Protocol, or for a terminal.
struct DebugVerb {
    private let operand: String
    private let out: String
    private let isTerminal: Bool
    private let request: RunRequest
    private let program: String
    private let registry: Registry

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        guard let operand = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.debug, "name one scenario, or one recorded run")
        }
        self.operand = operand
        out = words[.out] ?? ".rollcall"
        isTerminal = words.has(.terminal) || isatty(0) == 1
        var request = try RunRequest(words, of: .debug, cores: 1)
        request.outFolder = "\(out)/.debug"
        request.usesStandardError = true
        self.request = request
        self.program = program
        self.registry = registry
    }

    func perform() throws(UsageError) -> ExitStatus {
        do throws(UsageError) {
            return try begin()
        } catch {
            refuseLaunch(error.message)
            throw error
        }
    }

    private func begin() throws(UsageError) -> ExitStatus {
        let isRecord =
            FileStore.exists("\(operand)/journal.ndjson")
            || [".rollcall", ".ndjson"].contains { operand.hasSuffix($0) && FileStore.isRegular(operand) }
        guard !isRecord else { return debug(operand) }
        let selection = try Selection(request.choice, verb: .debug, registry)
        guard !selection.reportProblems() else {
            refuseLaunch(selection.problems)
            return .invalid
        }
        guard let scenario = selection.scenarios.first, selection.scenarios.count == 1 else {
            let count = selection.scenarios.count
            throw UsageError(.debug, "\(operand) has \(count) scenarios: name one, by its id or as FILE:LINE")
        }
        do throws(FileError) {
            var session = try RunSession(request, scenarios: [scenario], program: program)
            let status = try session.run()
            guard status == .success || status == .failure else { return status }
        } catch {
            return end(.fault, "\(error)")
        }
        return debug(RunFolder(out: request.outFolder, id: scenario.id).path)
    }

    private func debug(_ record: String) -> ExitStatus {
        do throws(RecordError) {
            let run = try RecordedRun(record, in: out)
            let session = DebugSession(run, rerun(run.trace, record))
            guard isTerminal else { return serve(session) }
            var terminal = DebugTerminal(session)
            terminal.run()
            return .success
        } catch {
            return end(.invalid, "\(error)")
        }
    }

    private func end(_ status: ExitStatus, _ reason: String) -> ExitStatus {
        Console.error(.debug, reason)
        refuseLaunch(reason)
        return status
    }

    /// Refuses an editor's launch with a reason, because few editors show the standard error.
    private func refuseLaunch(_ reason: String) {
        guard !isTerminal else { return }
        var refusal = DebugRefusal(reason)
        _ = serve(&refusal)
    }

    /// Returns the source of repetitions; nil when the scenario of the record cannot be read.
    private func rerun(_ trace: RunTrace, _ record: String) -> Rerun? {
        var options = request.options
        var text = trace.start.flatMap { FileStore.read($0.file) }
        if record.hasSuffix(".rollcall") {
            let capsule = FileStore.read(record).flatMap { try? Capsule(reading: $0) }
            text = capsule?.scenario
            if let recorded = capsule?.options { options = recorded }
        }
        return text.map {
            Rerun(
                trace, text: String(decoding: $0, as: UTF8.self), options: options, program: program,
                registry: registry, out: request.outFolder)
        }
    }

    private func serve(_ session: DebugSession) -> ExitStatus {
        let file = session.playback.trace.start?.file ?? operand
        var adapter = DebugAdapter(session, DebugSources(session.playback, file: file))
        return serve(&adapter)
    }

    /// Serves an editor at the standard input and output until it disconnects.
    private func serve(_ adapter: inout some DebugResponder) -> ExitStatus {
        var channel = DebugChannel()
        do throws(DebugChannelError) {
            while !adapter.isOver, let request = try channel.next() {
                for message in adapter.messages(for: request) { Console.say(DebugChannel.framed(message)) }
            }
            return .success
        } catch {
            Console.error(.debug, "\(error)")
            return .invalid
        }
    }
}
