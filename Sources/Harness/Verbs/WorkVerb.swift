internal import Glibc
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import ScenarioVocabulary

/// `rollcall work`: works on packs of a plan until all have results, concurrently with any number of machines.
struct WorkVerb {
    private let folder: PlanFolder
    private let registry: Registry
    private let program: String
    private let machine: String
    private let jobs: String?
    /// The scheduler that starts the machines; nil when this machine works itself.
    private let engine: EngineJob?
    private var watch = ClaimWatch()

    /// The milliseconds between two checks of other machines' claims.
    private static let pauseMilliseconds: Int32 = 200

    static func perform(
        _ words: ParsedArguments, program: String, _ registry: Registry
    ) throws(UsageError) -> ExitStatus {
        guard let name = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.work, "name the folder of one plan")
        }
        guard let folder = PlanFolder.opened(name, for: .work) else { return .invalid }
        var verb = try WorkVerb(folder, words, program, registry)
        return verb.perform()
    }

    private init(
        _ folder: PlanFolder, _ words: ParsedArguments, _ program: String, _ registry: Registry
    ) throws(UsageError) {
        self.program = program
        self.folder = folder
        self.registry = registry
        let _: Int? = try words.number(.jobs, of: .work, atLeast: 1)
        jobs = words[.jobs]
        machine = words[.machine] ?? Self.hostName
        guard machine.isFolderName else { throw UsageError(.work, "--machine needs a plain word") }
        engine = try EngineJob(words, plan: folder.path)
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private mutating func perform() -> ExitStatus {
        do throws(PlanFolderError) {
            try folder.check()
        } catch {
            Console.error(.work, "\(error)")
            return .invalid
        }
        do throws(FileError) {
            guard let engine else { return try workAll() }
            var run = EngineRun(engine, folder)
            return try run.perform()
        } catch {
            Console.error(.work, "\(error)")
            return .fault
        }
    }

    private mutating func workAll() throws(FileError) -> ExitStatus {
        // The scenarios, and so all messages, have the same paths as at planning.
        guard chdir(folder.files) == 0 else {
            throw FileError(path: folder.files, doing: "entered", number: errno)
        }
        let library = ScenarioLibrary.load(paths: folder.plan.paths, vocabulary: Vocabulary(registry))
        let scenarios = Dictionary(library.scenarios.map { ($0.id, $0) }) { first, _ in first }
        if let lost = folder.plan.ids.first(where: { scenarios[$0] == nil }) {
            let reason = "its files hold no valid scenario \(lost)"
            throw FileError(path: "\(folder.path)/plan.json", doing: "used", number: EINVAL, reason: reason)
        }
        while !folder.openPacks.isEmpty {
            guard let (pack, number, claim) = try claimNext() else {
                guard Signals.pause(milliseconds: Self.pauseMilliseconds) else { return .interrupted }
                continue
            }
            Console.say("pack \(pack + 1) of \(folder.plan.packs.count)\n")
            if try run(pack, number, claim, scenarios) == .interrupted { return .interrupted }
        }
        Console.say(folder.plan.completion)
        return .success
    }

    /// Claims the first pack that is free or abandoned; returns nil when other machines work on all packs.
    private mutating func claimNext() throws(FileError) -> (pack: Int, number: Int, claim: PackClaim)? {
        for pack in folder.openPacks {
            let count = folder.claimCount(of: pack)
            let last = folder.claim(count, of: pack)
            guard count == 0 || watch.isAbandoned(last, number: count, of: pack, at: WallClock.seconds) else {
                continue
            }
            let claim = folder.claim(count + 1, of: pack)
            guard try claim.take(by: machine) else { continue }
            // The results may have been published since the check.
            guard !folder.isDone(pack) else {
                try claim.release(because: "done")
                continue
            }
            return (pack, count + 1, claim)
        }
        return nil
    }

    private func run(
        _ pack: Int, _ number: Int, _ claim: PackClaim, _ scenarios: [String: Scenario]
    ) throws(FileError) -> PackRun.End {
        do throws(FileError) {
            let work = PackWork(
                plan: folder.plan, pack: folder.plan.packs[pack], folder: claim.draft, scenarios: scenarios, jobs: jobs,
                program: program, registry: registry)
            return try PackRun(folder: folder, pack: pack, claim: claim, number: number, work: work).perform()
        } catch {
            try? claim.release(because: "\(error)")
            throw error
        }
    }
}
