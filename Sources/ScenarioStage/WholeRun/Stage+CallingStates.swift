import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

extension Stage {
    /// Returns the failure of a transition of a calling state that is not allowed.
    func illegalTransition() -> ExpectationFailure? {
        for performer in performers {
            guard let transition = performer.illegalTransition else { continue }
            var failure = failure(performer.name, transition)
            if let line = (performer as? DriverPerformer)?.illegalMessage { failure.findings = [line] }
            return failure
        }
        return nil
    }

    private func failure(_ name: String, _ transition: (from: String, to: String)) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(name).callingState made a transition that is not allowed",
            expected: "from \(transition.from) to "
                + Spelling.list(CallingTransitions.successors(of: transition.from), joinedBy: "or"),
            actual: "from \(transition.from) to \(transition.to)", participants: [name])
    }
}
