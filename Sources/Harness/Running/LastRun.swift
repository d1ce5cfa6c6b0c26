internal import Journal
internal import Reporting
internal import ScenarioLanguage

/// The record of the last run in the folder of results; no id of a scenario starts with a dot.
struct LastRun {
    /// The default folder of results.
    static let defaultFolder = ".rollcall"

    private let folder: String

    init(in folder: String) { self.folder = folder }

    /// Creates the folder with a `.gitignore` for all its content, unless it exists.
    func prepare() throws(FileError) {
        guard !FileStore.exists(folder) else { return }
        try FileStore.makeFolder(folder)
        try FileStore.write(Array("*\n".utf8), to: "\(folder)/.gitignore")
    }

    /// The path of the last run's JSON report.
    var report: String { "\(folder)/.last.json" }
    private var list: String { "\(folder)/.last-failed" }

    /// Returns the ids of the scenarios that did not pass in their last run. Throws without an earlier run, and when
    /// the list or the report beside it is damaged: a shorter list would hide failures.
    func failed() throws(UsageError) -> [String] {
        guard FileStore.exists(list) else {
            guard !FileStore.exists(report) else { throw damaged(list, "it is missing, and \(report) is there") }
            throw UsageError(.run, "--last-failed needs a run before this one, and \(folder) holds none")
        }
        let lines: [String]
        do throws(FileError) { lines = try self.lines() } catch { throw UsageError(.run, "\(error)") }
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.isFolderName {
            throw damaged("\(list):\(index + 1)", "\(line.quoted) is not the id of a scenario")
        }
        if let last = lines.last, !last.isEmpty {
            throw damaged("\(list):\(lines.count)", "\(last.quoted) is not a whole line")
        }
        for id in try reportedFailures() where !lines.contains(id) {
            throw damaged(list, "\(id.quoted) is not in it, and \(report) says that it failed")
        }
        return lines.filter { !$0.isEmpty }
    }

    /// Returns the ids of the scenarios that did not pass in the last run, as its report says; empty without a report.
    private func reportedFailures() throws(UsageError) -> [String] {
        guard FileStore.exists(report) else { return [] }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try FileStore.readWhole(report, atMost: JSONReport.largest) } catch {
            throw UsageError(.run, "\(error)")
        }
        do throws(ReportError) {
            return try JSONReport.result(from: bytes).verdicts.filter { $0.kind.isBad }.map(\.id)
        } catch {
            throw damaged(report, "\(error)")
        }
    }

    private func damaged(_ place: String, _ reason: String) -> UsageError {
        UsageError(.run, "\(place): \(reason): the file is damaged; run without --last-failed, which writes it anew")
    }

    /// Returns the wall-clock seconds of one run of each scenario, as recorded by the last run.
    static func durations(in folder: String) -> [String: Double] {
        guard let bytes = FileStore.read(LastRun(in: folder).report, atMost: JSONReport.largest),
            let result = try? JSONReport.result(from: bytes)
        else { return [:] }
        let durations = result.verdicts.map { ($0.id, $0.wallSeconds / Double(max(1, $0.runs))) }
        return Dictionary(durations) { first, _ in first }
    }

    /// Returns the lines of the list; empty without a list.
    private func lines() throws(FileError) -> [String] {
        guard FileStore.exists(list) else { return [] }
        return String(decoding: try FileStore.readWhole(list), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Records a run: passed scenarios are removed, and the state of scenarios that did not run is kept.
    func remember(_ result: RunResult) throws(FileError) {
        try FileStore.makeFolder(folder)
        for file in [report, list] { FileStore.deleteLink(file) }
        try FileStore.write(JSONReport.bytes(of: result), to: report)
        let judged = Set(result.verdicts.map(\.id))
        let before = try lines().filter { $0.isFolderName && !judged.contains($0) }
        let now = result.verdicts.filter { $0.kind.isBad }.map(\.id)
        try FileStore.write(Array((before + now).map { "\($0)\n" }.joined().utf8), to: list)
    }
}
