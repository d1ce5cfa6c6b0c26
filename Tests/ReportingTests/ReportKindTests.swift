import Foundation
import FoundationXML
import Testing

@testable import Journal
@testable import Reporting

/// The reports in other people's formats, also where names, reasons and output try to break them.
@Suite struct ReportKindTests {
    /// Texts that a name, an output or a packet may contain in order to forge a part of the report.
    static let hostile = [
        "]]> <![CDATA[ <x a=\"'&amp;'\"> &#0;", "a\nnot ok 2 - b\n1..0\nBail out!", "x # SKIP \\# TODO",
        "::error::x\n::set-output name=a::b\r\n##[error]c%0A%25,:", "| a | **b** | `c` | [d](e) | <b> | &lt;",
        "```\n````\n# head\n", "\u{0}\u{1}\u{8}\u{1B}[31m\u{7F}\u{85}\u{FFFE}\u{FFFF}\u{2028}\u{202E}x",
        "---\n...\n  key: [",
    ]

    private func verdict(_ kind: Verdict.Kind, _ id: String, name: String = "A name") -> Verdict {
        var verdict = Verdict(kind, id: id, name: name, file: "S/\(id).yaml", seed: 7, covers: ["S-1"])
        verdict.wallSeconds = 0.25
        guard kind != .passed else { return verdict }
        var failure = Verdict.Failure("it was \(name)")
        (failure.line, failure.column, failure.step) = (3, 5, 2)
        (failure.expected, failure.actual) = ("expected \(name)", "actual \(name)")
        failure.output = [name]
        failure.replay = "rollcall run \(name)"
        verdict.failure = failure
        return verdict
    }

    private func result(_ verdicts: [Verdict], selected: Int? = nil) -> RunResult {
        RunResult(version: "1.2.3", verdicts: verdicts, selected: selected ?? verdicts.count, wallSeconds: 0.5)
    }

    private func text(_ kind: ReportKind, _ result: RunResult) -> String {
        let evidence = HTMLReport.Evidence(source: [], journal: [], packets: [])
        return String(decoding: kind.bytes(of: result) { _ in evidence }, as: UTF8.self)
    }

    // MARK: JSON

    @Test func `a report is read back as it was`() throws {
        let result = result(Self.hostile.map { verdict(.failed, "A", name: $0) }, selected: 11)
        #expect(try JSONReport.result(from: JSONReport.bytes(of: result)) == result)
    }

    @Test(arguments: [
        ("", "it is not JSON (a value is missing at byte 0)"), ("{", "it is not JSON (a name is missing at byte 1)"),
        ("[]", "it is not a report of `rollcall run --report json=FILE`: it has no `schemaVersion`"),
        (#"{"schemaVersion":2}"#, "its shape is version 2, and this rollcall reads version 1"),
        (
            #"{"schemaVersion":1}"#,
            "it is not a report of `rollcall run --report json=FILE`: it has no `totals.selected`"
        ),
        (#"{"schemaVersion":1,"totals":{"selected":-1}}"#, "has no `totals.selected`"),
        (#"{"schemaVersion":1,"totals":{"selected":1}}"#, "has no `scenarios`"),
        (
            #"{"schemaVersion":1,"totals":{"selected":1},"scenarios":[{"id":1}]}"#,
            "`id` of its scenario number 1 is missing or wrong"
        ),
    ]) func `an invalid report request fails with a reason`(_ text: String, _ message: String) {
        do throws(ReportError) {
            _ = try JSONReport.result(from: Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect("\(error)".hasSuffix(message), "\(error)")
        }
    }

    // MARK: Console

    @Test(arguments: hostile) func `no text in a log is a command to GitHub`(_ text: String) {
        var verdict = verdict(.failed, text, name: text)
        verdict.file = "S/\(text).yaml"
        let report = ConsoleReport(style: Style(isColoured: false), ids: [], names: []).text(of: verdict)
        for line in report.split(separator: "\n") {
            let words = line.drop { $0 == " " || $0 == "\t" }
            #expect(!words.hasPrefix("::") && !words.hasPrefix("##["), "\(line)")
        }
    }

    // MARK: TAP

    @Test func `every scenario is a test point, and a failure has its details`() {
        let text = text(.tap, result([verdict(.passed, "A"), verdict(.hung, "B")], selected: 3))
        #expect(
            text.hasPrefix(
                "TAP version 14\n1..3\nok 1 - A A name\nnot ok 2 - B A name\n  ---\n  message: \"it was A name\"\n"))
        #expect(text.contains("  line: 3\n") && text.contains("  severity: \"hung\"\n"))
        #expect(text.hasSuffix("  ...\nBail out! 1 scenario was not run\n"))
    }

    @Test(arguments: hostile) func `no text adds or skips a test point`(_ text: String) {
        let report = self.text(.tap, result([verdict(.failed, "A", name: text), verdict(.passed, "B", name: text)]))
        let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
        let points = lines.filter { !$0.hasPrefix("  ") && !$0.isEmpty }
        #expect(points.count == 4, "\(report)")
        #expect(points.last?.wholeMatch(of: /ok 2 - B .*/) != nil)
        #expect(points.allSatisfy { $0.matches(of: /(^|[^\\])#/).isEmpty }, "\(report)")
    }

    // MARK: GitHub

    @Test func `a failure is an annotation at its line`() {
        let text = text(.github, result([verdict(.failed, "A"), verdict(.passed, "B")]))
        #expect(
            text == """
                ::error file=S/A.yaml,line=3,col=5,title=A failed%3A A name::it was A name%0Aexpected  expected A name\
                %0Aactual    actual A name%0Athe last of the output:%0A  A name%0Aagain:  rollcall run A name\n
                """)
    }

    @Test(arguments: hostile) func `no text is a command of its own`(_ text: String) {
        let report = self.text(.github, result([verdict(.failed, text, name: text)]))
        #expect(report.split(whereSeparator: \.isNewline).count == 1)
        let properties = report.dropFirst("::error ".count).prefix { $0 != ":" }
        #expect(
            properties.split(separator: ",").map { String($0.prefix { $0 != "=" }) } == [
                "file", "line", "col", "title",
            ])
    }

    @Test func `too many failures are counted`() {
        let text = text(.github, result((0..<60).map { verdict(.failed, "A\($0)") }))
        #expect(text.split(separator: "\n").count == 51 && text.hasSuffix("::error::10 more scenarios did not pass\n"))
    }

    // MARK: Markdown

    @Test func `the summary has the sums, the failures and every scenario`() {
        let text = text(.markdown, result([verdict(.failed, "A"), verdict(.passed, "B")]))
        #expect(text.hasPrefix("# Rollcall: not all passed\n\n1 passed, 1 failed of 2 scenarios: "))
        #expect(text.contains("\n### A: A name\n\nfailed, seed 7\n\n```text\nS/A.yaml:3:5: step 2: it was A name\n"))
        #expect(text.contains("\n| passed | B | A name | 0.000 s | 250.0 ms | 0 |\n"))
    }

    @Test(arguments: hostile) func `no text leaves its cell or its block`(_ text: String) throws {
        let report = self.text(
            .markdown, result([verdict(.failed, "A", name: text), verdict(.passed, "B", name: text)]))
        let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
        let fence = try #require(lines.first { $0.hasPrefix("```") && $0.hasSuffix("text") }).dropLast(4)
        #expect(lines.count { $0.hasPrefix(fence) } == 2, "\(report)")
        let rows = lines.drop { $0 != "## Scenarios" }.filter { $0.hasPrefix("|") }.dropFirst(2)
        #expect(rows.count == 2 && rows.allSatisfy { $0.replacing(/\\./, with: "").filter { $0 == "|" }.count == 7 })
        #expect(
            rows.allSatisfy {
                !$0.contains("<") && $0.replacing(/\\./, with: "").filter { "`*[]".contains($0) }.isEmpty
            })
    }

