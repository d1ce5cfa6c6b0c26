internal import Journal
internal import Loop
internal import Reporting
internal import ScenarioLanguage

/// Runs the scenarios of a claimed pack, and publishes their results.
struct PackRun {
    let folder: PlanFolder
    let pack: Int
    let claim: PackClaim
    /// The number of the claim.
    let number: Int
    /// The scenarios of the plan, by id.
    let scenarios: [String: Scenario]
    let request: RunRequest

    /// The number of deaths after which the scenarios of a pack run one by one, which identifies the faulty one.
    private static let trustedDeaths = 2

    /// The end of a pack's run.
    enum End {
        case published
        case interrupted
    }

    func perform() throws(FileError) -> End {
        let deaths = earlierClaims.filter { !$0.isReleased }
        let result = try deaths.count < Self.trustedDeaths ? runTogether() : runOneByOne(after: deaths)
        guard let result else {
            try claim.release(because: "interrupted")
            return .interrupted
        }
        try FileStore.write(JSONReport.bytes(of: result), to: "\(claim.draft)/\(Self.resultFile)")
        try publish()
        return .published
    }

    /// The report of a pack.
    static let resultFile = "result.json"

    private var earlierClaims: [PackClaim] { (1..<number).map { folder.claim($0, of: pack) } }
    private var ids: [String] { folder.plan.packs[pack].ids }

    private func runTogether() throws(FileError) -> RunResult? { try run(ids) }

    /// Runs each scenario alone. A scenario during which two machines died counts as crashed, and is not run again.
    private func runOneByOne(after deaths: [PackClaim]) throws(FileError) -> RunResult? {
        let suspects = deaths.compactMap(\.running)
        var result = RunResult(version: RollcallMain.version, verdicts: [], selected: ids.count, wallSeconds: 0)
        for id in ids {
            if suspects.count(where: { $0 == id }) >= Self.trustedDeaths {
                result.verdicts += crashed(id)
                continue
            }
            try claim.noteRunning(id)
            guard let part = try run([id]) else { return nil }
            result.verdicts += part.verdicts
        }
        return result
    }

    private func crashed(_ id: String) -> [Verdict] {
        guard let scenario = scenarios[id] else { return [] }
        var verdict = Verdict(
            .crashed, id: id, name: scenario.name, file: scenario.file, seed: folder.plan.packs[pack].seeds.lowerBound,
            covers: scenario.covers)
        verdict.failure = Verdict.Failure("\(Self.trustedDeaths) machines died while the scenario ran alone")
        return [verdict]
    }

    private func run(_ ids: [String]) throws(FileError) -> RunResult? {
        var session = try RunSession(
            request, scenarios: ids.compactMap { scenarios[$0] }, program: folder.plan.programName)
        var beats = Heartbeat(claim)
        let status = try session.run { beats.note(at: WallClock.seconds) }
        return status == .interrupted ? nil : session.result
    }

    /// Moves the results to their final place. Existing results must be equal.
    private func publish() throws(FileError) {
        let place = folder.results(of: pack)
        do throws(FileError) {
            try FileStore.move(claim.draft, to: place)
        } catch {
            guard folder.isDone(pack) else { throw error }
            try compare(with: place)
        }
        try claim.release(because: "done")
    }

    private func compare(with first: String) throws(FileError) {
        let isRepeatable = request.options.clock == .virtual
        guard isRepeatable, let difference = FolderComparison.firstDifference(first, claim.draft) else { return }
        let place = "\(folder.contradictions)/\(claim.path.split(separator: "/").last ?? "")"
        try FileStore.move(claim.draft, to: place)
        Console.complain(.work, "\(place)/\(difference) differs from \(first)/\(difference)")
    }
}

/// Changes the beat of a claim, at most once in ``PackClaim/interval``.
struct Heartbeat {
    private let claim: PackClaim
    private var count = 0
    private var last = -Double.infinity

    init(_ claim: PackClaim) { self.claim = claim }

    /// Changes the beat when it is due. A failed write is ignored: another machine then takes over.
    mutating func note(at now: Double) {
        guard now - last >= PackClaim.interval else { return }
        last = now
        count += 1
        try? claim.noteBeat(count)
    }
}

/// Compares the results of two machines.
enum FolderComparison {
    /// Returns the first file that is missing in one folder or has other bytes; nil when the folders are equal.
    ///
    /// Hidden files are not compared.
    static func firstDifference(_ left: String, _ right: String) -> String? {
        let files = Set(FileTree.allFiles(in: left)).union(FileTree.allFiles(in: right)).sorted()
        return files.first { FileStore.read("\(left)/\($0)") != FileStore.read("\(right)/\($0)") }
    }
}
