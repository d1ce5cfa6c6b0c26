import Testing
import Wire

@testable import ScenarioStage

@Suite struct RepeatedEventsTests {
    private var events = RepeatedEvents()

    private mutating func violation(_ types: String..., from first: Int64, on connection: String = "a") -> String? {
        events.violation(of: types.map { CBOR.Map([("type", .text($0))]) }, from: first, on: connection)
    }

    @Test mutating func `an event that is sent again has its former number`() {
        #expect(violation("connection.ok", "call.created", "call.rejected", from: 1) == nil)
        #expect(violation("connection.ok", "call.rejected", from: 2) == nil)
        #expect(violation("call.created", "call.rejected", from: 2) == nil)
        #expect(
            violation("connection.ok", "call.created", from: 2)
                == "its event no. 3 is call.created, and was call.rejected before")
    }

    @Test mutating func `events of other connections, and those that are long past, are not compared`() {
        #expect(violation("call.created", from: 1) == nil)
        #expect(violation("call.rejected", from: 1, on: "b") == nil)
        #expect(violation("call.updated", from: 257) == nil)
        #expect(violation("call.rejected", from: 1) == nil)
        #expect(violation("call.rejected", from: 257) != nil)
    }

    @Test mutating func `the highest number of a damaged batch does no harm`() {
        #expect(violation("call.created", "call.rejected", from: .max) == nil)
    }
}
