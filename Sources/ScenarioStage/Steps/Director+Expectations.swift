import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

extension Director {
    /// Returns the failure of a step's expectation; nil when it holds, and for steps without one.
    func failure(of step: Step) -> ExpectationFailure? {
        switch step.action {
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations):
            firstFailure(expectations, step)
        case .packets(let expectation, _): stage.failure(of: expectation, step)
        case .journal(let expectation, _): stage.failure(of: expectation, step)
        case .command, .server, .wait, .network, .sameTime, .group, .mark: nil
        }
    }

    func firstFailedRule() -> ExpectationFailure? {
        for rule in rules {
            guard var failure = firstFailure(rule.expectations, rule.step) else { continue }
            failure.reason = "a rule of the whole run broke: " + failure.reason
            return failure
        }
        return nil
    }

    func firstFailure(_ expectations: [Expectation], _ step: Step?) -> ExpectationFailure? {
        for expectation in expectations {
            for name in expectation.participants {
                let result = evaluate(expectation, at: name)
                guard !result.isMet else { continue }
                let path = "\(name).\(expectation.property)"
                var expected = expectation.comparison.description
                if expectation.comparison.asksForFirst { expected += " (from \(result.first))" }
                return ExpectationFailure(
                    reason: "\(path) was not as expected", place: expectation.place, step: step,
                    expected: "\(path): \(expected)", actual: "\(path): \(result.actual)", participants: [name])
            }
        }
        return nil
    }

    /// Compares a participant's property with an expectation, and returns its value now and its first one.
    func evaluate(_ expectation: Expectation, at name: String) -> (actual: Value, first: Value, isMet: Bool) {
        let actual = stage.value(of: expectation.property, at: name)
        let first = firstValues[FirstValueKey(participant: name, property: expectation.property)] ?? .none
        return (actual, first, expectation.comparison.isMet(by: actual, first: first, marks: stage.marks))
    }

    func rememberFirstValues() {
        for key in tracked where firstValues[key] == nil {
            let value = stage.value(of: key.property, at: key.participant)
            if value != .none { firstValues[key] = value }
        }
    }
}
