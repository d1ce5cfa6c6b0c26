import Testing

@testable import Journal
@testable import Reporting

@Suite struct FolderReportTests {
    private let hostile = "</script> & \" ' \\ \\u003c \u{2028} ${1} `"

    private func result(_ kinds: [Verdict.Kind]) -> RunResult {
        let verdicts = kinds.enumerated().map { index, kind in
            Verdict(kind, id: "A-\(index)", name: hostile, file: "a.yaml", seed: 1, covers: [])
        }
        return RunResult(version: "1", verdicts: verdicts, selected: kinds.count, wallSeconds: 1)
    }

    /// Returns the files of a report, in the order in which they are written.
    private func files(
        _ kinds: [Verdict.Kind], _ evidence: HTMLReport.Evidence = .init()
    ) -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        FolderReport.write(result(kinds), evidence: { _ in evidence }, { files.append(($0, $1)) })
        return files
    }

    @Test func `runs that did not pass are written first, and the page last`() {
        let paths = files([.passed, .failed, .passed, .crashed]).map(\.path)
        #expect(paths == ["runs/run-1.js", "runs/run-3.js", "runs/run-0.js", "runs/run-2.js", "index.html"])
        #expect(
            ["run-0.js", "run-17.js", "run-.js", "run-1.js.bak", "index.html"].map(FolderReport.isScript)
                == [true, true, false, false, false])
    }

    @Test func `the page names the scripts, and holds no evidence`() throws {
        let mark = "a line of the journal"
        let files = files([.passed, .failed], HTMLReport.Evidence(journal: Array(#"{"kind":"\#(mark)"}"#.utf8)))
        let page = String(decoding: try #require(files.last).bytes, as: UTF8.self)
        #expect(page.contains(#"<script type="application/json" id="scripts">["run-0.js","run-1.js"]</script>"#))
        #expect(page.contains("script-src 'unsafe-inline' 'self' file:;"))
        #expect(!page.contains(mark) && page.utf8.count < 200_000)
        #expect(String(decoding: files[0].bytes, as: UTF8.self).contains(mark))
    }

    @Test func `evidence of any content is one argument that parses to what it was`() throws {
        let evidence = HTMLReport.Evidence(source: Array(hostile.utf8), journal: Array("{\"a\":1}\n{\"b\":\"'\"}".utf8))
        let script = String(decoding: files([.failed], evidence)[0].bytes, as: UTF8.self)
        let start = "deliver(0,'"
        #expect(script.hasPrefix(start) && script.hasSuffix("');\n"))
        #expect(!script.contains("<"))
        var text = ""
        var isEscaped = false
        for character in script.dropFirst(start.count).dropLast(4) {
            isEscaped.toggle()
            guard !isEscaped || character != "\\" else { continue }
            #expect(!isEscaped || character != "'", "the argument ends early")
            text.append(character)
            isEscaped = false
        }
        let run = try #require(try JSON(parsing: Array(text.utf8))["run"])
        #expect(run["source"]?.text == hostile)
        #expect(run["journal"]?.elements?.count == 2)
    }

    @Test func `passed runs have scripts as far as there is room, and failures always`() {
        let large = HTMLReport.Evidence(source: [UInt8](repeating: 97, count: 1 << 20))
        let paths = files([.passed, .passed, .passed, .failed, .failed, .failed, .failed], large).map(\.path)
        #expect(paths == (3...6).map { "runs/run-\($0).js" } + ["runs/run-0.js", "runs/run-1.js", "index.html"])
        #expect(files([.passed], .init(source: [UInt8](repeating: 97, count: 5 << 20))).count == 2)
    }
}
