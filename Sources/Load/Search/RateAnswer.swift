import Journal

/// The answer of a search for a rate, for people and as JSON.
package struct RateAnswer {
    private let trials: [RateSearch.Trial]
    private let lower: RateSearch.Trial?
    private let upper: RateSearch.Trial?
    private let goals: [String]
    /// The reason for the end.
    private let stopped: String

    package init(_ search: RateSearch, goals: [String], stopped: String? = nil) {
        trials = search.trials
        (lower, upper) = search.interval
        self.goals = goals
        self.stopped = stopped ?? search.end?.rawValue ?? "it was interrupted"
    }

    /// True when a rate holds.
    package var hasLower: Bool { lower != nil }

    /// True when the generator, and no goal, is the limit above.
    package var isOfGenerator: Bool {
        if case .invalid? = upper?.outcome { true } else { false }
    }

    /// A trial in a line.
    package static func line(_ trial: RateSearch.Trial, number: Int) -> String {
        "trial \(number): \(rate(trial.rate)) for \(Decimals.text(trial.seconds, 1)) s: \(trial.outcome.written)\n"
    }

    /// The interval in lines.
    package var summary: String {
        let low =
            lower.map { "at least \(Self.rate($0.rate)) (\($0.outcome.written))" }
            ?? "no rate was found that holds"
        let high =
            upper.map { "less than \(Self.rate($0.rate)) (\($0.outcome.written))" }
            ?? "no limit was found above"
        let whose =
            isOfGenerator
            ? "generator  the upper bound is the generator's own; other goals may hold beyond it\n" : ""
        return
            "rate       \(low)\n           \(high)\n\(whose)stopped    after \(trials.count) trials: \(stopped)\n"
    }

    /// The answer as JSON.
    package var json: [UInt8] {
        var text = JSONText()
        text.openObject()
        text.key("goals")
        text.openArray()
        for goal in goals { text.text(goal) }
        text.closeArray()
        for (name, bound) in [("lower", lower), ("upper", upper)] {
            text.key(name)
            if let bound { text.number(bound.rate) } else { text.null() }
        }
        text.key("limitedByGenerator")
        text.boolean(isOfGenerator)
        text.key("stopped")
        text.text(stopped)
        text.key("trials")
        text.openArray()
        for trial in trials { Self.add(trial, to: &text) }
        text.closeArray()
        text.closeObject()
        text.newline()
        return text.takeBytes()
    }

    private static func add(_ trial: RateSearch.Trial, to text: inout JSONText) {
        text.openObject()
        text.key("rate")
        text.number(trial.rate)
        text.key("seconds")
        text.number(trial.seconds)
        text.key("outcome")
        text.text(trial.outcome.word)
        text.key("figures")
        text.text(trial.outcome.figures)
        text.closeObject()
    }

    private static func rate(_ rate: Double) -> String {
        "\(Decimals.text(rate, rate < 10 ? 3 : rate < 100 ? 2 : rate < 1000 ? 1 : 0))/s"
    }
}

extension RateSearch.Outcome {
    fileprivate var word: String {
        switch self {
        case .held: "held"
        case .broken: "broken"
        case .invalid: "invalid"
        }
    }

    fileprivate var figures: String {
        switch self {
        case .held(let text), .broken(let text), .invalid(let text): text
        }
    }

    fileprivate var written: String { "\(word): \(figures)" }
}
