package import ScenarioLanguage

/// The commands of participants; each file has one family.
package enum Commands {
    /// All commands in the order of the documentation.
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

/// The commands of servers: actions without a request of a participant.
package enum ServerCommands {
    /// All commands in the order of the documentation.
    package static let table = Table(
        [
            coordinatorCommands,
            failureCommands,
            sfuSessionCommands,
            sfuServiceCommands,
            sfuEventCommands,
            egressCommands,
        ].flatMap(\.self))
}
