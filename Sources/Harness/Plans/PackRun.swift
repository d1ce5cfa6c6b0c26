internal import Journal
internal import Loop
internal import Reporting
internal import ScenarioLanguage

/// Does the work of a claimed pack, and publishes its results.
struct PackRun {
    let folder: PlanFolder
    let pack: Int
    let claim: PackClaim
    /// The number of the claim.
    let number: Int
    let work: PackWork

    /// The number of deaths after which the scenarios of a pack run one by one, which identifies the faulty one.
    private static let trustedDeaths = 2
    /// The number of deaths after which a search or a share of a load is given up: one, and one for each of two retries.
    private static let maxDeaths = 3

    /// The end of a pack's run.
    enum End {
        case published
        case interrupted
        /// A process of the pack died, and the pack is left to the next claim.
        case died
    }

    func perform() throws(FileError) -> End {
        let deaths = earlierClaims.filter { !$0.isReleased }
        var beats = Heartbeat(claim)
        let end = try result(after: deaths) { beats.note(at: WallClock.seconds) }
        switch end {
        case .published: try publish()
        case .interrupted: try claim.release(because: "interrupted")
        // A claim that is not released counts as a death.
        case .died: break
        }
        return end
    }

    private var earlierClaims: [PackClaim] { (1..<number).map { folder.claim($0, of: pack) } }

    private func result(after deaths: [PackClaim], beat: @escaping () -> Void) throws(FileError) -> End {
        guard folder.plan.purpose != .run else { return try verdicts(after: deaths, beat: beat) }
        guard deaths.count < Self.maxDeaths else {
            try work.giveUp("\(deaths.count) machines died while they worked on it")
            return .published
        }
        return switch folder.plan.purpose {
        case .explore: try work.search(beat: beat)
        default: try work.load(beat: beat)
        }
    }

    // MARK: Scenarios

    private func verdicts(after deaths: [PackClaim], beat: @escaping () -> Void) throws(FileError) -> End {
        let result =
            try deaths.count < Self.trustedDeaths
            ? work.run(work.pack.ids, beat: beat) : runOneByOne(after: deaths, beat: beat)
        guard let result else { return .interrupted }
        try work.write(JSONReport.bytes(of: result), PackWork.resultFile)
        return .published
    }

    /// Runs each scenario alone. A scenario during which two machines died counts as crashed, and is not run again.
    private func runOneByOne(after deaths: [PackClaim], beat: @escaping () -> Void) throws(FileError) -> RunResult? {
        let suspects = deaths.compactMap(\.running)
        let ids = work.pack.ids
        var result = RunResult(version: RollcallMain.version, verdicts: [], selected: ids.count, wallSeconds: 0)
        for id in ids {
            if suspects.count(where: { $0 == id }) >= Self.trustedDeaths {
                result.verdicts += crashed(id)
                continue
            }
            try claim.noteRunning(id)
            guard let part = try work.run([id], beat: beat) else { return nil }
            result.verdicts += part.verdicts
        }
        return result
    }

    private func crashed(_ id: String) -> [Verdict] {
        guard let scenario = work.scenarios[id] else { return [] }
        var verdict = Verdict(
            .crashed, id: id, name: scenario.name, file: scenario.file, seed: work.pack.seeds.lowerBound,
            covers: scenario.covers)
        verdict.failure = Verdict.Failure("\(Self.trustedDeaths) machines died while the scenario ran alone")
        return [verdict]
    }

    // MARK: Publishing

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
        guard work.isRepeatable, let difference = FolderComparison.firstDifference(first, claim.draft) else { return }
        let place = "\(folder.contradictions)/\(claim.path.split(separator: "/").last ?? "")"
        try FileStore.move(claim.draft, to: place)
        Console.error(.work, "\(place)/\(difference) differs from \(first)/\(difference)")
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
