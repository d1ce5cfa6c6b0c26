internal import Journal

/// Compares two runs of a scenario with one seed; if they differ, neither is reliable.
enum RunComparison {
    /// Returns the verdict on both runs, which is the first one's unless they differ.
    static func verdict(
        first: Verdict, in firstFolder: RunFolder, second: Verdict, in secondFolder: RunFolder
    ) -> Verdict {
        guard first.kind != .harnessFault else { return first }
        guard second.kind != .harnessFault else { return second }
        guard let difference = difference(first, firstFolder, second, secondFolder) else { return first }
        var verdict = first
        verdict.kind = .harnessFault
        var failure = Verdict.Failure("two runs with the seed \(first.seed) differ: \(difference.summary)")
        failure.expected = difference.first
        failure.actual = difference.second
        failure.replay = first.failure?.replay
        verdict.failure = failure
        return verdict
    }

    /// A difference: a sentence, and its values in the first and the second run.
    private typealias Difference = (summary: String, first: String, second: String)

    private static func difference(
        _ first: Verdict, _ firstFolder: RunFolder, _ second: Verdict, _ secondFolder: RunFolder
    ) -> Difference? {
        // A process that is killed from outside ends at an arbitrary entry, so only the kill is compared.
        if first.kind == .hung, second.kind == .hung { return nil }
        if let divergence = Divergence(between: firstFolder.mendedJournal(), and: secondFolder.mendedJournal()) {
            let ended = "(the run had ended)"
            let summary = "the first different entry of their journals is number \(divergence.number)"
            return (summary, divergence.first ?? ended, divergence.second ?? ended)
        }
        if first.kind != second.kind {
            return ("they are judged differently", first.kind.rawValue, second.kind.rawValue)
        }
        if first.payloadDigest != second.payloadDigest {
            let summary = "their journals are equal, their captured payloads are not"
            return (summary, payloads(of: first), payloads(of: second))
        }
        return nil
    }

    private static func payloads(of verdict: Verdict) -> String {
        verdict.payloadDigest.map { "payloads with the digest \($0)" } ?? "no payloads"
    }
}
