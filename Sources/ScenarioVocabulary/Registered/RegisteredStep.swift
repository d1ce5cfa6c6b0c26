public import CallLibrary
import Journal
public import ScenarioLanguage

/// A step of the embedding program: a command with a name, arguments and a Swift function.
///
///     Registry(steps: [
///         "greetEverybody": RegisteredStep("says hello to all in the call", takes: [text]) { participant, arguments in
///             try await participant.neededCall().sendCustomEvent([.text("hello"): .text(arguments[text] ?? "you")])
///         }
///     ])
///
/// A scenario writes it as `- alice: greetEverybody`, with the arguments as keys beside it.
public struct RegisteredStep: Sendable {
    /// Performs the step; returns when it is complete. An error fails the scenario, unless it is expected.
    public typealias Performance = @MainActor @Sendable (StepParticipant, Arguments) async throws -> Void

    /// A description in one line.
    public let about: String
    let required: [Argument]
    let optional: [Argument]
    /// Nil for a step that only participants of registered kinds perform.
    let perform: Performance?

    /// Creates a step of participants that are call library clients.
    public init(
        _ about: String, needs required: [any DeclaredArgument] = [], takes optional: [any DeclaredArgument] = [],
        perform: @escaping Performance
    ) {
        self.about = about
        self.required = required.map(\.argument)
        self.optional = optional.map(\.argument)
        self.perform = perform
    }

    /// Creates a step that each registered kind of participants implements.
    public init(
        ofKinds about: String, needs required: [any DeclaredArgument] = [],
        takes optional: [any DeclaredArgument] = []
    ) {
        self.about = about
        self.required = required.map(\.argument)
        self.optional = optional.map(\.argument)
        perform = nil
    }

    var arguments: [Argument] { required + optional }

    /// Returns the step's signature as a command of the language.
    func command(named name: String) -> CommandSpec {
        CommandSpec(name, about, needs: required, takes: optional, isForKindsAlone: perform == nil)
    }

    /// Performs the step as a command with the given name.
    func perform(_ name: String, _ participant: StageParticipant, _ arguments: Arguments) async throws {
        guard let perform else { throw UnsupportedCommand(name) }
        try await perform(StepParticipant(participant), arguments)
    }
}

extension Registry {
    /// Performs a command of the language or a registered one.
    @MainActor
    package func perform(_ command: Command, by participant: StageParticipant) async throws {
        let name = command.spec.name
        if let code = Commands.table[command.spec] { return try await code(participant, command.arguments) }
        guard let step = steps[name] else { throw UnsupportedCommand(name) }
        try await step.perform(name, participant, command.arguments)
    }
}

/// A command that a participant does not support.
public struct UnsupportedCommand: Error, CustomStringConvertible {
    /// The command.
    public let command: String

    /// Creates the error for a command.
    public init(_ command: String) {
        self.command = command
    }

    /// A readable description of the error.
    public var description: String { "this participant cannot do `\(command)`" }
}

/// A participant as a registered step sees it: its whole client.
@MainActor
public struct StepParticipant {
    private let participant: StageParticipant

    init(_ participant: StageParticipant) {
        self.participant = participant
    }

    /// The participant's name in the scenario.
    public var name: String { participant.name }
    /// The participant's client.
    public var streamVideo: StreamVideo { participant.client }
    /// The view model of the participant's screen.
    public var viewModel: CallViewModel { participant.viewModel }
    /// The participant's current call, the call that rings here, or the last call.
    public var call: Call? { participant.call }

    /// Returns the call with a name; scenarios read the participant's call properties from it after this.
    public func call(_ reference: CallReference) -> Call {
        participant.client.call(reference, of: participant)
    }

    /// Returns the participant's current call.
    ///
    /// - Throws: An error when there is none.
    public func neededCall() throws -> Call {
        guard let call else { throw NoCallError(participant: name) }
        return call
    }

    /// Adds a line to the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        participant.note(text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}

extension StreamVideo {
    fileprivate func call(_ reference: CallReference, of participant: StageParticipant) -> Call {
        participant.call(reference) ?? call(callType: reference.type, callId: reference.id)
    }
}
