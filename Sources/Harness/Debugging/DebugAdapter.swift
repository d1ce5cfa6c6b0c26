internal import Journal
internal import Reporting
internal import Tracing

/// A server of the Debug Adapter Protocol for one recorded run.
///
/// Lines are steps, variables are the properties of participants. An editor's step is a step of the scenario. "Step
/// into" is an instant, and a step by instruction is an entry of the journal. All of them also go backwards.
struct DebugAdapter: DebugResponder {
    private var session: DebugSession
    /// The files of the run's steps, the scenario's first; nil as the file of a step is the scenario's.
    private let sources: DebugSources
    private var write = DebugMessages()
    private(set) var isOver = false

    private static let thread = 1

    private var playback: Playback { session.playback }

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
        case "setFunctionBreakpoints": return [setEntries(request)]
        case "dataBreakpointInfo": return [describeData(request)]
        case "setDataBreakpoints": return [setData(request)]
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

    // MARK: Breakpoints

    /// Sets the breakpoints of one file, at the steps that begin at or before their lines.
    private mutating func setBreakpoints(_ request: DebugRequest) -> [UInt8] {
        let source = sources.source(request.arguments?["source"]?["path"]?.text)
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        if let source {
            session.playback.breakpoints.removeAll {
                if case .line(_, source.file, _) = $0 { true } else { false }
            }
        }
        let results = wanted.map { setBreakpoint($0, in: source) }
        return respond(request) { json in
            json.list("breakpoints", results) { result, json in
                json.flag("verified", result.problem == nil)
                json.field("line", result.line)
                json.field("message", result.problem)
            }
        }
    }

    private mutating func setBreakpoint(
        _ wanted: JSON, in source: DebugSources.Source?
    ) -> (line: Int?, problem: String?) {
        let wantedLine = wanted["line"]?.integer ?? 0
        guard let source else { return (wantedLine, "no step of this run is in this file") }
        guard let line = playback.lines(of: source.file).last(where: { $0 <= wantedLine }) else {
            return (wantedLine, "no step of this run begins at this line or before it")
        }
        do throws(RerunError) {
            let condition = try wanted["condition"]?.text.filled.map { text throws(RerunError) in
                try session.condition(text)
            }
            session.playback.breakpoints.append(.line(line, file: source.file, condition: condition))
            return (line, nil)
        } catch {
            return (line, "\(error)")
        }
    }

    /// Sets breakpoints on entries: `datagram TEXT`, `timer TEXT` and conditions, which an editor gives as names of
    /// functions.
    private mutating func setEntries(_ request: DebugRequest) -> [UInt8] {
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        session.playback.breakpoints.removeAll {
            switch $0 {
            case .datagram, .timer, .condition: true
            case .line, .change: false
            }
        }
        var problems: [String?] = []
        for one in wanted {
            do throws(RerunError) {
                guard one["condition"]?.text.filled == nil else { throw Self.noCondition }
                session.playback.breakpoints.append(try session.breakpoint(one["name"]?.text ?? ""))
                problems.append(nil)
            } catch {
                problems.append("\(error)")
            }
        }
        return respond(request) { json in
            json.list("breakpoints", problems) { problem, json in
                json.flag("verified", problem == nil)
                json.field("message", problem)
            }
        }
    }

    private mutating func describeData(_ request: DebugRequest) -> [UInt8] {
        let participants = playback.trace.participants
        let reference = request.arguments?["variablesReference"]?.integer ?? 0
        let name = request.arguments?["name"]?.text ?? ""
        guard reference <= participants.count else {
            return respond(request) { json in
                json.key("dataId")
                json.null()
                json.field("description", "only properties of participants can be watched")
            }
        }
        let owner = participants.indices.contains(reference - 1) ? participants[reference - 1] + "." : ""
        return respond(request) { json in
            json.field("dataId", owner + (name.split(separator: " ").first.map(String.init) ?? name))
            json.field("description", "changes of \(owner)\(name)")
        }
    }

    private mutating func setData(_ request: DebugRequest) -> [UInt8] {
        let wanted = request.arguments?["breakpoints"]?.elements ?? []
        session.playback.breakpoints.removeAll { if case .change = $0 { true } else { false } }
        let problems = wanted.map { one in
            guard one["condition"]?.text.filled == nil else { return "\(Self.noCondition)" as String? }
            session.playback.breakpoints.append(.change(PropertyName(one["dataId"]?.text ?? "")))
            return nil
        }
        return respond(request) { json in
            json.list("breakpoints", problems) { problem, json in
                json.flag("verified", problem == nil)
                json.field("message", problem)
            }
        }
    }

