import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

/// Performs a command of a participant; returns when the library's function returns.
typealias CommandCode = @MainActor (StageParticipant, Arguments) async throws -> Void
typealias CommandRow = Row<CommandSpec, CommandCode>
typealias PropertyRow = Row<PropertySpec, @MainActor (StageParticipant) -> Value>
typealias ParticipantPropertyRow = Row<PropertySpec, @Sendable (CallParticipant) -> Value>
typealias MemberPropertyRow = Row<PropertySpec, @Sendable (Member) -> Value>

extension CommandRow {
    init(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        canThrow: Bool = true, rings: Bool = false, perform: @escaping CommandCode
    ) {
        self.init(
            CommandSpec(name, about, needs: required, takes: optional, canThrow: canThrow, rings: rings), perform)
    }
}
