package import ScenarioLanguage
import ScenarioVocabulary

extension DriverError {
    /// Whether it has the code and the cause that a scenario names.
    package func fits(_ thrown: CommandCall.Thrown) -> Bool {
        let hasCode = thrown.code.map { $0 == code } ?? true
        let hasCause = thrown.underlying.map { $0 == underlying || message.contains($0) } ?? true
        return hasCode && hasCause
    }
}
