import ScenarioLanguage
import ScenarioVocabulary

/// The commands of participants; each file has one family.
enum Commands {
    /// All commands in the order of the documentation.
    static let table = Table(
        [
            viewModelCommands,
            mediaCommands,
            callCommands,
            callUpdateCommands,
            memberCommands,
            viewCommands,
            connectionCommands,
            trackCommands,
            moderationCommands,
            liveCommands,
            recordingCommands,
            broadcastCommands,
            transcriptionCommands,
            clientCommands,
            processCommands,
            queryCommands,
            deviceCommands,
        ].flatMap(\.self))
}
