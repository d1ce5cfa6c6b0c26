import CallLibrary
import ScenarioLanguage

extension Commands {
    /// The methods of `StreamVideo` that connect it; they throw.
    static let clientCommands: [CommandRow] = [
        .client("connect", "connects the client to the coordinator") { client, _ in try await client.connect() },
        .client("disconnect", "disconnects the client from the coordinator") { client, _ in
            try await client.disconnect()
        },
    ]
}
