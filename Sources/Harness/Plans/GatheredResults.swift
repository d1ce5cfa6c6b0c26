internal import Journal
internal import Reporting

/// The results of finished packs as one result, which does not depend on the number of machines or their order.
struct GatheredResults {
    /// The existing verdicts, in the order of the plan.
    let result: RunResult
    /// The folders with journals and captures.
    let folders: [String]

    init(_ folder: PlanFolder) throws(PlanFolderError) {
        let plan = folder.plan
        let done = folder.finishedPacks
        folders = done.map(folder.results)
        var parts: [String: [Part]] = [:]
        for pack in done {
            for verdict in try Self.read(folder.results(of: pack)).verdicts {
                parts[verdict.id, default: []].append(Part(seeds: plan.packs[pack].seeds, verdict: verdict))
            }
        }
        let verdicts = plan.ids.compactMap { Self.whole(parts[$0] ?? [], of: plan) }
        result = RunResult(
            version: RollcallMain.version, verdicts: verdicts, selected: plan.ids.count, wallSeconds: 0)
    }

    /// The verdict on a scenario with a part of its seeds.
    private struct Part {
        let seeds: ClosedRange<UInt64>
        let verdict: Verdict
    }

    private static func read(_ folder: String) throws(PlanFolderError) -> RunResult {
        let file = "\(folder)/\(PackWork.resultFile)"
        guard let bytes = FileStore.read(file) else { throw .unreadable("\(file) cannot be read: \(systemMessage())") }
        do throws(ReportError) {
            return try JSONReport.result(from: bytes)
        } catch {
            throw .unreadable("\(file): \(error)")
        }
    }

    /// Returns the verdict for all seeds, which is that of the lowest failed seed; nil when seeds are missing.
    private static func whole(_ parts: [Part], of plan: WorkPlan) -> Verdict? {
        let parts = parts.sorted { $0.seeds.lowerBound < $1.seeds.lowerBound }
        guard let bad = parts.firstIndex(where: { $0.verdict.kind.isBad }) else {
            let seeds = parts.reduce(0) { $0 + $1.seeds.count }
            let decisive = parts.first { $0.verdict.kind == .passed } ?? parts.first
            guard seeds == plan.seeds.count, var verdict = decisive?.verdict else { return nil }
            verdict.runs = parts.reduce(0) { $0 + $1.verdict.runs }
            return verdict
        }
        var verdict = parts[bad].verdict
        verdict.runs = parts[...bad].reduce(0) { $0 + $1.verdict.runs }
        return verdict
    }
}
