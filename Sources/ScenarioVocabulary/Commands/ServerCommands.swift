package import ScenarioLanguage

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
