internal import Journal
internal import Reporting
internal import ScenarioLanguage

/// The record of the last run in the folder of results; no id of a scenario starts with a dot.
struct LastRun {
    private let folder: String

    init(in folder: String) { self.folder = folder }

    /// Makes the folder, which git ignores with all that is in it, unless it is there already.
    func prepare() throws(FileError) {
        guard !FileStore.exists(folder) else { return }
        try FileStore.makeFolder(folder)
        try FileStore.write(Array("*\n".utf8), to: "\(folder)/.gitignore")
    }

    /// The last run's JSON report.
    var report: String { "\(folder)/.last.json" }
    private var list: String { "\(folder)/.last-failed" }

    /// The ids of the scenarios that did not pass when they last ran. Throws when nothing has run yet, and when the list
    /// cannot be read.
    func failed() throws(UsageError) -> [String] {
        guard FileStore.exists(list) else {
            throw UsageError(.run, "--last-failed needs a run before this one, and \(folder) holds none")
        }
        let lines: [String]
        do throws(FileError) { lines = try self.lines() } catch { throw UsageError(.run, "\(error)") }
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.isFolderName {
            throw UsageError(
                .run,
                "\(list):\(index + 1): \(line.quoted) is not the id of a scenario: the file is damaged; "
                    + "run without --last-failed, which writes it anew")
        }
        return lines.filter { !$0.isEmpty }
    }

    /// The lines of the list, none while there is no list.
    private func lines() throws(FileError) -> [String] {
        guard FileStore.exists(list) else { return [] }
        return String(decoding: try FileStore.readWhole(list), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Remembers a run: what passed is forgotten, and what did not run stays as it was.
    func remember(_ result: RunResult) throws(FileError) {
        try FileStore.makeFolder(folder)
        try FileStore.write(JSONReport.bytes(of: result), to: report)
        let judged = Set(result.verdicts.map(\.id))
        let before = try lines().filter { $0.isFolderName && !judged.contains($0) }
        let now = result.verdicts.filter { $0.kind.isBad }.map(\.id)
        try FileStore.write(Array((before + now).map { "\($0)\n" }.joined().utf8), to: list)
    }
}
