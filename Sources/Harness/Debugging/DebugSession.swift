internal import Journal
internal import Tracing

/// A recorded run in a debugger: its position, and the answers that terminal and editor share.
struct DebugSession {
    var playback: Playback
    let verdict: Verdict?
    private let whatIf: WhatIf?
    private var watches: Watches

    init(_ record: RecordedRun, _ rerun: Rerun?) {
        playback = Playback(record.trace)
        verdict = record.verdict
        whatIf = rerun.map(WhatIf.init)
        watches = Watches(rerun)
    }

    /// Answers `why bob.callingState`, `if bob: accept`, `timers`, `links`, or an expression.
    mutating func answer(to text: String) throws(RerunError) -> String {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("timers", 1): return Self.list(playback.pendingTimers)
        case ("links", 1): return Self.list(playback.links)
        case ("why", 2): return try explain(PropertyName(words[1]))
        case ("if", 2...): return try compare(words.dropFirst().joined(separator: " "))
        default: return try value(of: text)
        }
    }

    /// Runs again with a command at the position, and returns both futures.
    func compare(_ command: String) throws(RerunError) -> String {
        guard let whatIf else { throw Rerun.unavailable }
        return try whatIf.futures(command, at: playback)
    }

    private func explain(_ property: PropertyName) throws(RerunError) -> String {
        do throws(CauseError) { return try playback.chain(of: property).text } catch { throw RerunError("\(error)") }
    }

    /// Returns the value of an expression at the position.
    mutating func value(of text: String) throws(RerunError) -> String {
        if playback.trace.participants.contains(text) { return Self.list(playback.properties(of: text)) }
        if text.hasSuffix(".*") { return Self.list(try everything(of: String(text.dropLast(2)))) }
        if let value = recorded(text) { return "\(value)" }
        let watched = try watches.watch(text)
        guard let sample = watched.sample(at: playback.position) else {
            throw RerunError("the run has no idle point at which `\(text)` has a value")
        }
        return sample.text(of: watched)
    }

    /// The value of a property that the journal has; nil for others, and for conditions.
    private func recorded(_ text: String) -> JournalValue? {
        guard text.contains("."), !text.contains(" ") else { return nil }
        return playback.value(of: PropertyName(text))
    }

    /// Returns all properties of a participant at the position, the empty ones last.
    mutating func everything(of participant: String) throws(RerunError) -> [JournalAttribute] {
        let sample = try watches.everything(of: participant).sample(at: playback.position)
        let all = (sample?.values ?? []).map { value in
            JournalAttribute(String(value.name.dropFirst(participant.count + 1)), value.value)
        }
        let isEmpty = { (one: JournalAttribute) in ["none", "[]", "\"\""].contains("\(one.value)") }
        return all.filter { !isEmpty($0) } + all.filter(isEmpty)
    }

    /// Returns the condition of a breakpoint.
    mutating func condition(_ text: String) throws(RerunError) -> WatchedExpression {
        let watched = try watches.watch(text)
        guard watched.isCondition else {
            throw RerunError("write a condition, such as `\(text): …` with the value")
        }
        return watched
    }

    /// Returns the breakpoint that `datagram TEXT`, `timer TEXT` or a condition describes.
    mutating func breakpoint(_ text: String) throws(RerunError) -> Playback.Breakpoint {
        let words = text.split(separator: " ").map(String.init)
        let rest = words.dropFirst().joined(separator: " ")
        let breakpoint: Playback.Breakpoint
        switch words.first {
        case "datagram" where !rest.isEmpty: breakpoint = .datagram(Playback.SearchedWords(rest))
        case "timer" where !rest.isEmpty: breakpoint = .timer(Playback.SearchedWords(rest))
        case let word? where word.contains(".") || word.hasPrefix("{"): breakpoint = .condition(try condition(text))
        default:
            throw RerunError(
                "write `datagram` or `timer` and words, such as `datagram bob lost`, or a condition, such as "
                    + "`bob.callingState: inCall`")
        }
        guard playback.count(of: breakpoint) > 0 else {
            if case .condition = breakpoint { throw RerunError("`\(text)` becomes true nowhere in this run") }
            throw RerunError("no \(words[0]) of this run has the words `\(rest)`")
        }
        return breakpoint
    }

    /// Returns a line for each value.
    static func list(_ values: [JournalAttribute]) -> String {
        values.isEmpty ? "  none\n" : values.map { "  \($0.name): \($0.value)\n" }.joined()
    }
}
