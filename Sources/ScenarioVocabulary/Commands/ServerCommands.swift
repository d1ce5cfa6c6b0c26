package import Backend
package import ScenarioLanguage
package import Timing

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

/// The part of the stage that server commands use.
@MainActor
package protocol ServerStage: AnyObject {
    var backend: CallBackend? { get }
    /// All participants.
    var performers: [any Performer] { get }
    /// The ids of all users.
    var users: [String] { get }
    var record: RunRecord { get }
    /// The current date, as servers send it.
    var date: Timestamp { get }

    /// Notes a fault, and returns a function that is called when it has an effect. Without one, the verdict has a note
    /// with the fault and the words of `otherwise`.
    func expectEffect(of fault: String, otherwise problem: String) -> @MainActor () -> Void
}
