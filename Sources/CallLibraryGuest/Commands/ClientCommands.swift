import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Commands {
    /// The methods of `StreamVideo` that connect it; they throw.
    static let clientCommands: [CommandRow] = [
        .client("connect", "connects the client to the coordinator") { client, _ in try await client.connect() },
        .client("disconnect", "disconnects the client from the coordinator") { client, _ in
            try await client.disconnect()
        },
    ]
}

extension Commands {
    /// Commands that disrupt a participant's connection to its call.
    static let connectionCommands: [CommandRow] = [
        .call("call.failMedia", "the participant's media path to its SFU fails for good", takes: [.call]) { call, _ in
            call.mediaFailed()
        }
    ]
}

extension Commands {
    /// Changes of a participant's process; the stage performs them.
    static let processCommands: [CommandRow] = [
        processCommand(.crash, "crash", "the participant's process ends at once and sends nothing"),
        processCommand(
            .restart, "restart", "the participant's process restarts without state, and connects if it did at first"),
    ]

    private static func processCommand(
        _ change: CommandSpec.ProcessChange, _ name: String, _ about: String
    ) -> CommandRow {
        Row(CommandSpec(name, about, processChange: change)) { _, _ in }
    }
}
