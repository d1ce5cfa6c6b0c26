package import Backend
import ScenarioLanguage
package import Timing

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
}
