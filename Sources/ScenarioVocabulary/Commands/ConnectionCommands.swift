import CallLibrary
import ScenarioLanguage

extension Commands {
    /// What happens to a participant's connection to its call.
    static let connectionCommands: [CommandRow] = [
        .call("call.failMedia", "the participant's media path to its SFU fails for good", takes: [.call]) { call, _ in
            call.mediaFailed()
        }
    ]
}
