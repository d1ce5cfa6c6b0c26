import ScenarioLanguage

extension LoadThreshold {
    /// Reads a threshold such as `accept→inCall p99 < 200ms`, `failed < 0.1%` or `rate >= 100/s`.
    package init(_ text: String) throws(LoadTextError) {
        var reader = ThresholdReader(text)
        self = try reader.threshold()
    }
}

private struct ThresholdReader {
    private let text: String
    private var words: LoadWords

    private static let subjects = LoadPhase.allCases.map(\.rawValue) + ["lateness", "failed", "rate"]

    init(_ text: String) {
        self.text = text
        words = LoadWords(text)
    }

    mutating func threshold() throws(LoadTextError) -> LoadThreshold {
        let column = words.column
        let name = name()
        let percentile = try percentile()
        let subject = try subject(name, percentile, at: column)
        let relation = try relation()
        let (bound, isShare) = try bound(of: subject)
        let last: LoadThreshold.Subject = subject == .failedShare && !isShare ? .failedCount : subject
        return LoadThreshold(subject: last, relation: relation, bound: bound, text: text)
    }

    /// A word, or two words with an arrow between them.
    private mutating func name() -> String {
        let first = words.name()
        guard words.take("→") || words.take("->") || words.take("-") else { return first }
        return "\(first)→\(words.name())"
    }

    private func subject(
        _ name: String, _ percentile: Double?, at column: Int
    ) throws(LoadTextError) -> LoadThreshold.Subject {
        let needed = words.error("`\(name)` needs a percentile", "write it like `\(name) p99 < 200ms`")
        if let phase = LoadPhase(named: name) {
            guard let percentile else { throw needed }
            return .phase(phase, percentile: percentile)
        }
        switch name {
        case "lateness":
            guard let percentile else { throw needed }
            return .lateness(percentile: percentile)
        case "failed": return .failedShare
        case "rate": return .rate
        default:
            let near = Spelling.nearest(to: name, in: Self.subjects).map { "did you mean `\($0)`?" }
            throw words.error(
                name.isEmpty ? "nothing to compare is named" : "nothing is called `\(name)`",
                near ?? "there is: \(Self.subjects.joined(separator: ", "))", at: column)
        }
    }

    /// The percentile that comes next, such as `p99.9` or `max`; nil when none does.
    private mutating func percentile() throws(LoadTextError) -> Double? {
        if words.take("max") { return 100 }
        let column = words.column
        guard words.take("p") else { return nil }
        guard let percentile = Double(words.digits()), percentile > 0, percentile <= 100 else {
            throw words.error("a percentile is a number up to 100", "write it like `p99.9`", at: column)
        }
        return percentile
    }

    private mutating func relation() throws(LoadTextError) -> LoadThreshold.Relation {
        for relation in LoadThreshold.Relation.allCases where words.take(relation.rawValue) { return relation }
        throw words.error("a comparison is missing", "write `<`, `<=`, `>` or `>=`")
    }

    /// The limit, and true for a share in percent.
    private mutating func bound(of subject: LoadThreshold.Subject) throws(LoadTextError) -> (Double, Bool) {
        let column = words.column
        let text = words.upTo([])
        switch subject {
        case .phase, .lateness:
            guard let duration = try? Units.duration(text, longest: .seconds(3600)) else {
                throw words.error("`\(text)` is not a duration", "write it like `200ms`", at: column)
            }
            return (duration / .nanoseconds(1), false)
        case .rate:
            guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), rate.isFinite, rate >= 0 else {
                throw words.error("`\(text)` is not a rate", "write it like `100/s`", at: column)
            }
            return (rate, false)
        case .failedShare, .failedCount:
            let isShare = text.hasSuffix("%")
            guard let number = Double(isShare ? text.dropLast() : text[...]), number.isFinite, number >= 0 else {
                throw words.error("`\(text)` is neither a share nor a number", "write it like `0.1%`", at: column)
            }
            return (isShare ? number / 100 : number, isShare)
        }
    }
}
