internal import Journal
internal import Reporting

/// Combines the verdicts of a plan's scenarios.
struct RunGathering: Gathering {
    private let folder: PlanFolder
    private let reports: [ReportRequest]
    private let allowsUnsupported: Bool

    init(_ folder: PlanFolder, _ words: ParsedArguments) throws(UsageError) {
        self.folder = folder
        reports = try words.reports(of: .gather)
        allowsUnsupported = words.has(.allowUnsupported)
    }

    func perform(notes: String) throws -> ExitStatus {
        let gathered = try GatheredResults(folder)
        let result = gathered.result
        let writer = try ReportWriter(
            reports, folders: gathered.folders, inputs: folder.inputs, sources: folder.files)
        writer.begin()
        let console = ConsoleReport(
            style: Console.style, ids: result.verdicts.map(\.id), names: result.verdicts.map(\.name),
            width: Console.columns)
        let troubled = result.verdicts.filter { $0.kind.isBad }
        writer.say(troubled.map(console.text).joined() + console.summary(of: result) + notes)
        try writer.write(result)
        return ExitStatus(result.verdicts, allowsUnsupported: allowsUnsupported)
    }
}
