internal import Journal
internal import Reporting
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall plan`: divides the runs of a command line into packs that several machines share.
struct PlanVerb {
    private let request: RunRequest
    private let selection: Selection
    private let folder: String
    private let program: String
    private let packSeconds: Double

    /// The assumed seconds of a scenario's run without a record.
    private static let defaultSeconds = 0.1
    private static let packRange = 1.0...86_400

    init(_ words: ParsedArguments, program: String, _ registry: Registry) throws(UsageError) {
        request = try RunRequest(words, of: .plan, cores: Console.cores)
        self.program = program
        guard let folder = words[.out] else { throw UsageError(.plan, "--out names the folder of the plan") }
        self.folder = folder
        packSeconds = try words.seconds(.pack, of: .plan) ?? 30
        guard Self.packRange.contains(packSeconds) else {
            throw UsageError(.plan, "--pack needs a number of seconds from 1 on")
        }
        selection = try Selection(request.choice, verb: .plan, registry)
        if let driven = selection.scenarios.first(where: \.isDriven) {
            throw UsageError(.plan, "\(driven.id) needs a program, and a plan holds scenario files alone")
        }
    }

    func perform() -> ExitStatus {
        guard selection.diagnostics.isEmpty else {
            Console.complain(selection.problems)
            return .invalid
        }
        guard !FileStore.exists("\(folder)/plan.json") else {
            return complain("\(folder) holds a plan already: name another folder with --out", .usage)
        }
        if let outside = fileNames.first(where: Self.isOutside) {
            return complain("\(outside) is outside of this folder: change to a folder that contains all files", .usage)
        }
        do throws(FileError) {
            var files: [(path: String, bytes: [UInt8])] = []
            for name in fileNames { files.append((name, try FileStore.readWhole(name))) }
            let plan = try plan(of: files)
            try PlanFolder.make(folder, plan, files: files)
            Console.say(summary(of: plan))
            return .success
        } catch {
            return complain("\(error)", error.status)
        }
    }

    /// The files that the scenarios need, without duplicates.
    private var fileNames: [String] {
        let names = selection.scenarios.flatMap { scenario in
            [scenario.file] + scenario.includes.map(\.file) + [scenario.golden?.file].compactMap(\.self)
        }
        return Set(names).sorted()
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
        plan.programName = program
        plan.paths = Set(selection.scenarios.map(\.file)).sorted()
        plan.files = files.map { WorkPlan.File(path: $0.path, digest: PlanFolder.digest(of: $0.bytes)) }
        plan.ids = selection.scenarios.map(\.id)
        (plan.seeds, plan.rounds) = (request.seeds, request.rounds)
        plan.options = request.options.commandWords
        let cutting = PackCutting(seeds: request.seeds, rounds: request.rounds, target: packSeconds)
        let durations = LastRun.durations(in: LastRun.defaultFolder)
        plan.packs = cutting.packs(
            of: plan.ids.map { .init(id: $0, seconds: durations[$0] ?? Self.defaultSeconds) })
        return plan
    }

    private func summary(of plan: WorkPlan) -> String {
        let runs = plan.ids.count * plan.seeds.count * plan.rounds
        return """
            \(plan.ids.count) scenarios, \(runs) runs, \(plan.packs.count) packs
            on each machine:  \(ProgramName.shown) work \(folder.shellQuoted)
            at the end:       \(ProgramName.shown) gather \(folder.shellQuoted)

            """
    }

    private func complain(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Console.complain(.plan, message)
        return status
    }
}
