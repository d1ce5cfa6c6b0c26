import Backend
import ScenarioLanguage
import Signaling
import Wire

extension ServerCommands {
    /// Actions of the coordinator that its own rules do not cause.
    static let coordinatorCommands: [ServerCommandRow] = [
        ServerCommandRow(
            "coordinator", "sendEvent", "sends an event of any type, with the fields of `custom`",
            needs: [.eventType], takes: [.to, .call, .custom],
            text: { arguments in
                let users = arguments.has(.to) ? arguments.texts(.to).joined(separator: ", ") : "everyone"
                return "sends \(arguments.text(.eventType) ?? "") to \(users)"
            },
            perform: { stage, arguments in
                var event = arguments.customData
                event["type"] = arguments.text(.eventType).map(CBOR.text)
                event["call_cid"] = arguments.call(.call).map { .text($0.cid) }
                stage.backend?.sendCustom(event, to: arguments.has(.to) ? arguments.texts(.to) : stage.users)
            })
    ]
}
