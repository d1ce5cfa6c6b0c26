import Testing
import Timing

@testable import BackendCore

@Suite struct EventStreamTests {
    /// So long that a notification has room for one of them.
    private static func event(_ number: UInt8) -> OutgoingEvent {
        OutgoingEvent(type: "custom", bytes: Array(repeating: 0x70 + number, count: 600))
    }

    @Test func `pending events keep their order after an acknowledgement`() {
        var stream = EventStream()
        stream.listener = StreamID(number: 1, slot: 0)
        for number in 1...5 { stream.append(Self.event(UInt8(number)), limit: StreamLimit(events: 10, bytes: 100_000)) }
        for number in 1...5 {
            #expect(stream.takeBatch()?.last == 0x70 + UInt8(number))
            #expect(stream.takeBatch() == nil)
            stream.acknowledge()
        }
        #expect(stream.isDrained && stream.takeBatch() == nil)
    }

    @Test func `an acknowledgement after too many events changes nothing`() {
        var stream = EventStream()
        stream.listener = StreamID(number: 1, slot: 0)
        let limit = StreamLimit(events: 2, bytes: 100_000)
        stream.append(Self.event(1), limit: limit)
        #expect(stream.takeBatch() != nil)
        for number in 2...3 { stream.append(Self.event(UInt8(number)), limit: limit) }
        #expect(stream.isBroken && stream.last == 0)
        stream.acknowledge()
        #expect(stream.isBroken && stream.last == 0 && stream.takeBatch() == nil)
    }

    @Test func `the events of a resumed stream keep their numbers, however often it is resumed`() {
        var stream = EventStream()
        let opening = OutgoingEvent(type: "connection.ok", bytes: [0x70])
        stream.prepend(opening)
        for number in 1...3 { stream.append(Self.event(UInt8(number)), limit: StreamLimit(events: 10, bytes: 100_000)) }
        for handled in [0, 0, 1, 1, 2] {
            stream.detach()
            let isResumed = stream.resume(after: handled, leavingOut: "connection.ok")
            #expect(isResumed)
            stream.prepend(opening)
            #expect(stream.last == 4)
        }
        stream.listener = StreamID(number: 1, slot: 0)
        while stream.takeBatch() != nil { stream.acknowledge() }
        #expect(stream.hasAcknowledged(4) && !stream.hasAcknowledged(5) && stream.last == 4)
    }

    private func makeSet() -> StreamSet {
        StreamSet(delay: .milliseconds(100), limit: StreamLimit(events: 10, bytes: 100_000))
    }

    @Test func `a new listener does not wait for the acknowledgement of the one that it replaces`() {
        var set = makeSet()
        let receiver = set.add()
        let (first, none) = set.attach(receiver)
        // The second event has no room in the first notification.
        for number in 1...2 { set.append(Self.event(UInt8(number)), to: receiver, isUrgent: true, at: .start) }
        #expect(none == nil && set.flush(at: .start).map(\.stream) == [first])
        let (second, replaced) = set.attach(receiver)
        #expect(replaced == first && second != first)
        set.append(Self.event(3), to: receiver, isUrgent: true, at: .start)
        #expect(set.flush(at: .start).map(\.stream) == [second])
    }

    @Test func `each event that waits is sent after its own delay`() {
        var set = makeSet()
        let receiver = set.add()
        let stream = set.attach(receiver).stream
        for round in 0..<3 {
            let start = Instant.start.advanced(by: .seconds(round))
            set.append(Self.event(UInt8(round)), to: receiver, isUrgent: false, at: start)
            #expect(set.nextWake == start.advanced(by: .milliseconds(100)))
            #expect(set.flush(at: start.advanced(by: .milliseconds(99))).isEmpty)
            #expect(set.flush(at: start.advanced(by: .milliseconds(100))).map(\.stream) == [stream])
            #expect(set.nextWake == nil)
            _ = set.acknowledged(stream, at: start.advanced(by: .milliseconds(101)))
        }
    }
}
