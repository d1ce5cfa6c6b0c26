package import Journal

/// The report for people who want to see what happened: one page that works without a network.
///
/// Everything is in the file: the style, the program that draws, and each scenario's verdict, source, journal and
/// packets as JSON, which the page reads when the scenario is chosen.
package enum HTMLReport {
    /// The evidence of a run beside its verdict; empty parts are not shown.
    package struct Evidence: Hashable, Sendable {
        /// The text of the scenario's file.
        package var source: [UInt8]
        /// The journal, an entry a line.
        package var journal: [UInt8]
        /// The packets of the capture, a JSON object a line, as `rollcall inspect --json` writes them.
        package var packets: [UInt8]
        /// Why there is no journal and no packet to show; nil when there may be some.
        package var absence: String?

        /// Makes the evidence of a run.
        package init(source: [UInt8] = [], journal: [UInt8] = [], packets: [UInt8] = [], absence: String? = nil) {
            self.source = source
            self.journal = journal
            self.packets = packets
            self.absence = absence
        }
    }

    /// How many lines of a journal, and of the packets, the page takes; of more, the first and the last half.
    static let mostLines = 60_000

    /// The page of a run.
    ///
    /// - Parameters:
    ///   - result: The run.
    ///   - evidence: Returns the evidence of a verdict; called once for each.
    package static func bytes(of result: RunResult, evidence: (Verdict) -> Evidence) -> [UInt8] {
        let sums = ConsoleReport(style: Style(isColoured: false), ids: [], names: []).summary(of: result)
        return page(
            title: result.verdicts.count == 1 ? result.verdicts.map(\.id).joined() : "Rollcall", sums: sums,
            report: JSONReport.bytes(of: result), failures: result.verdicts.map(failureBlocks)
        ) { evidence(result.verdicts[$0]) }
    }

    private static func page(
        title: String, sums: String, report: [UInt8], failures: [[UInt8]], evidence: (Int) -> Evidence
    ) -> [UInt8] {
        var page = PageTemplate(PackageResources.page_html)
        page.set("title", text: title)
        page.set("sums", text: sums)
        page.set("style", raw: PackageResources.report_css)
        page.set(
            "script",
            raw: PackageResources.timeline_js + PackageResources.drawing_js + PackageResources.page_js)
        page.set("report", raw: report.withoutMarkup)
        page.set("failures", raw: Array("[".utf8) + failures.joined(separator: Array(",".utf8)) + Array("]".utf8))
        var runs: [UInt8] = []
        for index in failures.indices {
            runs += Array(#"<script type="application/json" id="run-\#(index)">"#.utf8)
            runs += json(of: evidence(index)).withoutMarkup
            runs += Array("</script>\n".utf8)
        }
        page.set("runs", raw: runs)
        return page.filled
    }

    /// The page of a capture that no run need have made.
    ///
    /// - Parameters:
    ///   - name: The name of the capture.
    ///   - file: Where it lies.
    ///   - seconds: How long it lasts.
    ///   - count: How many packets it has.
    ///   - evidence: Its packets, and the journal of its run where there is one.
    package static func bytes(
        ofCapture name: String, file: String, seconds: Double, packets count: Int, evidence: Evidence
    ) -> [UInt8] {
        var report = JSONText()
        report.openObject()
        report.key("scenarios")
        report.openArray()
        report.openObject()
        report.field("id", name)
        report.field("name", "what the capture says")
        report.field("file", file)
        report.field("virtualSeconds", seconds: seconds)
        report.field("datagramsSent", count)
        report.field("covers", [String]())
        report.closeObject()
        report.closeArray()
        report.closeObject()
        return page(title: name, sums: "", report: report.takeBytes(), failures: [Array("[]".utf8)]) { _ in evidence }
    }

    /// The blocks of a failure as an array, empty for a scenario that passed.
    private static func failureBlocks(of verdict: Verdict) -> [UInt8] {
        var json = JSONText()
        json.openArray()
        for block in verdict.failure.map({ FailureModel($0, of: verdict).blocks }) ?? [] {
            json.openObject()
            json.field("title", block.title)
            json.field("lines", block.lines)
            json.closeObject()
        }
        json.closeArray()
        return json.takeBytes().withoutMarkup
    }

    private static func json(of evidence: Evidence) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        if !evidence.source.isEmpty { json.field("source", String(decoding: evidence.source, as: UTF8.self)) }
        json.field("absence", evidence.absence)
        json.key("journal")
        write(evidence.journal, to: &json)
        json.key("packets")
        write(evidence.packets, to: &json)
        json.closeObject()
        return json.takeBytes()
    }

    /// Lines that are JSON objects, as an array; of too many, those in the middle are left out.
    private static func write(_ text: [UInt8], to json: inout JSONText) {
        let lines = text.split(separator: UInt8(ascii: "\n"))
        json.openArray()
        if lines.count <= mostLines {
            for line in lines { json.raw(line) }
        } else {
            for line in lines.prefix(mostLines / 2) { json.raw(line) }
            json.openObject()
            json.field("kind", "log")
            json.field("time", 0)
            json.field("name", "\(lines.count - mostLines / 2 * 2) lines are left out here")
            json.closeObject()
            for line in lines.suffix(mostLines / 2) { json.raw(line) }
        }
        json.closeArray()
    }
}

extension [UInt8] {
    /// JSON without a character that could end the script element around it; only strings can hold one.
    fileprivate var withoutMarkup: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 64)
        for byte in self {
            if byte == UInt8(ascii: "<") { result += Array(#"\u003c"#.utf8) } else { result.append(byte) }
        }
        return result
    }
}
