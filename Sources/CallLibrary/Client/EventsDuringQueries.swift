import Signaling
import Wire

/// The events of calls that the client does not have, kept while a query of calls is pending.
///
/// The response to a query can be older than these events, because it was late or sent again. They then belong to the
/// calls that it brings.
struct EventsDuringQueries {
    /// The maximum number of kept events; the oldest ones are dropped.
    private static let maxCount = 1000

    private var queries = 0
    private var events: [(event: CoordinatorEvent, number: Int)] = []

    /// True while a query is pending.
    var isOpen: Bool { queries > 0 }

    mutating func begin() { queries += 1 }

    mutating func end() {
        queries -= 1
        if queries == 0 { events = [] }
    }

    /// Keeps an event with a number in the stream of the coordinator.
    mutating func keep(_ event: CoordinatorEvent, number: Int?) {
        guard isOpen, let number else { return }
        if events.count == Self.maxCount { events.removeFirst() }
        events.append((event, number))
    }

    /// Returns the events of a call that are later than a response, in their order.
    func events(of cid: CallCid, after number: Int?) -> [(event: CoordinatorEvent, number: Int)] {
        events.filter { $0.event.callCid == cid && $0.number > number ?? 0 }
    }
}
