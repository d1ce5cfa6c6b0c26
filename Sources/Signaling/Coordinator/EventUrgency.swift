/// The time at which the coordinator sends an event to a receiver: immediately, or later in one notification with the
/// following events.
///
/// Each connection receives its events in order, so an immediate event is sent together with the pending ones.
package enum EventUrgency: Sendable {
    /// Sent immediately to every receiver. Such an event ends a ring or a call. Every device shows the end only when
    /// the event arrives, including the device that requested it.
    case immediate
    /// Sent immediately, but may wait on the requesting connection, because the response includes the same state.
    case prompt
    /// May wait on every connection, because the session's participants receive the same state from their SFU.
    case deferrable

    /// True when an event is sent immediately to a receiver.
    package func isUrgent(causedByReceiver isCause: Bool) -> Bool {
        switch self {
        case .immediate: true
        case .prompt: !isCause
        case .deferrable: false
        }
    }
}
