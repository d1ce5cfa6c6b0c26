internal import Journal
internal import Reporting

/// What the folder of results remembers of the last run; no id of a scenario starts with a dot.
struct LastRun {
    private let folder: String

    init(in folder: String) { self.folder = folder }

    /// The last run's JSON report.
    var report: String { "\(folder)/.last.json" }
    private var list: String { "\(folder)/.last-failed" }

    /// The ids of the scenarios that did not pass when they last ran; nil when nothing has run yet.
    var failed: [String]? {
        guard let bytes = FileStore.read(list) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Remembers a run: what passed is forgotten, and what did not run stays as it was.
    func remember(_ result: RunResult) throws(FileError) {
        try FileStore.makeFolder(folder)
        try FileStore.write(JSONReport.bytes(of: result), to: report)
        let judged = Set(result.verdicts.map(\.id))
        let before = (failed ?? []).filter { !judged.contains($0) }
        let now = result.verdicts.filter { $0.kind.isBad }.map(\.id)
        try FileStore.write(Array((before + now).map { "\($0)\n" }.joined().utf8), to: list)
    }
}
