internal import Journal
internal import Reporting
internal import Tracing

/// The state of the run as an editor shows it: the step, the properties and the values of expressions.
extension DebugAdapter {
    func capabilities(_ json: inout JSONText) {
        let names: [StaticString] = [
            "supportsConfigurationDoneRequest", "supportsStepBack", "supportsDataBreakpoints",
            "supportsSteppingGranularity", "supportsFunctionBreakpoints", "supportsConditionalBreakpoints",
            "supportsEvaluateForHovers", "supportsTerminateRequest",
        ]
        for name in names { json.flag(name, true) }
    }

    func threads(_ json: inout JSONText) {
        json.list("threads", [playback.trace.start?.scenario ?? "run"]) { name, json in
            json.field("id", Self.thread)
            json.field("name", name)
        }
    }

    func frames(_ json: inout JSONText) {
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

    func scopes(_ json: inout JSONText) {
        let names = playback.trace.participants + ["pending timers", "links"]
        json.list("scopes", Array(names.enumerated())) { item, json in
            json.field("name", item.element)
            json.field("variablesReference", item.offset + 1)
            json.flag("expensive", false)
        }
    }

    /// The reference of the variable with all properties of the first participant. Those of others follow.
    private static let allReference = 100_000

    mutating func variables(_ request: DebugRequest) -> [UInt8] {
        let reference = request.arguments?["variablesReference"]?.integer ?? 0
        let participants = playback.trace.participants
        if reference >= Self.allReference { return allProperties(request, reference - Self.allReference) }
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
            if isParticipant { Self.variable("all properties", "…", reference: Self.allReference + index, &json) }
            json.closeArray()
        }
    }

    /// Returns all properties of a participant, which takes one repetition of the run.
    private mutating func allProperties(_ request: DebugRequest, _ index: Int) -> [UInt8] {
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

    mutating func evaluate(_ request: DebugRequest, _ expression: String) -> [UInt8] {
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

    /// The verdict of the run with its failure, for the editor's console; nil for a record without a verdict.
    mutating func output() -> [UInt8]? {
        guard let verdict = session.verdict else { return nil }
        let text = "\(verdict.kind.rawValue)  \(verdict.id)  \(verdict.name)\n" + ConsoleReport.details(of: verdict)
        return write.event("output") { json in
            json.field("category", "console")
            json.field("output", text.withoutCommands(keeping: ["\n"]))
        }
    }
}
