internal import Glibc
internal import Journal
internal import ScenarioVocabulary

/// `rollcall gather`: combines the results of a plan, and judges them as one run, one search or one load.
struct GatherVerb {
    private let folder: PlanFolder
    private let gathering: any Gathering

    static func perform(
        _ words: ParsedArguments, program: String, _ registry: Registry
    ) throws(UsageError) -> ExitStatus {
        guard let name = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.gather, "name the folder of one plan")
        }
        _ = try words.reports(of: .gather)
        guard let folder = PlanFolder.opened(name, for: .gather) else { return .invalid }
        let purpose = folder.plan.purpose
        try words.refuse(.series, unless: .load, purpose)
        try words.refuse(.out, unless: .explore, purpose)
        try words.refuse(.allowUnsupported, unless: .run, purpose)
        let gathering: any Gathering =
            switch purpose {
            case .run: try RunGathering(folder, words)
            case .explore: try SearchGathering(folder, words, name: name, program: program, registry)
            case .load: try LoadGathering(folder, words)
            }
        return GatherVerb(folder: folder, gathering: gathering).perform(named: name)
    }

    private func perform(named name: String) -> ExitStatus {
        let contradictions = FileTree.names(in: folder.contradictions)
        let notes = missingText(name) + lossText + contradictionText(contradictions)
        do {
            let status = try gathering.perform(notes: notes)
            guard folder.openPacks.isEmpty else { return .interrupted }
            if !folder.losses.isEmpty { return .fault }
            return contradictions.isEmpty ? status : .failure
        } catch {
            Console.error(.gather, "\(error)")
            return error is PlanFolderError ? .invalid : .fault
        }
    }

    private func missingText(_ name: String) -> String {
        let missing = folder.openPacks
        guard !missing.isEmpty else { return "" }
        let numbers = missing.map { "\($0 + 1)" }.joined(separator: ", ")
        return """
            without results: \(missing.count) of \(folder.plan.packs.count.counted("pack")) (\(numbers))
            to run them:  \(ProgramName.shown) work \(name.shellQuoted)

            """
    }

    private var lossText: String {
        folder.losses.map { "pack \($0.pack + 1) was given up: \($0.reason)\n" }.joined()
    }

    private func contradictionText(_ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        return "two machines have different results; the later ones are in: "
            + names.map { "\(folder.contradictions)/\($0)" }.joined(separator: ", ") + "\n"
    }
}

/// Combines the results of a plan of one purpose.
protocol Gathering {
    /// Writes the reports, and returns the status of the whole.
    ///
    /// - Parameter notes: Lines about packs, for people.
    func perform(notes: String) throws -> ExitStatus
}

extension ParsedArguments {
    fileprivate func refuse(
        _ option: OptionName, unless purpose: PlanPurpose, _ actual: PlanPurpose
    ) throws(UsageError) {
        guard actual != purpose, has(option) else { return }
        throw UsageError(
            .gather,
            "--\(option.rawValue) is for a plan of `\(purpose.rawValue)`, and this is one of `\(actual.rawValue)`")
    }
}
