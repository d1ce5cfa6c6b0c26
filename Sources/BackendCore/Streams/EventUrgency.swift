import Signaling

/// When an event of the coordinator leaves for a receiver: at once, or up to ``BackendPatience/eventDelay`` later in one
/// notification with the events that follow.
///
/// The type of the event and the receiver decide. Each connection receives its events in order, so an event that leaves
/// at once takes along those that still waited before it.
enum EventUrgency {
    /// Leaves at once for every receiver. The event ends a ring or a call, and a device shows that only when the event
    /// arrives, also the device that asked for it.
    case immediate
    /// Leaves at once, but may wait on the connection whose request caused it: the answer to the request says the same.
    case prompt
    /// May wait on every connection: participants of a session learn the same from their SFU at once.
    case deferrable

    init(ofType type: String) {
        if Self.ending.contains(type) {
            self = .immediate
        } else {
            self = Self.ofSessions.contains(type) ? .deferrable : .prompt
        }
    }

    func presses(causedByReceiver isCause: Bool) -> Bool {
        switch self {
        case .immediate: true
        case .prompt: !isCause
        case .deferrable: false
        }
    }

    private static let ending: Set<String> = [
        CallEndedEvent.type, CallDeletedEvent.type, CallRejectedEvent.type, CallMemberRemovedEvent.type,
    ]

    private static let ofSessions: Set<String> = [
        CallCreatedEvent.type, CallSessionStartedEvent.type, CallSessionEndedEvent.type,
        CallSessionParticipantJoinedEvent.type, CallSessionParticipantLeftEvent.type,
        CallSessionParticipantCountUpdatedEvent.type, CallStatsReportReadyEvent.type,
        CallUserFeedbackSubmittedEvent.type,
    ]
}
