internal import ScenarioLanguage
internal import Tracing

/// Another future of a recorded run: the one with one more command at a position.
struct WhatIf {
    private let rerun: Rerun

    init(_ rerun: Rerun) { self.rerun = rerun }

    /// Returns the differences between the recorded future and the one with a command such as `bob accept`.
    func futures(_ command: String, at playback: Playback) throws(RerunError) -> String {
        let (words, changed) = try read(command)
        let fork = try rerun.run(changed, forkAfter: playback.entriesBeforeNow)
        let comparison = FutureComparison(rerun.trace, fork.trace, after: playback.entriesBeforeNow)
        guard comparison.isSamePast else { throw Rerun.isOther }
        return comparison.text(title: words, verdict: fork.verdict)
    }

    /// Returns the command as a step, and the scenario with it as its first step.
    private func read(_ command: String) throws(RerunError) -> (words: String, changed: Rerun.Changed) {
        var problem: RerunError?
        for words in Self.spellings(command) {
            do throws(RerunError) {
                let changed = try rerun.adding(words)
                guard changed.step.action.acts else {
                    throw RerunError("`\(words)` does nothing")
                }
                return (words, changed)
            } catch {
                problem = problem ?? error
            }
        }
        let reason = problem.map { "\($0)" } ?? "there is none"
        throw RerunError("`\(command)` is not a command: \(reason); write one, such as `if bob: accept`")
    }

    /// Returns the possible steps for `bob: accept`, `bob accept` and `bob accepts now`.
    private static func spellings(_ command: String) -> [String] {
        guard !command.contains(":") else { return [command] }
        var words = command.split(separator: " ").map(String.init)
        if words.last == "now" { words.removeLast() }
        guard words.count == 2 else { return [command] }
        let plain = "\(words[0]): \(words[1])"
        return words[1].hasSuffix("s") ? [plain, String(plain.dropLast())] : [plain]
    }
}
