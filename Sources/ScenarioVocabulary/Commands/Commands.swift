package import ScenarioLanguage

/// The commands of participants; those of one family are in one file.
package enum Commands {
    /// Every command, in the order of the documents.
    package static let table = Table(
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
            lifeCommands,
            queryCommands,
            deviceCommands,
        ].flatMap(\.self))
}

/// The commands of servers: what they do that no participant asked for.
package enum ServerCommands {
    /// Every command, in the order of the documents.
    package static let table = Table(
        [
            coordinatorCommands,
            failureCommands,
            sfuStayCommands,
            sfuServiceCommands,
            sfuEventCommands,
            egressCommands,
        ].flatMap(\.self))
}
