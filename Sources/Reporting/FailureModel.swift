internal import Journal
internal import Timing

/// The facts about a failure, as the blocks of all readable reports.
struct FailureModel {
    /// Lines with or without a title.
    struct Block: Hashable {
        let title: String?
        let lines: [String]

        init(title: String? = nil, _ lines: [String]) {
            self.title = title
            self.lines = lines.map(\.harmless)
        }
    }

    /// The file, line and column at which the scenario failed, and its step.
    let place: String
    /// The failure in one sentence.
    let reason: String
    /// The other facts, in the order of their use to a reader.
    let blocks: [Block]

    init(_ failure: Verdict.Failure, of verdict: Verdict) {
        let position = [failure.line, failure.column].compactMap { $0 }.map { ":\($0)" }.joined()
        let step = failure.step.map { ": step \($0)" } ?? ""
        place = "\((failure.file ?? verdict.file))\(position)\(step)".harmlessLine
        reason = failure.reason.harmless
        blocks = [
            Block(Self.frame(of: failure)), Block(Self.comparison(in: failure)),
            Block(title: "all that was not as expected", failure.findings),
            Block(title: "the differences", failure.differences),
            Block(title: "what comes nearest", failure.candidates),
            Block(Self.sights(in: failure)), Block(title: "the faults so far", failure.faults),
            Block(title: "lost, damaged or refused near the last change of state", failure.troubles),
            Block(title: "the last datagrams", failure.datagrams),
            Block(title: "the last of the journal", failure.lastEntries),
            Block(title: "the last of the output", failure.output),
            Block(failure.replay.map { ["again:  \($0)"] } ?? []),
        ].filter { !$0.lines.isEmpty }
    }

    private static func frame(of failure: Verdict.Failure) -> [String] {
        guard let frame = failure.frame else { return [] }
        let lines = frame.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
        let end = lines.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return Array(lines[..<end].drop(while: isBlank))
    }

    private static func comparison(in failure: Verdict.Failure) -> [String] {
        [failure.expected.map { "expected  \($0)" }, failure.actual.map { "actual    \($0)" }].compactMap { $0 }
    }

    /// The participants that a report shows, and the length to which it cuts their lists. The JSON report has all.
    private static let shownParticipants = 25
    private static let longestDetail = 240

    private static func sights(in failure: Verdict.Failure) -> [String] {
        let shown = failure.participants.prefix(shownParticipants)
        let width = shown.map(\.participant.count).max() ?? 0
        let lines = shown.map { sight in
            let since = sight.since.map { " since \($0)" } ?? " from the start"
            let details = sight.details.map { "  \($0.name): \(shortened("\($0.value)"))" }.joined()
            return "\(sight.participant.padded(to: width))  \(sight.callingState)\(since)\(details)"
        }
        let rest = failure.participants.count - shown.count
        return rest == 0 ? lines : lines + ["and \(rest) more participants, which the JSON report shows"]
    }

    private static func shortened(_ text: String) -> String {
        text.count > longestDetail ? "\(text.prefix(longestDetail)) …" : text
    }
}

extension FailureModel.Block {
    /// The lines, indented below the title.
    var text: [String] { title.map { ["\($0):"] + lines.map { "  \($0)" } } ?? lines }
}
