internal import Journal
internal import Timing

/// What is known of a failure, set for people below the scenario's line.
struct FailureText {
    let style: Style
    let verdict: Verdict
    let failure: Verdict.Failure

    var text: String {
        let blocks = [
            [place + style.mark(failure.reason.harmless, .strong)], frame, comparison,
            list("the differences", failure.differences), list("what comes nearest", failure.candidates), sights,
            list("the last datagrams", failure.datagrams), list("the last of the journal", failure.lastEntries),
            list("the last of the output", failure.output), replay,
        ].filter { !$0.isEmpty }
        let lines = blocks.flatMap { $0 + [""] }
        return lines.map { line in
            line.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
                .joined()
        }.joined()
    }

    private var place: String {
        let position = [failure.line, failure.column].compactMap { $0 }.map { ":\($0)" }.joined()
        let step = failure.step.map { "step \($0): " } ?? ""
        return "\((failure.file ?? verdict.file).harmless)\(position): \(step)"
    }

    private var frame: [String] {
        guard let frame = failure.frame?.harmless else { return [] }
        return [String(frame.drop { $0 == "\n" }.trimmingEnd)]
    }

    private var comparison: [String] {
        [failure.expected.map { "expected  \($0.harmless)" }, failure.actual.map { "actual    \($0.harmless)" }]
            .compactMap { $0 }
    }

    private var sights: [String] {
        let width = failure.participants.map(\.participant.count).max() ?? 0
        return failure.participants.map { sight in
            let since = sight.since.map { " since \($0)" } ?? " from the start"
            let details = sight.details.map { "  \($0.name): \($0.value)" }.joined()
            return "\(sight.participant.padded(to: width))  \(sight.callingState)\(since)\(details)".harmless
        }
    }

    private func list(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["\(title):"] + lines.map { "  \($0.harmless)" }
    }

    private var replay: [String] {
        failure.replay.map { ["again:  \($0.harmless)"] } ?? []
    }
}

extension Substring {
    fileprivate var trimmingEnd: Substring {
        var rest = self
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
