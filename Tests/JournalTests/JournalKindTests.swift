import Foundation
import Testing
import Timing

@testable import Journal

/// The journal's description of itself agrees with its lines.
@Suite struct JournalKindTests {
    private static func keys(_ event: JournalEvent) throws -> [String] {
        let entry = JournalEntry(number: 1, time: .start, event: event)
        guard case .object(let members) = try JSON(parsing: JournalLine.bytes(of: entry)) else { return [] }
        return members.map(\.name).filter { !["number", "time", "kind"].contains($0) }
    }

    @Test(arguments: EveryEvent.all) func `the fields of a kind are the keys of its lines`(_ event: JournalEvent) throws
    {
        let present = event.kind.fields.filter { $0.content(of: event) != nil }
        #expect(present.map(\.name) == (try Self.keys(event)))
    }

    @Test func `every kind is described once, with all its fields`() throws {
        #expect(Set(JournalKind.all.map(\.name)) == Set(EveryEvent.all.map(\.kind.name)))
        #expect(
            JournalKind.all.map(\.name) == [
                "runStarted", "step", "call", "returned", "state", "event", "datagram", "datagrams", "fault", "timer",
                "notification", "log", "expectation", "verdict",
            ])
        let state = JournalEvent.state(.init(participant: "p", property: "q", from: 1, to: "x", cause: 4))
        let fields = JournalKind.state.fields
        #expect(
            fields.map { $0.content(of: state) } == [
                .value("p"), .value("q"), .value(1), .value("x"), .value(4),
            ])
        #expect(JournalKind.event.fields.allSatisfy { $0.content(of: state) == nil })
    }

    /// The types that a field with some content may declare.
    private static func mayHold(_ values: JournalField.Values, _ content: JournalField.Content) -> Bool {
        switch (values, content) {
        case (.address, .address), (.instant, .instant), (.attributes, .attributes), (.number, .unsigned): true
        case (.number, .value(.integer)), (.value, .value): true
        case (.name, .value(.text)), (.text, .value(.text)): true
        case (.words(let words), .value(.text(let text))): words.contains(text)
        default: false
        }
    }

    @Test(arguments: EveryEvent.all) func `a field holds what it declares`(_ event: JournalEvent) {
        for field in event.kind.fields {
            guard let content = field.content(of: event) else { continue }
            #expect(Self.mayHold(field.values, content), "\(event.kind.name).\(field.name): \(content)")
        }
    }
}
