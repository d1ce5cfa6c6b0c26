internal import Journal

/// The rounds of one seed. Each is compared with the first when both have ended; equal ones leave no files.
struct SeedRounds {
    private let count: Int
    private let folder: RunFolder
    private let compares: Bool
    private var ended = 0
    private var first: Verdict?
    /// The rounds that ended before the first one.
    private var waiting: [Int: Verdict] = [:]
    /// The lowest round that differs from the first, with the verdict on the difference.
    private var different: (round: Int, verdict: Verdict)?

    init(count: Int, in folder: RunFolder, compares: Bool) {
        self.count = count
        self.folder = folder
        self.compares = compares
    }

    /// True when all rounds have ended.
    var isComplete: Bool { ended == count }

    /// The verdict on all rounds, which is the first round's unless another one differs.
    var verdict: Verdict? {
        guard var verdict = different?.verdict ?? first else { return nil }
        if compares, count > 1, verdict.isRealTime {
            verdict.notes.append("\(verdict.id): its runs were not compared, because a driver runs in real time")
        }
        return verdict
    }

    /// Processes the verdict on a round.
    mutating func add(_ verdict: Verdict, round: Int) {
        ended += 1
        if round == 1 { first = verdict } else { waiting[round] = verdict }
        guard let first else { return }
        for (round, verdict) in waiting.sorted(by: { $0.key < $1.key }) { compare(verdict, round: round, with: first) }
        waiting = [:]
    }

    /// Keeps the round if it is the lowest one that differs; deletes its files otherwise.
    private mutating func compare(_ other: Verdict, round: Int, with first: Verdict) {
        let result = common(first, other, in: folder.round(round))
        guard result != first, round < different?.round ?? .max else { return folder.round(round).delete() }
        if let earlier = different { folder.round(earlier.round).delete() }
        different = (round, result)
    }

    private func common(_ first: Verdict, _ other: Verdict, in otherFolder: RunFolder) -> Verdict {
        guard compares, !first.isRealTime else { return !first.kind.isBad && other.kind.isBad ? other : first }
        return RunComparison.verdict(first: first, in: folder, second: other, in: otherFolder)
    }
}
