import Backend
import BackendCore
import ScenarioVocabulary

extension Stage {
    /// Checks a trace of the backend.
    func watch(_ trace: BackendTrace) {
        audiences.process(trace) { backend?.membership(of: $0) }
    }

    /// Returns the failure of an event that a client received wrongly or missed.
    func audienceFailure() -> ExpectationFailure? {
        audiences.settle()
        return audiences.violation.map {
            ExpectationFailure(
                reason: "an event was sent to the wrong clients",
                expected: "the members' connections and those that follow the call", actual: $0)
        }
    }
}
