internal import Journal
internal import ScenarioStage
internal import Tracing

/// Expressions of the scenario language whose values a debugger shows at each position of a run.
///
/// The first use of an expression repeats the run once. Later uses read the journal of that run.
struct Watches {
    private let rerun: Rerun?
    private var known: [String: WatchedExpression] = [:]

    init(_ rerun: Rerun?) { self.rerun = rerun }

    /// Returns the values of an expression over the run: a property such as `bob.participantCount`, or conditions such
    /// as `bob.callingState: inCall` and `bob.callingState == inCall`.
    mutating func watch(_ text: String) throws(RerunError) -> WatchedExpression {
        if let watched = known[text] { return watched }
        let (conditions, isCondition) = Self.conditions(in: text)
        let watched = try watch(text, conditions, isCondition)
        known[text] = watched
        return watched
    }

    /// Returns all properties of a participant over the run.
    mutating func everything(of participant: String) throws(RerunError) -> WatchedExpression {
        let text = "\(participant).*"
        if let watched = known[text] { return watched }
        let names = rerun?.propertyNames ?? []
        let conditions = names.map { "\"\(participant).\($0)\": unchanged" }.joined(separator: ", ")
        let watched = try watch(text, conditions, false)
        known[text] = watched
        return watched
    }

    private func watch(
        _ text: String, _ conditions: String, _ isCondition: Bool
    ) throws(RerunError) -> WatchedExpression {
        guard let rerun else { throw Rerun.unavailable }
        let repetition = try rerun.run(try rerun.adding("expect: {\(conditions)}"), forkAfter: nil).trace
        guard FutureComparison.isSameCourse(rerun.trace, repetition) else { throw Rerun.isOther }
        return WatchedExpression(text, isCondition: isCondition, entry: RunFork.watchEntry, in: repetition)
    }

    private static let operators = [
        ("==", nil), ("!=", "not"), (">=", "atLeast"), ("<=", "atMost"), (">", "moreThan"), ("<", "lessThan"),
    ]

    /// Returns the conditions in the notation of scenarios, and true unless the text only names a property.
    private static func conditions(in text: String) -> (text: String, isCondition: Bool) {
        let text = text.trimmed
        if text.hasPrefix("{"), text.hasSuffix("}") { return (String(text.dropFirst().dropLast()), true) }
        if text.hasPrefix("\""), text.contains(": ") { return (text, true) }
        if let colon = text.firstRange(of: ": ") {
            return ("\"\(text[..<colon.lowerBound])\": \(text[colon.upperBound...])", true)
        }
        for (sign, word) in operators {
            guard let place = text.firstRange(of: sign) else { continue }
            let (name, value) = (String(text[..<place.lowerBound]).trimmed, String(text[place.upperBound...]).trimmed)
            return ("\"\(name)\": " + (word.map { "{\($0): \(value)}" } ?? value), true)
        }
        return ("\"\(text)\": unchanged", false)
    }
}

extension WatchedExpression.Sample {
    /// The values in one line: one value alone, or each with its property.
    func text(of watched: WatchedExpression) -> String {
        let listed = values.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        if watched.isCondition { return "\(holds) (\(listed))" }
        return values.count == 1 ? values.map { "\($0.value)" }.joined() : listed
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
