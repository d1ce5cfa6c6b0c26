public import ScenarioLanguage
public import ScenarioVocabulary

extension RegisteredStep {
    /// Performs the step; returns when it is complete. An error fails the scenario, unless it is expected.
    public typealias Performance = @MainActor @Sendable (StepParticipant, Arguments) async throws -> Void

    /// Creates a step of participants that are call library clients.
    public init(
        _ about: String, needs required: [any DeclaredArgument] = [], takes optional: [any DeclaredArgument] = [],
        perform: @escaping Performance
    ) {
        self.init(about, needs: required, takes: optional) { performer, command in
            guard let participant = performer as? StageParticipant else { throw UnsupportedCommand(command.name) }
            try await perform(StepParticipant(participant), command.arguments)
        }
    }
}

extension Registry {
    /// Performs a command of the language or a registered one.
    @MainActor
    func perform(_ command: Command, by participant: StageParticipant) async throws {
        let name = command.spec.name
        if let code = Commands.table[command.spec] { return try await code(participant, command.arguments) }
        guard let step = steps[name] else { throw UnsupportedCommand(name) }
        try await step.perform(name, participant, command.arguments)
    }
}
