internal import Journal
internal import Reporting

/// The verdicts as they come in, and their lines in the order of the scenarios.
struct ScoreBoard {
    private let report: ConsoleReport
    private let isTwice: Bool
    private var final: [Verdict?]
    private var halves: [Int: (first: Verdict?, second: Verdict?)] = [:]
    private var shown = 0

    init(_ ids: [String], names: [String], style: Style, isTwice: Bool) {
        report = ConsoleReport(style: style, ids: ids, names: names)
        self.isTwice = isTwice
        final = Array(repeating: nil, count: ids.count)
    }

    /// The verdicts that are final, in the order of the scenarios.
    var verdicts: [Verdict] { final.compactMap { $0 } }

    /// Takes the verdict on a run, and answers that on its scenario once there is one.
    mutating func take(_ verdict: Verdict, of index: Int, isSecond: Bool, in folder: RunFolder) -> Verdict? {
        guard isTwice else {
            final[index] = verdict
            return verdict
        }
        var pair = halves.removeValue(forKey: index) ?? (nil, nil)
        if isSecond { pair.second = verdict } else { pair.first = verdict }
        guard let first = pair.first, let second = pair.second else {
            halves[index] = pair
            return nil
        }
        let common = RunComparison.verdict(first: first, in: folder, second: second, in: folder.second)
        if common == first { folder.second.delete() }
        final[index] = common
        return common
    }

    /// Says the lines of the scenarios that all those before them have ended too.
    mutating func show(_ say: (String) -> Void) {
        while shown < final.count, let verdict = final[shown] {
            say(report.text(of: verdict))
            shown += 1
        }
    }

    /// Says what could not be said in its place, because a run was interrupted, and the sums.
    func summary(of result: RunResult) -> String {
        final.dropFirst(shown).compactMap { $0 }.map(report.text).joined() + report.summary(of: result)
    }
}
