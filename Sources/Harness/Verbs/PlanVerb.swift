internal import Journal
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// `rollcall plan`: divides runs, a search or a load into packs that several machines share.
struct PlanVerb {
    private let purpose: PlanPurpose
    private let words: ParsedArguments
    private let request: PlannedRequest
    private let selection: Selection
    private let folder: String
    private let program: String
    private let packSeconds: Double

    private static let shortestPack = 1.0

    init(_ given: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        (purpose, words) = PlanPurpose.split(given)
        request = try PlannedRequest(words, for: purpose)
        guard !request.choice.isStandardInput else {
            throw UsageError(.plan, "a plan copies files: name a file in place of the standard input")
        }
        self.program = program
        guard let folder = words[.out], !folder.isEmpty else {
            throw UsageError(.plan, "--out names the folder of the plan")
        }
        self.folder = folder
        packSeconds = try words.seconds(.pack, of: .plan, atLeast: Self.shortestPack) ?? 30
        selection = try Selection(request.choice, verb: .plan, registry)
        if let driven = selection.scenarios.first(where: \.isDriven) {
            throw UsageError(.plan, "\(driven.id) needs a program, and a plan holds scenario files alone")
        }
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard !selection.reportProblems() else { return .invalid }
        if purpose == .load, !(try isLoad()) { return .invalid }
        guard !FileStore.exists("\(folder)/plan.json") else {
            return reportError("\(folder) holds a plan already: name another folder with --out", .usage)
        }
        if let outside = fileNames.first(where: Self.isOutside) {
            return reportError(
                "\(outside) is outside of this folder: change to a folder that contains all files", .usage)
        }
        do throws(FileError) {
            var files: [(path: String, bytes: [UInt8])] = []
            for name in fileNames { files.append((name, try FileStore.readWhole(name))) }
            let plan = try plan(of: files)
            try PlanFolder.make(folder, plan, files: files)
            Console.say(summary(of: plan))
            return .success
        } catch {
            return reportError("\(error)", error.status)
        }
    }

    /// Returns true when one scenario is selected, and can be a load; complains otherwise.
    private func isLoad() throws(UsageError) -> Bool {
        guard let scenario = selection.scenarios.first, selection.scenarios.count == 1 else {
            throw UsageError(
                .plan, "\(selection.scenarios.count) scenarios are selected: name one, or choose it by --filter")
        }
        for obstacle in scenario.loadObstacles { Console.error(.plan, obstacle.text(of: scenario)) }
        return scenario.loadObstacles.isEmpty
    }

    /// The files that the scenarios need, without duplicates.
    private var fileNames: [String] {
        Set(selection.scenarios.flatMap(\.inputFiles)).sorted()
    }

    private static func isOutside(_ path: String) -> Bool {
        path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }

    private func plan(of files: [(path: String, bytes: [UInt8])]) throws(FileError) -> WorkPlan {
        var plan = WorkPlan()
        do throws(PlanFolderError) {
            plan.program = try PlanFolder.programDigest()
        } catch {
            throw FileError(path: "/proc/self/exe", doing: "read", number: 0, reason: "\(error)")
        }
        (plan.purpose, plan.programName) = (purpose, program)
        plan.paths = Set(selection.scenarios.map(\.file)).sorted()
        plan.files = files.map { WorkPlan.File(path: $0.path, digest: PlanFolder.digest(of: $0.bytes)) }
        plan.ids = selection.scenarios.map(\.id)
        PlanCutting(
            request: request, scenarios: selection.scenarios, target: packSeconds,
            durations: LastRun.durations(in: LastRun.defaultFolder)
        ).complete(&plan, words)
        return plan
    }

    private func summary(of plan: WorkPlan) -> String {
        """
        \(content(of: plan)), \(plan.packs.count.counted("pack"))
        on each machine:  \(ProgramName.shown) work \(folder.shellQuoted)
        at the end:       \(ProgramName.shown) gather \(folder.shellQuoted)

        """
    }

    private func content(of plan: WorkPlan) -> String {
        let scenarios = plan.ids.count.counted("scenario")
        return switch request {
        case .run: "\(scenarios), \((plan.ids.count * plan.seeds.count * plan.rounds).counted("run"))"
        case .explore: "\(scenarios), \(plan.packs.map(\.runs).reduce(0, +).counted("run")) of a search"
        case .load(let request): "a load of \(plan.ids.joined()): \(request.plan)"
        }
    }

    private func reportError(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Console.error(.plan, message)
        return status
    }
}
