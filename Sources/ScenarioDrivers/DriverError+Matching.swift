package import ScenarioLanguage
import ScenarioVocabulary

extension DriverError {
    /// Returns true when the error has the code and the cause in a scenario.
    package func fits(_ thrown: CommandCall.Thrown) -> Bool {
        let hasCode = thrown.code.map { $0 == code } ?? true
        let hasCause = thrown.underlying.map { $0 == underlying || message.contains($0) } ?? true
        return hasCode && hasCause
    }
}
