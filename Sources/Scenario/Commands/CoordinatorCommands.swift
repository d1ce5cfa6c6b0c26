import Backend
import Signaling
import Wire

extension Argument {
    fileprivate static let event = Argument(
        "event", .value(.text), "the type of an event, known or not", such: "event: app.updated")
    fileprivate static let to = Argument("to", .users, "who is told", such: "to: [bob]")
}

extension ServerCommandSpec {
    /// What the coordinator says that no rule of its own caused.
    static let coordinatorCommands: [ServerCommandSpec] = [
        ServerCommandSpec(
            "coordinator", "sendEvent", "sends an event of any type, with the fields of `custom`",
            needs: [.event, .to], takes: [.call, .custom],
            text: { "sends \($0.text(.event) ?? "") to \($0.texts(.to).joined(separator: ", "))" },
            perform: { stage, arguments in
                var event = arguments.customData
                event["type"] = arguments.text(.event).map(CBOR.text)
                event["call_cid"] = arguments.call(.call).map { .text($0.cid) }
                stage.backend?.say(event, to: arguments.texts(.to))
            })
    ]
}
