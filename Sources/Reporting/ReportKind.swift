package import Journal

/// The kinds of reports.
package enum ReportKind: String, CaseIterable, Sendable {
    /// One JSON object, for programs and for merging.
    case json
    /// JUnit's XML, which CI systems read.
    case junit
    /// The Test Anything Protocol, version 14.
    case tap
    /// Annotations of GitHub Actions at the failed lines.
    case github
    /// A table and the failures in Markdown.
    case markdown
    /// A page with every scenario's timeline.
    case html

    /// Returns the report of a run as the bytes of a file.
    ///
    /// - Parameter evidence: Returns the source, journal and packets of a scenario; only ``html`` calls it.
    package func bytes(of result: RunResult, evidence: (Verdict) -> HTMLReport.Evidence) -> [UInt8] {
        switch self {
        case .json: JSONReport.bytes(of: result)
        case .junit: JUnitReport.bytes(of: result)
        case .tap: Array(TAPReport.text(of: result).utf8)
        case .github: Array(GitHubReport.annotations(of: result).utf8)
        case .markdown: Array(MarkdownReport.text(of: result).utf8)
        case .html: HTMLReport.bytes(of: result, evidence: evidence)
        }
    }
}
