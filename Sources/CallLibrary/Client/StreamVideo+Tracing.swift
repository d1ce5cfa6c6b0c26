import CallCore
import Signaling

/// The properties whose changes are told with what they were before.
struct TracedState {
    var sessionId: String
    var connectionPhase: ConnectionPhase
    var reconnectionStatus: ReconnectionStatus
    var participants: Int
    var members: [Member]
    var recordingState: RecordingState

    init(_ values: CallStateValues) {
        sessionId = values.sessionId
        connectionPhase = values.connectionPhase
        reconnectionStatus = values.reconnectionStatus
        participants = values.rosterCount
        members = values.members
        recordingState = values.recordingState
    }
}

extension StreamVideo {
    /// Tells the trace which of the properties that people follow have changed.
    func trace(_ changes: CallStateChanges, from before: TracedState, to after: CallStateValues) {
        func tell(_ name: String, _ old: String, _ new: String) {
            if old != new { environment.trace(.property(name: name, from: old, to: new)) }
        }
        if !changes.arrivals.isEmpty || !changes.departures.isEmpty {
            let moves = changes.arrivals.map { "+\($0)" } + changes.departures.map { "-\($0)" }
            tell("roster", "\(before.participants)", "\(after.rosterCount): \(moves.joined(separator: " "))")
        }
        if changes.contains(.members) { tell("members", names(before.members), names(after.members)) }
        tell("recordingState", before.recordingState.rawValue, after.recordingState.rawValue)
        for (name, property, isOn) in [
            ("backstage", CallStateChanges.Property.backstage, after.backstage),
            ("transcribing", .transcribing, after.transcribing), ("captioning", .captioning, after.captioning),
        ] where changes.contains(property) {
            tell(name, "\(!isOn)", "\(isOn)")
        }
        tell("sessionId", before.sessionId, after.sessionId)
        tell("connectionPhase", before.connectionPhase.rawValue, after.connectionPhase.rawValue)
        tell("reconnectionStatus", before.reconnectionStatus.rawValue, after.reconnectionStatus.rawValue)
    }

    private func names(_ members: [Member]) -> String {
        members.map(\.userId).joined(separator: " ")
    }
}
