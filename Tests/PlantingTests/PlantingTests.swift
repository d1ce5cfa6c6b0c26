import Foundation
import Planting
import Testing

/// Planted defects have their places in the sources, and mistakes in the lists are reported.
@Suite struct PlantingTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every planted defect has its place in the sources, and a scenario that is to catch it`() throws {
        let build = TestBuild(root: Self.root.path, package: "")
        try build.check()
        let bugs = try build.bugs()
        #expect(bugs.count >= 40)
        for bug in bugs { #expect(!bug.caughtBy.isEmpty, "\(bug.name)") }
    }

    private func planted(_ list: String, into text: String) throws -> String {
        try Planter(PlantedBug.read(list, from: "list")).plant(into: text, of: "Room/File.swift")
    }

    @Test func `a defect stands beside the right code, behind a switch of its own`() throws {
        let value = "- {bug: off-by-one, says: s, in: Room/File.swift, right: a < b, wrong: a <= b, caughtBy: [A]}"
        #expect(try planted(value, into: "if a < b {}") == "if (is_planted_off_by_one ? (a <= b) : (a < b)) {}")
        let omission = "- {bug: no-clear, says: s, in: Room/File.swift, omitted: clear(), caughtBy: [A]}"
        #expect(try planted(omission, into: "clear()") == "if !is_planted_no_clear { clear() }")
        let text =
            "- {bug: gate, says: s, in: Room/File.swift, right: guard a, becomes: 'guard a || planted', caughtBy: [A]}"
        #expect(try planted(text, into: "guard a else {}") == "guard a || is_planted_gate else {}")
        let after = "- {bug: two, says: s, in: Room/File.swift, after: second, right: x, wrong: y, caughtBy: [A]}"
        #expect(try planted(after, into: "x second x") == "x second (is_planted_two ? (y) : (x))")
    }

    @Test func `a sweep takes the defects of known names, and all without a name`() throws {
        let bugs = try PlantedBug.read(
            """
            - {bug: ring-late, says: s, in: Room/File.swift, omitted: a, caughtBy: [A]}
            - {bug: join-early, says: s, in: Room/File.swift, omitted: b, caughtBy: [A]}
            """, from: "list")
        #expect(try bugs.named(["join-early"]).map(\.name) == ["join-early"])
        #expect(try bugs.named([]).count == 2)
        let error = #expect(throws: PlantingError.self) { try bugs.named(["ring-early"]) }
        #expect(error?.description == "no defect is called ring-early; similar: ring-late")
    }

    @Test func `a defect that names no scenario is measured by whether any notices it`() throws {
        let list = "- {bug: a, says: s, in: Room/File.swift, omitted: a, caughtBy: []}"
        let bug = try #require(try PlantedBug.read(list, from: "list").first)
        #expect(Sweep.Finding(bug: bug, catchers: ["RING-01"], ran: 9).line == "caught  a  RING-01 of 9")
        #expect(Sweep.Finding(bug: bug, catchers: [], ran: 9).line == "MISSED by all 9 scenarios  a   of 9")
    }

    @Test(arguments: [
        (
            "- {bug: a, says: s, in: Room/File.swift, right: x, becomes: y, caughtBy: [A]}",
            "list:1: `becomes` must say `planted`"
        ),
        (
            "- {bug: a, says: s, in: Room/File.swift, after: m, right: late, wrong: y, caughtBy: [A]}",
            "a function begins between `after` and this: late"
        ),
        ("- {bug: a, says: s, in: Room/File.swift, right: x, wrong: y, caughtBy: [A]}", "stands there 2 times"),
        ("- {bug: a, says: s, in: Room/File.swift, right: z, wrong: y, caughtBy: [A]}", "stands there 0 times"),
        ("- {bug: a, says: s, in: Room/File.swift, right: x, caughtBy: [A]}", "list:1: needs `right` and `wrong`"),
        ("- {bug: a, says: s, in: Room/File.swift, left: x}", "list:1: `left` is not a key"),
        ("- {bug: A!, says: s, in: Room/File.swift, omitted: x, caughtBy: [A]}", "small letters"),
        ("bug: a", "must be a list"),
        (
            """
            - {bug: a, says: s, in: Room/File.swift, right: m x, wrong: y, caughtBy: [A]}
            - {bug: b, says: s, in: Room/File.swift, right: m, wrong: y, caughtBy: [A]}
            """, "change the same code"
        ),
    ])
    func `a list that does not fit is an error with its problem and place`(list: String, message: String) throws {
        let error = #expect(throws: PlantingError.self) { try planted(list, into: "x m x { func late }") }
        #expect(error?.description.contains(message) == true)
    }
}