    private static let noCondition = RerunError(
        "a condition belongs to a line, or is a function breakpoint of its own, such as `bob.callingState: inCall`")

    // MARK: State

    private func capabilities(_ json: inout JSONText) {
        let names: [StaticString] = [
            "supportsConfigurationDoneRequest", "supportsStepBack", "supportsDataBreakpoints",
            "supportsSteppingGranularity", "supportsFunctionBreakpoints", "supportsConditionalBreakpoints",
            "supportsEvaluateForHovers", "supportsTerminateRequest",
        ]
        for name in names { json.flag(name, true) }
    }

    private func threads(_ json: inout JSONText) {
        json.list("threads", [playback.trace.start?.scenario ?? "run"]) { name, json in
            json.field("id", Self.thread)
            json.field("name", name)
        }
    }

    private func frames(_ json: inout JSONText) {
        let step = playback.step
        json.list("stackFrames", [step]) { step, json in
            json.field("id", 1)
            json.field(
                "name", "\(playback.time)  " + (step.map { "\($0.index). \($0.text)" } ?? "before the first step"))
            json.field("line", step?.line ?? 1)
            json.field("column", 1)
            json.key("source")
            json.openObject()
            json.field("path", sources.path(of: step?.file))
            json.closeObject()
        }
        json.field("totalFrames", 1)
    }

    private func scopes(_ json: inout JSONText) {
        let names = playback.trace.participants + ["pending timers", "links"]
        json.list("scopes", Array(names.enumerated())) { item, json in
            json.field("name", item.element)
            json.field("variablesReference", item.offset + 1)
            json.flag("expensive", false)
        }
    }

    /// The first reference of the properties that the journal does not have; a participant's place is added to it.
    private static let unrecorded = 100_000

    private mutating func variables(_ request: DebugRequest) -> [UInt8] {
        let reference = request.arguments?["variablesReference"]?.integer ?? 0
        let participants = playback.trace.participants
        if reference >= Self.unrecorded { return everything(request, reference - Self.unrecorded) }
        let index = reference - 1
        let values =
            switch index {
            case participants.indices: playback.properties(of: participants[index])
            case participants.count: playback.pendingTimers
            case participants.count + 1: playback.links
            default: [JournalAttribute]()
            }
        let isParticipant = participants.indices.contains(index) && !playback.trace.isServer(participants[index])
        return respond(request) { json in
            json.key("variables")
            json.openArray()
            for value in values { Self.variable(value.name, "\(value.value)", &json) }
            if isParticipant { Self.variable("all properties", "…", reference: Self.unrecorded + index, &json) }
            json.closeArray()
        }
    }

    /// Returns all properties of a participant, which takes one repetition of the run.
    private mutating func everything(_ request: DebugRequest, _ index: Int) -> [UInt8] {
        let participants = playback.trace.participants
        guard participants.indices.contains(index) else { return refuse(request, "there is no such variable") }
        do throws(RerunError) {
            let values = try session.everything(of: participants[index])
            return respond(request) { json in
                json.key("variables")
                json.openArray()
                for value in values { Self.variable(value.name, "\(value.value)", &json) }
                json.closeArray()
            }
        } catch {
            return refuse(request, "\(error)")
        }
    }

    private static func variable(_ name: String, _ value: String, reference: Int = 0, _ json: inout JSONText) {
        json.openObject()
        json.field("name", name)
        json.field("value", value)
        json.field("variablesReference", reference)
        json.closeObject()
    }

    private mutating func evaluate(_ request: DebugRequest, _ expression: String) -> [UInt8] {
        do throws(RerunError) {
            let result = try session.answer(to: expression)
            return respond(request) { json in
                json.field("result", result)
                json.field("variablesReference", 0)
            }
        } catch {
            return refuse(request, "\(error)")
        }
    }

    /// The verdict of the run with what broke, for the editor's console; nil for a record without one.
    private mutating func output() -> [UInt8]? {
        guard let verdict = session.verdict else { return nil }
        let text = "\(verdict.kind.rawValue)  \(verdict.id)  \(verdict.name)\n" + ConsoleReport.details(of: verdict)
        return write.event("output") { json in
            json.field("category", "console")
            json.field("output", text.withoutCommands(keeping: ["\n"]))
        }
    }

    // MARK: Messages

    private mutating func respond(_ request: DebugRequest, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        write.respond(request, body)
    }

    private mutating func refuse(_ request: DebugRequest, _ reason: String) -> [UInt8] {
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

extension String? {
    /// The text; nil when it is empty.
    fileprivate var filled: String? { self?.isEmpty == false ? self : nil }
}
