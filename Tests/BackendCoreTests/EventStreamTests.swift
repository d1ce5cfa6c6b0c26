import Testing

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
}
