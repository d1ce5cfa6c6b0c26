internal import Journal
internal import Reporting

/// `rollcall merge`: combines the JSON reports of several runs, and judges them as one.
struct MergeVerb {
    private let files: [String]
    private let folders: [String]
    private let allowsUnsupported: Bool
    private let reports: [ReportRequest]

    init(_ words: ParsedArguments) throws(UsageError) {
        files = words.operands
        folders = words.has(.out) ? words.all(.out) : [".rollcall"]
        allowsUnsupported = words.has(.allowUnsupported)
        reports = try words.reports(of: .merge)
        guard !files.isEmpty else { throw UsageError(.merge, "name at least one report of `run --report json=FILE`") }
    }

    func perform() -> ExitStatus {
        var results: [RunResult] = []
        var fileOf: [String: String] = [:]
        for file in files {
            guard let result = read(file) else { return .invalid }
            for id in result.verdicts.map(\.id) {
                if let first = fileOf[id] {
                    return reportError(file, "the scenario \(id) is also in \(first)", .invalid)
                }
                fileOf[id] = file
            }
            results.append(result)
        }
        return report(merged(results))
    }

    private func read(_ file: String) -> RunResult? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file)
        } catch {
            Console.error(.merge, "\(error)")
            return nil
        }
        do throws(ReportError) {
            return try JSONReport.result(from: bytes)
        } catch {
            _ = reportError(file, "\(error)", .invalid)
            return nil
        }
    }

    /// Returns the combined result. The parts run concurrently, so its duration is that of the longest.
    private func merged(_ results: [RunResult]) -> RunResult {
        RunResult(
            version: RollcallMain.version,
            verdicts: results.flatMap(\.verdicts).sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) },
            selected: results.map(\.selected).reduce(0) { $0.addingReportingOverflow($1).partialValue },
            wallSeconds: results.map(\.wallSeconds).max() ?? 0)
    }

    private func report(_ result: RunResult) -> ExitStatus {
        do throws(FileError) {
            let writer = try ReportWriter(reports, folders: folders, inputs: files)
            writer.begin()
            let report = ConsoleReport(
                style: Console.style, ids: result.verdicts.map(\.id), names: result.verdicts.map(\.name),
                width: Console.columns)
            let troubled = result.verdicts.filter { $0.kind.isBad }
            writer.say(troubled.map(report.text).joined() + report.summary(of: result))
            try writer.write(result)
            return result.totals.notRun > 0
                ? .interrupted : ExitStatus(result.verdicts, allowsUnsupported: allowsUnsupported)
        } catch {
            Console.error(.merge, "\(error)")
            return .fault
        }
    }

    private func reportError(_ file: String, _ text: String, _ status: ExitStatus) -> ExitStatus {
        Console.error(.merge, "\(file): \(text)")
        return status
    }
}
