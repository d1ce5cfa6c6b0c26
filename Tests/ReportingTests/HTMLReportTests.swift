import Testing

@testable import Journal
@testable import Reporting

@Suite struct HTMLReportTests {
    private let hostile = "</script><script>alert(1)</script><!-- & \" ' {{script}} \u{202E}"

    private func page(_ evidence: HTMLReport.Evidence) -> String {
        let verdict = Verdict(.passed, id: "A", name: hostile, file: hostile, seed: 1, covers: [])
        let result = RunResult(version: hostile, verdicts: [verdict], selected: 1, wallSeconds: 0.5)
        return String(decoding: HTMLReport.bytes(of: result) { _ in evidence }, as: UTF8.self)
    }

    private func count(_ part: String, in text: String) -> Int { text.split(separator: part).count - 1 }

    @Test func `no text of a scenario, a journal or a packet can end its element`() {
        var json = JSONText()
        json.openObject()
        json.field("kind", hostile)
        json.closeObject()
        let line = json.takeBytes()
        let quiet = page(HTMLReport.Evidence())
        let loud = page(HTMLReport.Evidence(source: Array(hostile.utf8), journal: line, packets: line))
        #expect(count("<", in: loud) == count("<", in: quiet))
        #expect(!loud.contains("<script>alert"))
        #expect(loud.contains(#"\u003c/script>\u003cscript>alert(1)"#))
    }

    @Test func `a place of the template takes text as text and raw bytes as they are`() {
        var page = PageTemplate(Array("a{{text}}b{{raw}}c{{nothing}}d".utf8))
        page.set("text", text: "<&>\"{{raw}}")
        page.set("raw", raw: Array("<b>".utf8))
        #expect(String(decoding: page.filled, as: UTF8.self) == "a&lt;&amp;&gt;&quot;{{raw}}b<b>cd")
    }

    @Test func `of a journal that is too long the first and the last half are shown`() {
        let lines = (0..<HTMLReport.maxLines + 10).map { "{\"number\":\($0)}" }.joined(separator: "\n")
        let text = page(HTMLReport.Evidence(journal: Array(lines.utf8)))
        #expect(text.contains("10 lines are left out here"))
        #expect(text.contains("{\"number\":0}"))
        #expect(text.contains("{\"number\":\(HTMLReport.maxLines + 9)}"))
        #expect(!text.contains("{\"number\":\(HTMLReport.maxLines / 2 + 5)}"))
    }

    @Test func `nothing of the page is fetched`() {
        let text = page(HTMLReport.Evidence())
        #expect(!text.contains(" src=") && !text.contains("@import") && !text.contains("url("))
        #expect(text.contains("default-src 'none'"))
    }
}
