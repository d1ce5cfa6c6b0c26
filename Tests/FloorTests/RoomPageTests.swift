import Foundation
import Testing

/// The pages that show the rooms show each of them.
@Suite struct RoomPageTests {
    private func text(_ name: String) throws -> String {
        try String(contentsOf: House.root.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func `the handbook lists each room with its decision and floor`() throws {
        let lines = try text("HANDBOOK.md").split(separator: "\n")
        for (room, step) in House.steps.sorted(by: { $0.key < $1.key }) {
            #expect(
                lines.contains { $0.hasPrefix("| \(step.floor) | `\(room)` | ") },
                "HANDBOOK.md has no row `| \(step.floor) | `\(room)` | … |`")
        }
    }

    @Test func `the files that the page on additions names exist`() throws {
        let page = try text("Docs/handbook-adding.md")
        let names = page.matches(of: /`((?:Sources|Tests|Docs|Scenarios)\/[^`]+)`/).map { String($0.1) }
        #expect(names.count > 20)
        let missing = names.filter {
            !FileManager.default.fileExists(atPath: House.root.appendingPathComponent($0).path)
        }
        #expect(missing.isEmpty, "Docs/handbook-adding.md names \(missing.joined(separator: ", "))")
    }

    @Test func `the picture of the architecture has each room`() throws {
        let parts = try text("Docs/architecture.md").split(separator: "```")
        let picture = try #require(parts.dropFirst().first)
        let names = Set(picture.split { !($0.isLetter || $0 == "-") }.map(String.init))
        let missing = House.steps.keys.filter { !names.contains($0) && $0 != "Benchmarks" }.sorted()
        #expect(missing.isEmpty, "the picture lacks \(missing.joined(separator: ", "))")
    }
}
