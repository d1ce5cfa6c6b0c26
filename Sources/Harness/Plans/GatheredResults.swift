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

    /// Returns the verdict for all seeds, which is that of the lowest failed seed, or else of the lowest that passed; nil when
    /// seeds are missing.
    private static func whole(_ parts: [Part], of plan: WorkPlan) -> Verdict? {
        let parts = parts.sorted { $0.seeds.lowerBound < $1.seeds.lowerBound }
        // The first of several that are equally decisive.
        let deciding = parts.indices.min { parts[$0].verdict.kind.decides(before: parts[$1].verdict.kind) }
        guard let deciding else { return nil }
        var verdict = parts[deciding].verdict
        var counted = parts[...]
        if verdict.kind.isBad {
            counted = parts[...deciding]
        } else if parts.reduce(0, { $0 + $1.seeds.count }) != plan.seeds.count {
            return nil
        }
        // Runs that were not performed count only when none was.
        if verdict.kind != .unsupported { counted.removeAll { $0.verdict.kind == .unsupported } }
        verdict.runs = counted.reduce(0) { $0 + $1.verdict.runs }
        return verdict
    }
}
