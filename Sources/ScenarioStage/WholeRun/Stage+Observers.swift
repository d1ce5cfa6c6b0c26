import CallLibrary
import ScenarioVocabulary

extension Stage {
    /// The number of participants with observed properties. The participants of a crowd are alike.
    private static let observed = 8

    /// Returns the failure of a property that has changed without a notification to its observer.
    ///
    /// - Parameter steps: The number of steps that have begun or ended; nil at the end. The properties are read once
    ///   for each number.
    func staleObserver(_ steps: Int?) -> ExpectationFailure? {
        guard steps == nil || steps != stepsAtObservation else { return nil }
        stepsAtObservation = steps
        for participant in cast.prefix(Self.observed) {
            let stale = participant.observer.staleProperty(viewModel: participant.viewModel, call: participant.call)
            guard let stale else { continue }
            return ExpectationFailure(
                reason: "an observer of \(participant.name)'s \(stale.property) was not notified of a change",
                expected: "\(stale.property): \(stale.notified), of which the observer was notified last",
                actual: "\(stale.property): \(stale.actual)", participants: [participant.name])
        }
        return nil
    }
}
