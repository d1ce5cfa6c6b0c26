import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

extension Director {
    /// Returns a line for each expectation of a failed step that does not hold, with the differences of lists.
    ///
    /// The list is empty when the failure's own expected and actual values are as informative.
    func findings(at step: Step) -> [String] {
        let found = step.action.expectations.flatMap { expectation in
            expectation.participants.compactMap { finding(expectation, at: $0) }
        }
        let isMore = found.count > 1 || found.contains { $0.detail != nil }
        return isMore ? found.map { $0.text + ($0.detail.map { " (\($0))" } ?? "") } : []
    }

    private func finding(_ expectation: Expectation, at name: String) -> (text: String, detail: String?)? {
        let (actual, _, isMet) = evaluate(expectation, at: name)
        guard !isMet else { return nil }
        let text = "\(name).\(expectation.property): expected \(expectation.comparison), and is \(actual)"
        let message = (stage.performer(name) as? DriverPerformer)?.message(about: expectation.property)
        let details = [expectation.comparison.difference(from: actual), message].compactMap(\.self).filter {
            !$0.isEmpty
        }
        return (text, details.isEmpty ? nil : details.joined(separator: "; "))
    }
}

extension Comparison {
    /// Returns the missing and the unexpected items of a list; nil for other values.
    fileprivate func difference(from actual: Value) -> String? {
        guard case .equal(.list(let wanted)) = self, case .list(let found) = actual else { return nil }
        let (missing, unexpected) = (wanted.without(found), found.without(wanted))
        let parts = [("missing", missing), ("unexpected", unexpected)].filter { !$0.1.isEmpty }
        return parts.map { "\($0.0): \($0.1.map(\.description).joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension [Value] {
    /// Returns the items that remain after one equal item is removed for each of the others.
    fileprivate func without(_ others: Self) -> Self {
        others.reduce(into: self) { rest, other in
            if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
        }
    }
}
