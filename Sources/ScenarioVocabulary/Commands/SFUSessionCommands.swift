import Backend
import BackendCore
import ScenarioLanguage
import Signaling

extension Argument {
    fileprivate static let ending = Argument(
        "ending", .value(.word(.endings)), "the reason of the end; sessionEnded when omitted",
        such: "ending: kicked")

    fileprivate static func reason(in arguments: Arguments) -> CallEndedReason {
        let name = arguments.text(ending)
        return CallEndedReason.allCases.first { "\($0)" == name } ?? .sessionEnded
    }
}

extension ServerCommands {
    /// Actions of an SFU on its participants' sessions.
    static let sfuSessionCommands: [ServerCommandRow] = [
        ServerCommandRow(
            "sfu", "endSession", "notifies one participant or all that the call has ended, and ends their sessions",
            needs: [.call], takes: [.participant, .ending],
            text: { arguments in
                let who = arguments.text(.participant) ?? "everyone"
                let call = arguments.call(.call)?.cid ?? ""
                return "ends the session of \(who) in \(call): \(Argument.reason(in: arguments))"
            },
            perform: { stage, arguments in
                guard let call = arguments.call(.call) else { return }
                let cid = CallCid(type: call.type, id: call.id)
                for user in arguments.text(.participant).map({ [$0] }) ?? stage.users {
                    stage.backend?.order(.remove(cid, userId: user, Argument.reason(in: arguments)))
                }
            })
    ]
}