    @Test func `a summary has room for the summary of a job`() {
        let verdicts = (0..<20_000).map { verdict(.failed, "A\($0)", name: String(repeating: "x", count: 150)) }
        let text = text(.markdown, result(verdicts))
        #expect(text.utf8.count <= MarkdownReport.defaultLimit)
        #expect(text.contains(" failures more: see the other reports\n") && text.hasSuffix(" scenarios more\n"))
    }

    // MARK: JUnit

    private func xml(_ result: RunResult) throws -> XMLElement {
        try #require(try XMLDocument(data: Data(JUnitReport.bytes(of: result))).rootElement())
    }

    @Test func `a folder is a suite, and a scenario is a case with its failure`() throws {
        var elsewhere = verdict(.crashed, "C")
        elsewhere.file = "/abs/T/c.yaml"
        let root = try xml(result([verdict(.failed, "A"), verdict(.passed, "B"), elsewhere]))
        #expect(root.attribute(forName: "failures")?.stringValue == "1")
        #expect(root.attribute(forName: "errors")?.stringValue == "1")
        let suites = root.elements(forName: "testsuite")
        #expect(suites.map { $0.attribute(forName: "name")?.stringValue } == ["S", "/abs/T"])
        let first = try #require(suites.first?.elements(forName: "testcase").first)
        #expect(first.attribute(forName: "name")?.stringValue == "A: A name")
        #expect(
            first.attribute(forName: "line")?.stringValue == "3"
                && first.attribute(forName: "time")?.stringValue == "0.250")
        #expect(first.elements(forName: "failure").first?.attribute(forName: "message")?.stringValue == "it was A name")
        #expect(suites.last?.elements(forName: "testcase").first?.elements(forName: "error").count == 1)
    }

    @Test(arguments: hostile) func `no text is markup, and none is a character that XML cannot hold`(_ text: String)
        throws
    {
        let result = result([verdict(.failed, "A", name: text)])
        let bytes = JUnitReport.bytes(of: result)
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        #expect(scalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" })
        #expect(!scalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF })
        let element = try #require(
            try xml(result).elements(forName: "testsuite").first?.elements(forName: "testcase").first)
        #expect(element.children?.compactMap(\.name) == ["properties", "failure", "system-out"])
        let name = element.attribute(forName: "name")?.stringValue
        let isPlain = text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "\n" }
        if isPlain { #expect(name == "A: \(text)") }
    }

    /// Returns a report as Python's parser, which is expat, reads it: tags, attributes and texts, a line each.
    private static let reader = """
        import sys, xml.etree.ElementTree as tree
        for element in tree.parse(sys.stdin.buffer).iter():
            print(element.tag, sorted(element.attrib.items()), repr(element.text))
        """

    @Test func `a parser of another make reads names and texts as they were`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.reader]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let name = "a\t\"<&'>]]>\nb é 😀"
        input.fileHandleForWriting.write(Data(JUnitReport.bytes(of: result([verdict(.failed, "A", name: name)]))))
        try input.fileHandleForWriting.close()
        let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(read.contains(#"('name', 'A: a\t"<&\'>]]>\nb é 😀')"#), "\(read)")
        #expect(read.contains(#"system-out [] 'a\t"<&\'>]]>\nb é 😀'"#), "\(read)")
    }
}
