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
        request.isAside = true
        self.request = request
        self.program = program
        self.registry = registry
    }

    func perform() throws(UsageError) -> ExitStatus {
        let isRecord = FileStore.exists("\(operand)/journal.ndjson") || operand.hasSuffix(".rollcall")
        guard !isRecord else { return debug(operand) }
        let selection = try Selection(request.choice, verb: .debug, registry)
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
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
            Console.complain(.debug, "\(error)")
            return .fault
        }
        return debug(RunFolder(out: request.outFolder, id: scenario.id).path)
    }

    private func debug(_ record: String) -> ExitStatus {
        do throws(RecordError) {
            let playback = Playback(try RecordedRun(record, in: out).trace)
            let whatIf = self.whatIf(playback.trace, record)
            if isTerminal {
                var terminal = DebugTerminal(playback, whatIf)
                terminal.run()
            } else {
                serve(playback, whatIf)
            }
            return .success
        } catch {
            Console.complain(.debug, "\(error)")
            return .invalid
        }
    }

    /// Returns the source of other futures; nil when the scenario of the record cannot be read.
    private func whatIf(_ trace: RunTrace, _ record: String) -> WhatIf? {
        var options = request.options
        var text = trace.start.flatMap { FileStore.read($0.file) }
        if record.hasSuffix(".rollcall") {
            let capsule = FileStore.read(record).flatMap { try? Capsule(reading: $0) }
            text = capsule?.scenario
            if let recorded = capsule?.options { options = recorded }
        }
        return text.map {
            WhatIf(
                trace, text: String(decoding: $0, as: UTF8.self), options: options, program: program,
                registry: registry, out: request.outFolder)
        }
    }

    /// Serves an editor at the standard input and output until it disconnects.
    private func serve(_ playback: Playback, _ whatIf: WhatIf?) {
        let file = playback.trace.start?.file ?? operand
        let path = realpath(file, nil)
        defer { free(path) }
        var adapter = DebugAdapter(playback, whatIf, path: path.map { String(cString: $0) } ?? file)
        var channel = DebugChannel()
        while !adapter.isOver, let request = channel.next() {
            for message in adapter.messages(for: request) { Console.say(DebugChannel.framed(message)) }
        }
    }
}
