import Signaling
import Testing
import Wire

@testable import CallLibrary

@Suite struct EventsDuringQueriesTests {
    private static func cid(_ id: String) -> CallCid { CallCid(type: "default", id: id) }

    private static func event(_ id: String) -> CoordinatorEvent {
        .updated(CallUpdatedEvent(cid(id), at: .virtualStart, CallUpdatedPayload { _ in }))
    }

    private static func numbers(_ events: EventsDuringQueries, _ id: String, after number: Int? = nil) -> [Int] {
        events.events(of: cid(id), after: number).map(\.number)
    }

    @Test func `events of a call are kept from the first query to the end of the last one`() {
        var events = EventsDuringQueries()
        events.keep(Self.event("one"), number: 1)
        #expect(!events.isOpen)
        events.begin()
        events.begin()
        for (number, id) in [(2, "one"), (3, "two"), (4, "one"), (nil, "one")] {
            events.keep(Self.event(id), number: number)
        }
        events.end()
        #expect(events.isOpen && Self.numbers(events, "one") == [2, 4] && Self.numbers(events, "two") == [3])
        #expect(Self.numbers(events, "one", after: 2) == [4] && Self.numbers(events, "one", after: 4).isEmpty)
        events.end()
        #expect(!events.isOpen && Self.numbers(events, "one").isEmpty)
    }

    @Test func `of more than a thousand events the oldest ones are dropped`() {
        var events = EventsDuringQueries()
        events.begin()
        for number in 1...1_002 { events.keep(Self.event("one"), number: number) }
        #expect(Self.numbers(events, "one") == Array(3...1_002))
    }
}
