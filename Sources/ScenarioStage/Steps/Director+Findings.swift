import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Director {
    /// Every expectation of a failed step that does not hold, a line each, with the items that a list lacks or has beyond.
    ///
    /// The list is empty when the failure's own expected and actual value say as much.
    func findings(at step: Step) -> [String] {
        let expectations: [Expectation] =
            switch step.action {
            case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): expectations
            default: []
            }
        let found = expectations.flatMap { expectation in
            expectation.participants.compactMap { finding(expectation, at: $0) }
        }
        let isMore = found.count > 1 || found.contains { $0.detail != nil }
        return isMore ? found.map { $0.text + ($0.detail.map { " (\($0))" } ?? "") } : []
    }

    private func finding(_ expectation: Expectation, at name: String) -> (text: String, detail: String?)? {
        let actual = stage.value(of: expectation.property, at: name)
        let first = firstValues[FirstValueKey(participant: name, property: expectation.property)] ?? .none
        guard !expectation.comparison.isMet(by: actual, first: first, marks: stage.marks) else { return nil }
        let text = "\(name).\(expectation.property): expected \(expectation.comparison), and is \(actual)"
        return (text, expectation.comparison.difference(from: actual))
    }
}

extension Comparison {
    /// The items that a list lacks or has beyond the expected ones; nil for anything but two lists.
    fileprivate func difference(from actual: Value) -> String? {
        guard case .equal(.list(let wanted)) = self, case .list(let found) = actual else { return nil }
        let (missing, beyond) = (wanted.without(found), found.without(wanted))
        let parts = [("missing", missing), ("unexpected", beyond)].filter { !$0.1.isEmpty }
        return parts.map { "\($0.0): \($0.1.map(\.description).joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension [Value] {
    /// The items that remain when each of the others takes one equal item away.
    fileprivate func without(_ others: Self) -> Self {
        others.reduce(into: self) { rest, other in
            if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
        }
    }
}
