internal import Reporting
internal import ScenarioLanguage

/// A requested report.
struct ReportRequest: Hashable {
    let kind: ReportKind
    /// The file; nil for the standard output. Of a report that is a folder it is the page.
    let file: String?
    /// The folder of a report with a file for each run; nil for a report in one file.
    let folder: String?

    init(_ text: String, _ verb: Verb) throws(UsageError) {
        let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let word = parts.first, let kind = ReportKind(rawValue: word) else {
            let meant = parts.first ?? text
            let near = Spelling.nearest(to: meant, in: ReportKind.allCases.map(\.rawValue))
            let advice = near.map { "did you mean `\($0)`?" } ?? "there is: \(kinds)"
            throw UsageError(verb, "there is no report of the kind `\(meant)`; \(advice)")
        }
        let path = parts.dropFirst().first
        self.kind = kind
        let isFolder = path.map { kind == .html && verb != .load && ($0.hasSuffix("/") || FileStore.isFolder($0)) }
        folder = isFolder == true ? path.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } : nil
        file = folder.map { "\($0)/\(FolderReport.page)" } ?? path
        guard file != "" else { throw UsageError(verb, "--report needs KIND or KIND=FILE, and is `\(text)`") }
    }
}

extension ParsedArguments {
    /// Returns the requested reports; at most one of them goes to the standard output.
    func reports(of verb: Verb) throws(UsageError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        for text in all(.report) { requests.append(try ReportRequest(text, verb)) }
        guard requests.count(where: { $0.file == nil }) <= 1 else {
            throw UsageError(verb, "one report can go to the standard output: name files for the others, as KIND=FILE")
        }
        try OutputFiles.check(requests.compactMap(\.file), of: verb, called: "reports")
        return requests
    }
}
