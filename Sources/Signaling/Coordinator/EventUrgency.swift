/// The time at which the coordinator sends an event to a receiver: at once, or a little later in one notification with
/// the events that follow.
///
/// Each connection receives its events in order, so an event that leaves at once takes the pending ones with it.
package enum EventUrgency: Sendable {
    /// Leaves at once for every receiver. The event ends a ring or a call, and a device shows that only when the event
    /// arrives, also the device that requested it.
    case immediate
    /// Leaves at once, but may wait on the connection whose request caused it: the response to the request says the same.
    case prompt
    /// May wait on every connection: the participants of a session learn the same from their SFU at once.
    case deferrable

    package func presses(causedByReceiver isCause: Bool) -> Bool {
        switch self {
        case .immediate: true
        case .prompt: !isCause
        case .deferrable: false
        }
    }
}
