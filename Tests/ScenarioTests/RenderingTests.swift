import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct RenderingTests {
    private static func diagnostic(
        line: Int = 1, column: Int, endColumn: Int, suggestion: String? = nil, related: [Diagnostic.Related] = []
    ) -> Diagnostic {
        Diagnostic(
            file: "x.yaml", place: Place(line: line, column: column, endColumn: endColumn), message: "no",
            suggestion: suggestion, related: related)
    }

    @Test func `a problem of a whole file has no frame`() {
        let problem = Diagnostic(file: "x.yaml", place: nil, message: "no", suggestion: "do this")
        #expect(problem.rendered(sourceLines: []) == "x.yaml: error: no\n  = do this\n")
        #expect(problem.description == "x.yaml: error: no; do this")
    }

    @Test func `a place that the file does not have has no frame`() {
        let problem = Self.diagnostic(line: 9, column: 1, endColumn: 2, suggestion: "do this")
        #expect(problem.rendered(sourceLines: ["a"]) == "x.yaml:9:1: error: no\n  = do this\n")
    }

    @Test func `the number of a line sets the margin`() {
        let lines = Array(repeating: "name: x", count: 100)
        #expect(
            Self.diagnostic(line: 100, column: 7, endColumn: 8).rendered(sourceLines: lines) == """
                x.yaml:100:7: error: no
                    |
                100 | name: x
                    |       ^

                """)
    }

    @Test func `a place behind the end of a line is marked there`() {
        #expect(
            Self.diagnostic(column: 90, endColumn: 95).rendered(sourceLines: ["name:"]) == """
                x.yaml:1:90: error: no
                  |
                1 | name:
                  |      ^

                """)
    }

    @Test func `of a long line a part around the place is shown`() {
        let line = String(repeating: "a", count: 200) + "HERE" + String(repeating: "b", count: 200)
        let shown = "…" + String(repeating: "a", count: 55) + "HERE" + String(repeating: "b", count: 51) + "…"
        #expect(
            Self.diagnostic(column: 201, endColumn: 205).rendered(sourceLines: [line]) == """
                x.yaml:1:201: error: no
                  |
                1 | \(shown)
                  | \(String(repeating: " ", count: 56))^^^^

                """)
    }

    @Test func `nothing in a file moves the terminal`() {
        let text = "\u{1B}[2J: \u{202E}x\t\u{7}\nname: n\n"
        let library = ScenarioLibrary.load(text: "name: \"\\e[31m\"\nid: \"\\e]0;x\\a\"\n", file: "x\u{1B}.yaml")
        let shown = Self.diagnostic(column: 1, endColumn: 2).rendered(sourceLines: [text]) + library.rendered()
        let harmful = shown.unicodeScalars.filter { $0.printable != $0 && $0 != "\n" }
        #expect(harmful.isEmpty)
        #expect(shown.contains("\u{FFFD}[2J"))
        #expect(shown.contains("`\u{FFFD}]0;x\u{FFFD}` cannot be an id"))
    }

    @Test func `a long text is cut in a message`() {
        let found = complaints("id: \(String(repeating: "a", count: 300))\n").first { $0.contains("id;") } ?? ""
        #expect(found.hasPrefix("1:5: error: `\(String(repeating: "a", count: 60))…` cannot be an id;"))
    }

    @Test func `a related place in another file is named without its line`() {
        let related = [
            Diagnostic.Related(file: "y.yaml", place: Place(line: 2, column: 3, endColumn: 5), note: "there"),
            Diagnostic.Related(file: "x.yaml", place: Place(line: 2, column: 1, endColumn: 3), note: "here"),
        ]
        #expect(
            Self.diagnostic(column: 1, endColumn: 3, related: related).rendered(sourceLines: ["ab", "cd"]) == """
                x.yaml:1:1: error: no
                  |
                1 | ab
                  | ^^
                y.yaml:2:3: note: there
                x.yaml:2:1: note: here
                  |
                2 | cd
                  | ^^

                """)
    }
}
