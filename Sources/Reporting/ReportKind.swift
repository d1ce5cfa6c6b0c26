public import Journal

/// The kinds of report files.
public enum ReportKind: String, CaseIterable, Sendable {
    /// One JSON object, for programs.
    case json
    /// A page with every scenario's timeline, for people.
    case html

    /// The report of a run as the bytes of a file.
    ///
    /// - Parameter evidence: What belongs to the scenario of a verdict; asked by ``html`` alone.
    public func bytes(of result: RunResult, evidence: (Verdict) -> HTMLReport.Evidence) -> [UInt8] {
        switch self {
        case .json: JSONReport.bytes(of: result)
        case .html: HTMLReport.bytes(of: result, evidence: evidence)
        }
    }
}
