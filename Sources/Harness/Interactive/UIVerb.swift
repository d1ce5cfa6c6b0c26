internal import CProcess
internal import Glibc
internal import Loop
internal import ScenarioVocabulary
internal import Web

/// `rollcall ui`: scenarios and their runs on a page, until a signal ends it.
struct UIVerb {
    private let request: UIRequest
    private let program: String
    private let registry: Registry

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        request = try UIRequest(words)
        self.program = program
        self.registry = registry
    }

    func perform() throws(UsageError) -> ExitStatus {
        var workspace = try UIWorkspace(request, program: program, registry)
        // Files with mistakes are shown, since they may be mended under the page. Missing files are not shown.
        guard !workspace.scenarios.isEmpty || request.choice.operands.contains(where: \.isReadable) else {
            Console.error(workspace.problems)
            return .invalid
        }
        do throws(WebError) {
            let server = try HTTPServer(port: request.port)
            let signals = cpr_signals_open()
            guard signals >= 0 else {
                Console.error(.ui, "the descriptor of signals cannot be opened: \(systemMessage())")
                return .fault
            }
            Console.say("http://127.0.0.1:\(server.port)\nready\n")
            Self.serve(server, &workspace, signals)
            return .success
        } catch {
            Console.error(.ui, "\(error)")
            return .fault
        }
    }

    private static func serve(_ server: consuming HTTPServer, _ workspace: inout UIWorkspace, _ signals: Int32) {
        while !wasInterrupted(signals) {
            let others = [signals, workspace.descriptor]
            server.turn(at: WallClock.seconds, milliseconds: 300, others: others) { workspace.answer($0) }
            for event in workspace.advance(at: WallClock.seconds) { server.publish(event) }
        }
        workspace.finish()
    }

    private static func wasInterrupted(_ signals: Int32) -> Bool {
        while case let signal = cpr_signals_next(signals), signal != 0 {
            if signal != SIGCHLD { return true }
        }
        return false
    }
}
