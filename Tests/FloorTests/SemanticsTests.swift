import Foundation
import Testing

@Suite struct SemanticsTests {
    @Test func `every pointer of the sources to the semantics resolves`() throws {
        let page = try SemanticsPage.page.get()
        for file in try House.sources.get() + House.tests.get() where file.room != "FloorTests" {
            for (line, number) in SemanticsPage.pointers(in: file.raw) {
                #expect(page.numbers.contains(number), "\(file.path):\(line): semantics.md has no `\(number)`")
            }
        }
    }

    @Test func `every case that a scenario covers has a statement`() throws {
        let page = try SemanticsPage.page.get()
        let folder = House.root.appendingPathComponent("Scenarios")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for path in paths where path.hasSuffix(".yaml") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for id in CoveredCases.ids(inScenario: text) {
                #expect(page.cases[id] != nil, "Scenarios/\(path): no statement for \(id)")
            }
        }
    }

    @Test func `every case that a test covers has a statement`() throws {
        let page = try SemanticsPage.page.get()
        // The tests of coverage itself have invented cases.
        for file in try House.tests.get() where !file.path.hasSuffix("/CasesTests.swift") && file.room != "FloorTests" {
            for id in CoveredCases.ids(inTest: file.raw) {
                #expect(page.cases[id] != nil, "\(file.path): no statement for \(id)")
            }
        }
    }

    @Test func `every case that is left out has a statement`() throws {
        let page = try SemanticsPage.page.get()
        let file = House.root.appendingPathComponent("Docs/cases-left.yaml")
        let ids = try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^([A-Z][A-Z-]*-\d+):/).map(\.1)
        #expect(!ids.isEmpty)
        for id in ids { #expect(page.cases[String(id)] != nil, "no statement for \(id)") }
    }

    @Test func `a case has one statement, which is a sentence`() throws {
        let page = try SemanticsPage.page.get()
        #expect(page.repeated.isEmpty)
        #expect(page.cases.count > 400)
    }

    @Test func `pointers are read in each form that comments use`() {
        func numbers(_ comment: String) -> [String] { SemanticsPage.pointers(in: comment).map(\.number) }
        #expect(numbers("/// Joins (`semantics.md` 1.2 step 3).") == ["1.2.3"])
        #expect(numbers("/// Rings (`semantics.md` 2.2 to 2.5 and section 0).") == ["0", "2.2", "2.5"])
        #expect(
            numbers("/// Links (`semantics.md` 4.7,\n/// and section 0 rules 10 and 11).") == [
                "0", "0.10", "0.11", "4.7",
            ])
        #expect(numbers("/// Points nowhere (`semantics.md`).") == [""])
    }
}

/// Reads which cases a file covers.
enum CoveredCases {
    /// The ids of `covers:` in a scenario file, in one line or as a list below it.
    static func ids(inScenario text: String) -> [String] {
        text.matches(of: /(?m)covers: *(\[[^\]]*\]|(?:\n *- .*)+)/).flatMap { ids($0.1) }
    }

    /// The ids of `.covers("…")` in a test file.
    static func ids(inTest text: String) -> [String] {
        text.matches(of: /\.covers\(([^)]*)\)/).flatMap { ids($0.1) }
    }

    private static func ids(_ text: Substring) -> [String] {
        text.matches(of: /[A-Z][A-Za-z-]*-\d+/).map { String($0.0) }
    }
}
