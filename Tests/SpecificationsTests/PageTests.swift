import Foundation
import Journal
import Testing
import Timing

@testable import Specifications

@Suite struct PageTests {
    @Test func `the page has the section of each specification as the verb writes it`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Docs/specifications.md"), encoding: .utf8)
        for page in SpecificationWatch.pages {
            #expect(
                text.contains(SpecificationDrawing.markdown(page)),
                "Docs/specifications.md lacks `\(page.name)`; `rollcall specifications --format mermaid` writes it")
        }
    }

    @Test(arguments: [true, false]) func `a demand of an instant is judged when a step begins, or all leave`(
        isStep: Bool
    ) {
        let stage = JournalEvent.StateChange(
            participant: "alice", property: "stage default:standup", from: "idle", to: "leaving", cause: nil)
        let next: JournalEvent =
            isStep
            ? .step(.init(index: 1, line: 1, text: "alice: connect", phase: .began))
            : .log(.init(source: nil, name: SpecificationWatch.leavingEntry, attributes: []))
        let ended = JournalEvent.step(.init(index: 0, line: 1, text: "alice: connect", phase: .ended))
        var watch = SpecificationWatch([CallStages()])
        for (number, event) in [.state(stage), ended, next].enumerated() {
            #expect(watch.violations.isEmpty)
            watch.process(JournalEntry(number: number, time: .start, event: event))
        }
        #expect(watch.violations.count == 1)
    }

    @Test func `names are distinct`() {
        let names = SpecificationWatch.pages.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
