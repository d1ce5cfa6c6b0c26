import Foundation
import Testing
import Timing

@testable import Journal

/// `Docs/results.md` names every written field, so that a result can be read without the code.
@Suite struct ResultsDocumentTests {
    private func document() throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("Docs/results.md"), encoding: .utf8)
    }

    /// The names of all members of a value, also of those inside.
    private func names(in json: JSON) -> [String] {
        switch json {
        case .object(let members): members.flatMap { [$0.name] + names(in: $0.value) }
        case .array(let values): values.flatMap(names)
        default: []
        }
    }

    @Test func `every kind of entry is described with all its keys`() throws {
        let lines = try document().split(separator: "\n")
        for event in EveryEvent.all {
            let entry = JournalEntry(number: 1, time: .start, event: event)
            let row = try #require(lines.first { $0.hasPrefix("| `\(event.kind.name)` |") }, "\(event.kind.name)")
            let keys = names(in: try JSON(parsing: JournalLine.bytes(of: entry)))
            for key in keys where !["number", "time", "kind", "planted"].contains(key) {
                #expect(row.contains("`\(key)`"), "\(key) of \(event.kind.name)")
            }
        }
        #expect(Set(EveryEvent.all.map(\.kind.name)).count == 14)
    }

    @Test func `every verdict and every key of a verdict is described`() throws {
        let text = try document()
        for kind in Verdict.Kind.allCases { #expect(text.contains("| `\(kind.rawValue)` |")) }
        var verdict = Verdict(.failed, id: "a", name: "n", file: "f", seed: 1)
        var failure = Verdict.Failure("r")
        (failure.step, failure.line, failure.column) = (1, 1, 1)
        (failure.frame, failure.expected, failure.actual, failure.replay) = ("", "", "", "")
        verdict.failure = failure
        verdict.payloadDigest = ""
        for name in names(in: try JSON(parsing: verdict.json)) { #expect(text.contains("`\(name)`"), "\(name)") }
    }
}
