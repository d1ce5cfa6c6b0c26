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

        /// Creates a block of bounded size; the JSON report has what is left out.
        init(title: String? = nil, someOf lines: [String]) {
            let shown = lines.prefix(Self.shownLines).map(Self.shortened)
            let rest = lines.count - shown.count
            self.init(title: title, rest == 0 ? shown : shown + ["and \(rest) more, which the JSON report shows"])
        }

        private static let shownLines = 25
        private static let longestLine = 400

        private static func shortened(_ line: String) -> String {
            line.count > longestLine ? "\(line.prefix(longestLine)) …" : line
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
            Block(Self.frame(of: failure)), Block(someOf: Self.comparison(in: failure)),
            Block(title: "all that was not as expected", someOf: failure.findings),
            Block(title: "the differences", someOf: failure.differences),
            Block(title: "closest candidates", failure.candidates),
            Block(someOf: Self.snapshots(in: failure)), Block(title: "the faults so far", failure.faults),
            Block(title: "lost, damaged, refused or unanswered near the last change of state", failure.troubles),
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

    private static func snapshots(in failure: Verdict.Failure) -> [String] {
        let width = failure.participants.map(\.participant.count).max() ?? 0
        return failure.participants.map { snapshot in
            let since = snapshot.since.map { " since \($0)" } ?? " from the start"
            let details = snapshot.details.map { "  \($0.name): \($0.value)" }.joined()
            return "\(snapshot.participant.padded(to: width))  \(snapshot.callingState)\(since)\(details)"
        }
    }
}

extension FailureModel.Block {
    /// The lines, indented below the title.
    var text: [String] { title.map { ["\($0):"] + lines.map { "  \($0)" } } ?? lines }
}
