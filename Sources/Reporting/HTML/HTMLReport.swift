package import Journal

/// The interactive report: one page that works without a network.
///
/// The file contains everything: the style, the program that draws, and each scenario's verdict as JSON. The evidence
/// of a run is JSON too, which the page parses when the scenario is selected.
package enum HTMLReport {
    /// The maximum size of the evidence of all runs that did not pass, in bytes.
    static let maxBytesOfFailures = 64 << 20
    /// The maximum size of the evidence of all runs that passed, in bytes.
    static let maxBytesOfPassed = 3 << 20

    /// Returns the page of a run.
    ///
    /// Runs that did not pass have their evidence; passed runs have it as far as space permits.
    ///
    /// - Parameters:
    ///   - result: The run.
    ///   - evidence: Returns the evidence of a verdict; called at most once for each.
    package static func bytes(of result: RunResult, evidence: (Verdict) -> Evidence) -> [UInt8] {
        page(
            title: title(of: result), sums: sums(of: result), report: JSONReport.bytes(of: result),
            failures: result.verdicts.map(failureBlocks), runs: runs(of: result.verdicts, evidence))
    }

    /// Returns the page of a run whose evidence is in scripts beside it.
    ///
    /// - Parameter scripts: The name of the script of each run; nil for a run without one.
    static func page(of result: RunResult, scripts: [String?]) -> [UInt8] {
        var names = JSONText()
        names.openArray()
        for name in scripts { if let name { names.text(name) } else { names.null() } }
        names.closeArray()
        let element = #"<script type="application/json" id="scripts">"#
        return page(
            title: title(of: result), sums: sums(of: result), report: JSONReport.bytes(of: result), failures: [],
            lists: Array(element.utf8) + names.takeBytes() + Array("</script>\n".utf8), runs: [], source: .folder)
    }

    private static func sums(of result: RunResult) -> String {
        ConsoleReport(style: Style(isColoured: false), ids: [], names: []).summary(of: result)
    }

    private static func title(of result: RunResult) -> String {
        result.verdicts.count == 1 ? result.verdicts.map(\.id).joined() : "Rollcall"
    }

    /// Returns the elements with the evidence of runs.
    private static func runs(of verdicts: [Verdict], _ evidence: (Verdict) -> Evidence) -> [UInt8] {
        let isBad = verdicts.map(\.kind.isBad)
        let bad = verdicts.indices.filter { isBad[$0] }
        let good = verdicts.indices.filter { !isBad[$0] }
        // A page about one scenario has its evidence in any case.
        let room = verdicts.count == 1 ? maxBytesOfFailures : maxBytesOfPassed
        return elements(bad, room: maxBytesOfFailures) { evidence(verdicts[$0]) }
            + elements(good, room: room) { evidence(verdicts[$0]) }
    }

    /// Returns the elements of runs, up to the first one that exceeds the space.
    private static func elements(_ indices: [Int], room: Int, _ evidence: (Int) -> Evidence) -> [UInt8] {
        var runs: [UInt8] = []
        for index in indices {
            let json = evidence(index).json
            guard runs.count + json.count <= room else { break }
            runs += element(index, json)
        }
        return runs
    }

    private static func element(_ index: Int, _ json: [UInt8]) -> [UInt8] {
        Array(#"<script type="application/json" id="run-\#(index)">"#.utf8) + json + Array("</script>\n".utf8)
    }

    private static let scripts = [
        PackageResources.text_js, PackageResources.steps_js, PackageResources.timeline_js, PackageResources.drawing_js,
        PackageResources.shapes_js, PackageResources.overview_js, PackageResources.state_js,
        PackageResources.packets_js, PackageResources.compare_js, PackageResources.records_js,
        PackageResources.workbench_js,
        PackageResources.details_js, PackageResources.list_js, PackageResources.page_js,
    ]

    /// The source of a page's evidence.
    private enum EvidenceSource {
        /// The page itself.
        case whole
        /// Scripts beside the page.
        case folder
        /// A service.
        case live
    }

    private static func page(
        title: String, sums: String, report: [UInt8], failures: [[UInt8]], lists: [UInt8] = [], runs: [UInt8],
        source: EvidenceSource = .whole
    ) -> [UInt8] {
        var page = PageTemplate(PackageResources.page_html)
        page.set("title", text: title)
        page.set("sums", text: sums)
        page.set("style", raw: PackageResources.report_css)
        let own: [[UInt8]] =
            switch source {
            case .whole: []
            case .folder: [PackageResources.folder_js]
            case .live: [PackageResources.live_js]
            }
        page.set("script", raw: (scripts + own + [PackageResources.start_js]).flatMap(\.self))
        page.set("scripts", raw: Array((source == .folder ? " 'self' file:" : "").utf8))
        page.set("sources", raw: Array((source == .live ? "; connect-src 'self'" : "").utf8))
        page.set("report", raw: report.withoutMarkup)
        page.set("failures", raw: Array("[".utf8) + failures.joined(separator: Array(",".utf8)) + Array("]".utf8))
        page.set("lists", raw: lists)
        page.set("runs", raw: runs)
        return page.filled
    }

    /// Returns the page of a service, which requests its scenarios, runs and verdicts there.
    package static func livePage(title: String) -> [UInt8] {
        page(
            title: title, sums: "", report: Array(#"{"scenarios":[]}"#.utf8), failures: [], runs: [], source: .live)
    }

    /// Returns the page of a capture, which may be from any source.
    ///
    /// - Parameters:
    ///   - name: The name of the capture.
    ///   - file: The path of the capture.
    ///   - seconds: The duration of the capture.
    ///   - count: The number of packets.
    ///   - evidence: The packets, and the journal of the run if there is one.
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
        return page(
            title: name, sums: "", report: report.takeBytes(), failures: [Array("[]".utf8)],
            runs: element(0, evidence.json))
    }

    /// Returns the blocks of a failure as a JSON array; empty for a scenario that passed.
    package static func failureBlocks(of verdict: Verdict) -> [UInt8] {
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
}
