import Foundation
import Testing

/// The list of mutants that change nothing that can be observed.
@Suite struct EquivalentMutantTests {
    private struct Entry: Decodable {
        let file: String
        let code: String
        let change: String
        let reason: String
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `every equivalent mutant has its line in the sources, and a reason`() throws {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(text("Mutants/equivalents.json").utf8))
        for entry in entries {
            let lines = try text("Sources/\(entry.file)").split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(lines.contains { $0.prefix(160) == entry.code }, "\(entry.file) has no line `\(entry.code)`")
            #expect(entry.reason.split(separator: " ").count > 2, "\(entry.file): `\(entry.change)` needs a reason")
        }
    }
}
