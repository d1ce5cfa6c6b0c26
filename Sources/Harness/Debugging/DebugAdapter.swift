internal import Journal
internal import Tracing

/// A server of the Debug Adapter Protocol for one recorded run.
///
/// Lines are steps, variables are the properties of participants. An editor's step is a step of the scenario. "Step
/// into" is an instant, and a step by instruction is an entry of the journal. All of them also go backwards.
struct DebugAdapter {
    /// A request of the editor.
    struct Request {
        let sequence: Int
        let command: String
        let arguments: JSON?
    }

    private var playback: Playback
    private let whatIf: WhatIf?
    private let path: String
    private var sequence = 0
    private(set) var isOver = false

    private static let thread = 1

    init(_ playback: Playback, _ whatIf: WhatIf?, path: String) {
        self.whatIf = whatIf
        self.playback = playback
        self.path = path
    }

    /// Returns the response to a request and the events that follow, each as the body of a message.
    mutating func messages(for request: Request) -> [[UInt8]] {
        switch request.command {
        case "initialize": return [respond(request, capabilities), event("initialized") { _ in }]
        case "launch", "attach", "setExceptionBreakpoints": return [respond(request)]
        case "setBreakpoints": return [setBreakpoints(request)]
        case "setFunctionBreakpoints": return [setEntries(request)]
        case "dataBreakpointInfo": return [describeData(request)]
        case "setDataBreakpoints": return [setData(request)]
        case "configurationDone": return [respond(request), stopped("entry")]
        case "threads": return [respond(request, threads)]
        case "stackTrace": return [respond(request, frames)]
        case "scopes": return [respond(request, scopes)]
        case "variables": return [respond(request, variables(of: request.arguments))]
        case "evaluate": return [evaluate(request)]
        case "whatIf": return [compare(request, request.arguments?["command"]?.text ?? "")]
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
        _ request: Request, _ stride: Playback.Stride, isBackwards: Bool = false
    ) -> [[UInt8]] {
        let isFine = request.arguments?["granularity"]?.text == "instruction"
        let wasAtEnd = playback.isAtEnd
        playback.move(isFine ? .entry : stride, isBackwards: isBackwards)
        return [respond(request)] + (wasAtEnd && !isBackwards ? end() : [stopped("step")])
    }

    private mutating func resume(_ request: Request, isBackwards: Bool) -> [[UInt8]] {
        let wasAtEnd = playback.isAtEnd
        let found = playback.run(isBackwards: isBackwards)
        let response = respond(request) { $0.flag("allThreadsContinued", true) }
        switch found {
        case .line: return [response, stopped("breakpoint")]
        case .change: return [response, stopped("data breakpoint")]
        case .datagram, .timer: return [response, stopped("function breakpoint", playback.eventText)]
        case nil where wasAtEnd && !isBackwards: return [response] + end()
        case nil: return [response, stopped("pause")]
        }
    }

    private mutating func end() -> [[UInt8]] { [event("terminated") { _ in }] }

    // MARK: Breakpoints

    private mutating func setBreakpoints(_ request: Request) -> [UInt8] {
        let wanted = request.arguments?["breakpoints"]?.elements?.compactMap { $0["line"]?.integer } ?? []
        let lines = wanted.map { line in playback.lines.last { $0 <= line } }
        playback.breakpoints.removeAll { if case .line = $0 { true } else { false } }
        playback.breakpoints += lines.compactMap(\.self).map { .line($0) }
        return respond(request) { json in
            json.list("breakpoints", lines) { line, json in
                json.flag("verified", line != nil)
                json.field("line", line)
            }
        }
    }

    /// Sets breakpoints on entries: `datagram TEXT` and `timer TEXT`, which an editor gives as names of functions.
    private mutating func setEntries(_ request: Request) -> [UInt8] {
        let names = request.arguments?["breakpoints"]?.elements?.map { $0["name"]?.text ?? "" } ?? []
        playback.breakpoints.removeAll {
            switch $0 {
            case .datagram, .timer: true
            case .line, .change: false
            }
        }
        var problems: [String?] = []
        for name in names {
            do throws(EntryBreakpoint.Problem) {
                playback.breakpoints.append(try EntryBreakpoint(name, in: playback).breakpoint)
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

    private mutating func describeData(_ request: Request) -> [UInt8] {
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

    private mutating func setData(_ request: Request) -> [UInt8] {
        let names = request.arguments?["breakpoints"]?.elements?.compactMap { $0["dataId"]?.text } ?? []
        playback.breakpoints.removeAll { if case .change = $0 { true } else { false } }
        playback.breakpoints += names.map { .change(PropertyName($0)) }
        return respond(request) { json in
            json.list("breakpoints", names) { _, json in json.flag("verified", true) }
        }
    }

    // MARK: State

    private func capabilities(_ json: inout JSONText) {
        let names: [StaticString] = [
            "supportsConfigurationDoneRequest", "supportsStepBack", "supportsDataBreakpoints",
            "supportsSteppingGranularity", "supportsFunctionBreakpoints",
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
            json.field("path", step?.file ?? path)
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

    private func variables(of arguments: JSON?) -> (inout JSONText) -> Void {
        let participants = playback.trace.participants
        let index = (arguments?["variablesReference"]?.integer ?? 0) - 1
        let values =
            switch index {
            case participants.indices: playback.properties(of: participants[index])
            case participants.count: playback.pendingTimers
            case participants.count + 1: playback.links
            default: [JournalAttribute]()
            }
        return { json in
            json.list("variables", values) { value, json in
                json.field("name", value.name)
                json.field("value", "\(value.value)")
                json.field("variablesReference", 0)
            }
        }
    }

    /// Runs again with a command at the position, and returns both futures.
    private mutating func compare(_ request: Request, _ command: String) -> [UInt8] {
        guard let whatIf else { return refuse(request, WhatIf.unavailable) }
        do throws(WhatIfError) {
            return answer(request, try whatIf.futures(command, at: playback))
        } catch {
            return refuse(request, "\(error)")
        }
    }

    /// Evaluates `bob.callingState`, `why bob.callingState`, `timers`, `links` or `if bob: accept`.
    private mutating func evaluate(_ request: Request) -> [UInt8] {
        let text = request.arguments?["expression"]?.text ?? ""
        let words = text.split(separator: " ").map(String.init)
        if words.count > 1, words[0] == "if" {
            return compare(request, words.dropFirst().joined(separator: " "))
        }
        if words.count == 2, words[0] == "why" {
            do throws(CauseError) {
                return answer(request, try playback.chain(of: PropertyName(words[1])).text)
            } catch {
                return refuse(request, "\(error)")
            }
        }
        if words == ["timers"] { return answer(request, DebugTerminal.list(playback.pendingTimers)) }
        if words == ["links"] { return answer(request, DebugTerminal.list(playback.links)) }
        guard words.count == 1, let value = playback.value(of: PropertyName(text)) else {
            return refuse(
                request, "write a property, such as bob.callingState, `why` and a property, or `if` and a command")
        }
        return answer(request, "\(value)")
    }

    private mutating func answer(_ request: Request, _ text: String) -> [UInt8] {
        respond(request) { json in
            json.field("result", text)
            json.field("variablesReference", 0)
        }
    }

    // MARK: Messages

    private mutating func respond(_ request: Request, _ body: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
        message { json in
            json.field("type", "response")
            json.field("request_seq", request.sequence)
            json.flag("success", true)
            json.field("command", request.command)
            json.key("body")
            json.openObject()
            body(&json)
            json.closeObject()
        }
    }

    private mutating func refuse(_ request: Request, _ reason: String) -> [UInt8] {
        message { json in
            json.field("type", "response")
            json.field("request_seq", request.sequence)
            json.flag("success", false)
            json.field("command", request.command)
            json.field("message", reason)
        }
    }

    private mutating func stopped(_ reason: String, _ text: String? = nil) -> [UInt8] {
        event("stopped") { json in
            json.field("reason", reason)
            json.field("text", text)
            json.field("threadId", Self.thread)
            json.flag("allThreadsStopped", true)
        }
    }

    private mutating func event(_ name: String, _ body: (inout JSONText) -> Void) -> [UInt8] {
        message { json in
            json.field("type", "event")
            json.field("event", name)
            json.key("body")
            json.openObject()
            body(&json)
            json.closeObject()
        }
    }

    private mutating func message(_ write: (inout JSONText) -> Void) -> [UInt8] {
        sequence += 1
        var json = JSONText()
        json.openObject()
        json.field("seq", sequence)
        write(&json)
        json.closeObject()
        return json.takeBytes()
    }
}

extension JSONText {
    fileprivate mutating func flag(_ name: StaticString, _ value: Bool) {
        key(name)
        boolean(value)
    }

    /// Writes an array of objects.
    fileprivate mutating func list<Item>(
        _ name: StaticString, _ items: [Item], write: (Item, inout JSONText) -> Void
    ) {
        key(name)
        openArray()
        for item in items {
            openObject()
            write(item, &self)
            closeObject()
        }
        closeArray()
    }
}
