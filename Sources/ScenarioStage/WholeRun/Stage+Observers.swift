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
        for performer in performers.prefix(Self.observed) {
            guard let stale = performer.staleProperty(isLast: steps == nil) else { continue }
            return ExpectationFailure(
                reason: "an observer of \(performer.name)'s \(stale.property) was not notified of a change",
                expected: "\(stale.property): \(stale.notified), of which the observer was notified last",
                actual: "\(stale.property): \(stale.actual)", participants: [performer.name])
        }
        return nil
    }
}
