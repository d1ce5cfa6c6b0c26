internal import Journal
internal import Reporting
internal import Tracing

/// A server of the Debug Adapter Protocol for one recorded run.
///
/// Lines are steps, variables are the properties of participants. An editor's step is a step of the scenario. "Step
/// into" is an instant, and a step by instruction is an entry of the journal. All of them also go backwards.
struct DebugAdapter: DebugResponder {
    var session: DebugSession
    /// The files of the run's steps, the scenario's first.
    let sources: DebugSources
    var write = DebugMessages()
    private(set) var isOver = false

    static let thread = 1

    var playback: Playback { session.playback }

    init(_ session: DebugSession, _ sources: DebugSources) {
        self.session = session
        self.sources = sources
    }

    /// Returns the response to a request and the events that follow, each as the body of a message.
    mutating func messages(for request: DebugRequest) -> [[UInt8]] {
        switch request.command {
        case "initialize": return [respond(request, capabilities), write.event("initialized")]
        case "launch", "attach", "setExceptionBreakpoints": return [respond(request)]
        case "setBreakpoints": return [setBreakpoints(request)]
        case "setFunctionBreakpoints": return [setEntryBreakpoints(request)]
        case "dataBreakpointInfo": return [describeDataBreakpoint(request)]
        case "setDataBreakpoints": return [setDataBreakpoints(request)]
        case "configurationDone": return [respond(request), output(), stopped("entry")].compactMap(\.self)
        case "threads": return [respond(request, threads)]
        case "stackTrace": return [respond(request, frames)]
        case "scopes": return [respond(request, scopes)]
        case "variables": return [variables(request)]
        case "evaluate": return [evaluate(request, request.arguments?["expression"]?.text ?? "")]
        case "whatIf": return [evaluate(request, "if \(request.arguments?["command"]?.text ?? "")")]
        case "continue": return resume(request, isBackwards: false)
        case "reverseContinue": return resume(request, isBackwards: true)
        case "next", "stepOut": return step(request, .step)
        case "stepIn": return step(request, .instant)
        case "stepBack": return step(request, .step, isBackwards: true)
        case "disconnect", "terminate":
            isOver = true
            return [respond(request)]
        default: return [refuse(request, "the debugger has no request `\(request.command)`")]
        }
    }

    // MARK: Movement

    private mutating func step(
        _ request: DebugRequest, _ stride: Playback.Stride, isBackwards: Bool = false
    ) -> [[UInt8]] {
        let isFine = request.arguments?["granularity"]?.text == "instruction"
        let wasAtEnd = playback.isAtEnd
        session.playback.move(isFine ? .entry : stride, isBackwards: isBackwards)
        return [respond(request)] + (wasAtEnd && !isBackwards ? end() : [stopped("step")])
    }

    private mutating func resume(_ request: DebugRequest, isBackwards: Bool) -> [[UInt8]] {
        let wasAtEnd = playback.isAtEnd
        let found = session.playback.run(isBackwards: isBackwards)
        let response = respond(request) { $0.flag("allThreadsContinued", true) }
        switch found {
        case .line: return [response, stopped("breakpoint")]
        case .change: return [response, stopped("data breakpoint")]
        case .condition(let watched): return [response, stopped("function breakpoint", watched.text)]
        case .datagram, .timer: return [response, stopped("function breakpoint", playback.eventText)]
        case nil where wasAtEnd && !isBackwards: return [response] + end()
        case nil: return [response, stopped("pause")]
        }
    }

    private mutating func end() -> [[UInt8]] { [write.event("terminated")] }

    // MARK: Messages

    mutating func respond(_ request: DebugRequest, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        write.respond(request, body)
    }

    mutating func refuse(_ request: DebugRequest, _ reason: String) -> [UInt8] {
        write.refuse(request, reason)
    }

    private mutating func stopped(_ reason: String, _ text: String? = nil) -> [UInt8] {
        write.event("stopped") { json in
            json.field("reason", reason)
            json.field("text", text)
            json.field("threadId", Self.thread)
            json.flag("allThreadsStopped", true)
        }
    }
}
