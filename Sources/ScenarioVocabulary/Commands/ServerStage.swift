package import Backend
import ScenarioLanguage
package import Timing

/// The part of the stage that the commands of servers work on.
@MainActor
package protocol ServerStage: AnyObject {
    var backend: CallBackend? { get }
    /// The participants that are clients of the call library, in the order of the file.
    var cast: [StageParticipant] { get }
    /// The ids of all users.
    var users: [String] { get }
    var record: RunRecord { get }
    /// The date now, as servers send dates.
    var date: Timestamp { get }
}
