import Testing
import YAML

@testable import ScenarioLanguage

/// Problems in their order, and the words and lines in them.
@Suite struct ProblemTests {
    private static func place(_ line: Int, _ column: Int) -> Place {
        Place(line: line, column: column, endColumn: column + 1)
    }

    @Test func `problems are in the order of the file, and those of other files behind them`() {
        var problems = Problems(file: "a", limit: 9)
        #expect(problems.isEmpty)
        problems.report("z", at: Self.place(2, 1), in: "z")
        problems.report("late", at: Self.place(3, 1))
        problems.report("b", at: Self.place(1, 1), in: "b")
        problems.report("right", at: Self.place(1, 9))
        problems.report("left", at: Self.place(1, 2))
        problems.report("left too", at: Self.place(1, 2), suggestion: "do this")
        problems.report("z first", at: Self.place(1, 1), in: "z")
        #expect(!problems.isEmpty && problems.count == 7)
        #expect(
            problems.inOrder().map(\.description) == [
                "a:1:2: error: left", "a:1:2: error: left too; do this", "a:1:9: error: right", "a:3:1: error: late",
                "z:1:1: error: z first", "z:2:1: error: z", "b:1:1: error: b",
            ])
    }

    @Test func `a problem is reported once, and counted each time`() {
        var problems = Problems(file: "a", limit: 9)
        problems.report("x", at: Self.place(1, 1))
        problems.report("x", at: Self.place(1, 1), suggestion: "again")
        problems.report("x", at: Self.place(1, 2))
        problems.report("x", at: Self.place(1, 1), in: "b")
        problems.report("y", at: nil)
        problems.report("y", at: nil)
        problems.pass()
        #expect(problems.count == 7)
        #expect(
            problems.all.map(\.description) == ["a:1:1: error: x", "a:1:2: error: x", "b:1:1: error: x", "a: error: y"])
    }

    @Test func `a problem that is known from another file is not repeated`() {
        var problems = Problems(file: "a", limit: 9)
        problems.know([
            Diagnostic(file: "b", place: Self.place(1, 1), message: "x"),
            Diagnostic(file: "b", place: nil, message: "y"),
        ])
        problems.report("x", at: Self.place(1, 1), in: "b")
        problems.report("y", at: nil, in: "b")
        #expect(problems.isEmpty && problems.count == 2)
        problems.report("x", at: Self.place(1, 1))
        #expect(problems.all.count == 1)
    }

    @Test(
        arguments: [
            (2, []), (3, ["a: error: there is 1 more problem in this file; 2 are shown"]),
            (4, ["a: error: there are 2 more problems in this file; 2 are shown"]),
        ] as [(Int, [String])])
    func `problems above the limit are counted`(_ count: Int, _ note: [String]) {
        var problems = Problems(file: "a", limit: 2)
        for line in 1...count { problems.report("x", at: Self.place(line, 1)) }
        problems.report("x", at: Self.place(1, 1))
        #expect(problems.inOrder().map(\.description) == ["a:1:1: error: x", "a:2:1: error: x"] + note)
    }

    @Test func `places are columns of one line`() {
        #expect(Place(line: 1, column: 5, endColumn: 3) == Place(line: 1, column: 5, endColumn: 5))
        #expect(Place.start == Place(line: 1, column: 1, endColumn: 1))
        let one = YAMLNode(.scalar(.init("a")), start: Mark(line: 2, column: 3), end: Mark(line: 2, column: 7))
        #expect(Place(one) == Place(line: 2, column: 3, endColumn: 7))
        let several = YAMLNode(.sequence([]), start: Mark(line: 2, column: 3), end: Mark(line: 4, column: 7))
        #expect(Place(several) == Place(line: 2, column: 3, endColumn: 3))
        #expect(Place(Mark(line: 2, column: 3)) == Place(line: 2, column: 3, endColumn: 3))
    }

    // MARK: Lines

    private func frame(_ line: String, _ column: Int, _ endColumn: Int, label: String? = nil) -> [String] {
        let place = Place(line: 1, column: column, endColumn: endColumn)
        let text = SourceFrame(place: place, label: label, lines: [line])?.text ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `a line of 110 columns is shown whole, and of a longer one a part`() {
        let whole = String(repeating: "a", count: 110)
        #expect(frame(whole, 110, 111) == ["  |", "1 | \(whole)", "  | \(String(repeating: " ", count: 109))^", ""])
        let marked = String(repeating: " ", count: 55)
        #expect(
            frame("b" + whole, 57, 58) == ["  |", "1 | …\(whole)", "  | \(marked) ^", ""])
        #expect(frame(whole + "b", 1, 2) == ["  |", "1 | \(whole)…", "  | ^", ""])
        #expect(
            frame(whole + whole + whole, 300, 999)[2]
                == "  | \(String(repeating: " ", count: 80))\(String(repeating: "^", count: 31))")
    }

    @Test func `a mark has at least one column and ends with the line`() {
        #expect(frame("abc", 2, 2)[2] == "  |  ^")
        #expect(frame("abc", 2, 9)[2] == "  |  ^^")
        #expect(frame("abc", 9, 12)[2] == "  |    ^")
        #expect(frame("", 1, 1) == ["  |", "1 | ", "  | ^", ""])
    }

    @Test func `a label of 200 characters is shown whole`() {
        let label = String(repeating: "x", count: 200)
        #expect(frame("a", 1, 2, label: label)[2] == "  | ^ \(label)")
        #expect(frame("a", 1, 2, label: label + "y")[2] == "  | ^ \(label) …")
    }

    @Test func `a frame is of a line that there is`() {
        #expect(SourceFrame(place: Place(line: 0, column: 1, endColumn: 1), label: nil, lines: ["a"]) == nil)
        #expect(SourceFrame(place: Place(line: 3, column: 1, endColumn: 1), label: nil, lines: ["a", "b"]) == nil)
        let last = SourceFrame(
            place: Place(line: 10, column: 1, endColumn: 1), label: nil, lines: Array(repeating: "a", count: 10))
        #expect(last?.text == "   |\n10 | a\n   | ^\n")
    }

    @Test func `a related place has no label, and one without its file no line`() {
        let related = Diagnostic.Related(file: "b", place: Self.place(1, 2), note: "here")
        let problem = Diagnostic(
            file: "a", place: Self.place(1, 1), message: "no", suggestion: "do", related: [related])
        #expect(
            problem.rendered(in: ["b": ["xyz"]])
                == "a:1:1: error: no\n  = do\nb:1:2: note: here\n  |\n1 | xyz\n  |  ^\n")
        #expect(problem.description == "a:1:1: error: no; do")
    }

    // MARK: Words

    @Test(arguments: [
        ("\u{9}", " "), ("\u{0}", "\u{FFFD}"), ("\u{7F}", "\u{FFFD}"), ("\u{200B}", "\u{FFFD}"),
        ("\u{2028}", "\u{FFFD}"),
        ("\u{2029}", "\u{FFFD}"), ("\u{378}", "\u{FFFD}"), ("\u{E000}", "\u{FFFD}"), ("é", "é"), ("語", "語"), ("~", "~"),
        (" ", " "),
    ])
    func `what is not printable has a substitute`(_ text: String, _ printable: String) {
        #expect(text.printable == printable)
        #expect("a\(text)".quoted == "`a\(printable)`")
    }

    @Test func `a text of 60 characters is quoted whole`() {
        let text = String(repeating: "é", count: 60)
        #expect(text.quoted == "`\(text)`")
        #expect((text + "x").quoted == "`\(text)…`")
        #expect("".quoted == "``")
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "axc", 1), ("abc", "ac", 1),
        ("ac", "abc", 1),
        ("abc", "acb", 1), ("abc", "bac", 1), ("abcd", "badc", 2), ("ab", "cd", 2), ("kitten", "sitting", 3),
        ("ca", "abc", 3),
        ("abcdef", "fedcba", 5),
    ])
    func `the distance of two words is the number of changes`(_ one: String, _ other: String, _ distance: Int) {
        #expect(Spelling.distance(from: Array(one.unicodeScalars), to: Array(other.unicodeScalars)) == distance)
        #expect(Spelling.distance(from: Array(other.unicodeScalars), to: Array(one.unicodeScalars)) == distance)
    }

    @Test(
        arguments: [
            ("ab", ["ac"], nil), ("abc", ["abd"], "abd"), ("abc", ["ade"], nil), ("abcdef", ["abcdxy"], "abcdxy"),
            ("abcdef", ["abcxyz"], nil), ("abcdefghi", ["abcdefxyz"], "abcdefxyz"),
            ("abcdefghijkl", ["abcdefghwxyz"], nil),
            ("abc", ["abc"], nil), ("123", ["124"], nil), ("1a3", ["1a4"], "1a4"), ("xbc", ["abc", "xbd"], "xbd"),
            ("xbc", ["xbd", "abc"], "xbd"),
            ("abcdef", ["abcdxy", "abcdex"], "abcdex"), ("abcdef", ["abcdex", "abcdxy"], "abcdex"),
            ("abcx", ["abcd", "abce"], "abcd"),
            ("ABC", ["abc"], "abc"), ("abcdef", [], nil),
        ] as [(String, [String], String?)])
    func `the nearest word is the first one within a third of its letters`(
        _ word: String, _ words: [String], _ nearest: String?
    ) {
        #expect(Spelling.nearest(to: word, in: words) == nearest)
    }

    @Test func `a list of words names at most twelve`() {
        let words = (1...13).map { "w\($0)" }
        #expect(Spelling.list([], joinedBy: "or") == "")
        #expect(Spelling.list(["a"], joinedBy: "or") == "`a`")
        #expect(Spelling.list(["a", "b"], joinedBy: "and") == "`a` and `b`")
        #expect(Spelling.list(["a", "b", "c"], joinedBy: "or") == "`a`, `b` or `c`")
        let eleven = words.prefix(11).map { "`\($0)`" }.joined(separator: ", ")
        #expect(Spelling.list(Array(words.prefix(12)), joinedBy: "or") == "\(eleven) or `w12`")
        #expect(Spelling.list(words, joinedBy: "or") == "\(eleven), `w12` and 1 more")
        #expect(Spelling.suggestion(for: "zzz", in: ["abc", "def"]) == "it can be `abc` or `def`")
        #expect(Spelling.suggestion(for: "abd", in: ["abc", "def"]) == "did you mean `abc`?")
        #expect(Spelling.suggestion(for: "abd", in: []) == nil)
    }

    @Test(arguments: [
        ("a/b.yaml", "c.yaml", "a/c.yaml"), ("b.yaml", "c.yaml", "c.yaml"), ("/b.yaml", "c.yaml", "/c.yaml"),
        ("/a/b", "../c", "/c"),
        ("a/b/x", "../c", "a/c"), ("a/x", "../../c", "../c"), ("x", "../c", "../c"), ("../x", "../c", "../../c"),
        ("a/x", "./c", "a/c"),
        ("a/x", "b//c", "a/b/c"), ("./x", "../c", "./../c"), ("a/b/x", "c/../d/e", "a/b/d/e"),
    ])
    func `a file is named from the folder of another one`(_ file: String, _ name: String, _ path: String) {
        #expect(FilePath.joined(file, name) == path)
    }

    @Test(
        arguments: [
            ("a", [Template.Piece.text("a")], nil), ("", [], nil), ("${a}", [.name("a")], "a"),
            ("$a", [.text("$a")], nil),
            ("$${a}", [.text("${a}")], nil), ("$$${a}", [.text("$${a}")], nil),
            ("x${a}${b-1}y", [.text("x"), .name("a"), .name("b-1"), .text("y")], nil),
            ("a$", [.text("a$")], nil), ("$${${a}}", [.text("${"), .name("a"), .text("}")], nil),
            ("$$", [.text("$$")], nil),
        ] as [(String, [Template.Piece], String?)])
    func `a text has names between braces`(_ text: String, _ pieces: [Template.Piece], _ only: String?) throws {
        let template = try Template(text)
        #expect(template.pieces == pieces)
        #expect(template.only == only)
    }

    @Test func `a template is written with its names, and what is no name is refused`() throws {
        #expect(try Template("x${a}$${b}").description == "x${a}${b}")
        #expect(throws: Template.Flaw.unclosed) { try Template("a${b") }
        #expect(throws: Template.Flaw.noName("")) { try Template("${}") }
        #expect(throws: Template.Flaw.noName("5a")) { try Template("${5a}") }
        #expect(throws: Template.Flaw.noName("a")) { try Template("${a}", isName: { $0 == "b" }) }
        #expect(Template.isLikely("a${") && !Template.isLikely("$a {") && !Template.isLikely(""))
    }
}
