import Foundation
import ScenarioLanguage
import Testing

@testable import workshop

/// The events of the coordinator, whose Swift files are written from a table.
@Suite struct EventTableTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Signaling/Coordinator")

    private func table(_ text: String) -> EventTable { EventTable(Array(text.utf8), file: "events.yaml") }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func `the Swift files are those of the table`() throws {
        let table = table(try text("events.yaml"))
        #expect(table.problems.isEmpty)
        let hint: Comment = "swift run workshop events Sources/Signaling/Coordinator"
        for (name, source) in EventSources(rows: table.rows).files { #expect(try text(name) == source, hint) }
    }

    @Test(
        arguments: [
            ("- 1", "the events are a mapping, and this is a list"),
            ("call.x: {case: x, payload: P, when: y}", "the event has no `event`"),
            ("call.x: {event: XEvent, case: x, when: y}", "the event has no `payload`"),
            ("call.x: {event: XEvent, case: x, payload: P, when: y, scope: all}", "this is not a scope"),
            (
                "call.x: {event: XEvent, case: x, payload: P, when: y, urgent: true}",
                "`urgent` is not a key of an event"
            ),
        ])
    func `an incomplete or different row is a problem with its place`(row: String, message: String) {
        let problems = table(row).problems
        #expect(problems.map(\.message) == [message])
        #expect(problems.allSatisfy { $0.suggestion != nil })
    }
}
