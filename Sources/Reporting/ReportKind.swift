/// The kinds of report files.
public enum ReportKind: String, CaseIterable, Sendable {
    /// One JSON object, for programs.
    case json

    /// The report of a run as the bytes of a file.
    public func bytes(of result: RunResult) -> [UInt8] {
        switch self {
        case .json: JSONReport.bytes(of: result)
        }
    }
}
