internal import Load

/// Combines the shares of a load, and judges them as one.
struct LoadGathering: Gathering {
    private let folder: PlanFolder
    private let request: LoadRequest

    init(_ folder: PlanFolder, _ words: ParsedArguments) throws(UsageError) {
        self.folder = folder
        request = try LoadRequest(
            ParsedArguments(folder.plan.options + words.texts(without: []) + ["--"] + folder.plan.paths, of: .load))
    }

    func perform(notes: String) throws -> ExitStatus {
        let load = try GatheredLoad(folder)
        var outputs = try LoadOutputs(
            request, scenario: folder.plan.ids.joined(), file: folder.plan.paths.joined(), inputs: folder.inputs)
        for sample in load.samples { outputs.add(sample) }
        outputs.finish()
        let lost = folder.losses.map { "share \($0.pack + 1) of \(folder.plan.packs.count): \($0.reason)" }
        let missing = folder.openPacks.map { "share \($0 + 1) of \(folder.plan.packs.count) has no results yet" }
        return try LoadJudgement(request: request).judge(
            LoadResult(statistics: load.statistics, fault: nil), outputs, deaths: lost + missing, notes: notes)
    }
}
