internal import Glibc
internal import Journal
internal import Reporting

/// `rollcall gather`: combines the results of a plan, and judges them as one run.
struct GatherVerb {
    private let folder: PlanFolder
    private let allowsUnsupported: Bool
    private let reports: [ReportRequest]
    private let name: String

    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard let name = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.gather, "name the folder of one plan")
        }
        let reports = try words.reports(of: .gather)
        guard let folder = PlanFolder.opened(name, for: .gather) else { return .invalid }
        return GatherVerb(
            folder: folder, allowsUnsupported: words.has(.allowUnsupported), reports: reports, name: name
        ).perform()
    }

    private func perform() -> ExitStatus {
        let gathered: GatheredResults
        do throws(PlanFolderError) {
            gathered = try GatheredResults(folder)
        } catch {
            Console.complain(.gather, "\(error)")
            return .invalid
        }
        do throws(FileError) {
            return try report(gathered)
        } catch {
            Console.complain(.gather, "\(error)")
            return .fault
        }
    }

    private func report(_ gathered: GatheredResults) throws(FileError) -> ExitStatus {
        let result = gathered.result
        let writer = try ReportWriter(
            reports, folders: gathered.folders, inputs: folder.plan.files.map { "\(folder.files)/\($0.path)" },
            sources: folder.files)
        writer.begin()
        let console = ConsoleReport(
            style: Console.style, ids: result.verdicts.map(\.id), names: result.verdicts.map(\.name),
            width: Console.columns)
        let troubled = result.verdicts.filter { $0.kind.isBad }
        let contradictions = FileTree.names(in: folder.contradictions)
        writer.say(troubled.map(console.text).joined() + console.summary(of: result))
        writer.say(missingText(gathered.missing) + contradictionText(contradictions))
        try writer.write(result)
        guard gathered.missing.isEmpty else { return .interrupted }
        return contradictions.isEmpty ? ExitStatus(result.verdicts, allowsUnsupported: allowsUnsupported) : .failure
    }

    private func missingText(_ missing: [Int]) -> String {
        guard !missing.isEmpty else { return "" }
        let numbers = missing.map { "\($0 + 1)" }.joined(separator: ", ")
        return """
            without results: \(missing.count) of \(folder.plan.packs.count) packs (\(numbers))
            to run them:  \(ProgramName.shown) work \(name.shellQuoted)

            """
    }

    private func contradictionText(_ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        return "two machines came to different results; the later ones lie in: "
            + names.map { "\(folder.contradictions)/\($0)" }.joined(separator: ", ") + "\n"
    }
}
