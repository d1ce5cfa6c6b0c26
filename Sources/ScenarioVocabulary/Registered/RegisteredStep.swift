public import CallLibrary
import Journal
public import ScenarioLanguage

/// A step of the embedding program's own: a command with a name, arguments and a Swift function that does it.
///
///     Registry(steps: [
///         "greetEverybody": RegisteredStep("says hello to all in the call", takes: [text]) { participant, arguments in
///             try await participant.neededCall().sendCustomEvent([.text("hello"): .text(arguments[text] ?? "you")])
///         }
///     ])
///
/// A scenario writes it as `- alice: greetEverybody`, with the arguments as keys beside it.
public struct RegisteredStep: Sendable {
    /// Does the step; returns when it is done. What it throws fails the scenario, unless that expects it.
    public typealias Performance = @MainActor @Sendable (StepParticipant, Arguments) async throws -> Void

    /// What it does, in a line.
    public let about: String
    let required: [Argument]
    let optional: [Argument]
    /// Nil for a step that only participants of registered kinds do.
    let perform: Performance?

    /// Describes a step of participants that are clients of the call library.
    public init(
        _ about: String, needs required: [any DeclaredArgument] = [], takes optional: [any DeclaredArgument] = [],
        perform: @escaping Performance
    ) {
        self.about = about
        self.required = required.map(\.argument)
        self.optional = optional.map(\.argument)
        self.perform = perform
    }

    /// Describes a step that participants of registered kinds do, each in its own way.
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

    /// The signature of the step as a command of the language.
    func command(named name: String) -> CommandSpec {
        CommandSpec(name, about, needs: required, takes: optional, isForKindsAlone: perform == nil)
    }

    /// Performs the step as a command of that name.
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

/// A command that a participant cannot do.
public struct UnsupportedCommand: Error, CustomStringConvertible {
    /// The command.
    public let command: String

    /// Names the command.
    public init(_ command: String) {
        self.command = command
    }

    /// What cannot be done.
    public var description: String { "this participant cannot do `\(command)`" }
}

/// A participant as a registered step sees it: its whole client.
@MainActor
public struct StepParticipant {
    private let participant: StageParticipant

    init(_ participant: StageParticipant) {
        self.participant = participant
    }

    /// Its name in the scenario.
    public var name: String { participant.name }
    /// Its client.
    public var streamVideo: StreamVideo { participant.client }
    /// What its user sees.
    public var viewModel: CallViewModel { participant.viewModel }
    /// The call that it is in, or that rings here, or that it was in last.
    public var call: Call? { participant.call }

    /// The call of a name; from now on the scenario reads the participant's properties of it.
    public func call(_ reference: CallReference) -> Call {
        participant.client.call(reference, of: participant)
    }

    /// The call that it is in.
    ///
    /// - Throws: An error that says so, when it is in none.
    public func neededCall() throws -> Call {
        guard let call else { throw NoCallError(participant: name) }
        return call
    }

    /// Puts a line into the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        participant.note(text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}

extension StreamVideo {
    fileprivate func call(_ reference: CallReference, of participant: StageParticipant) -> Call {
        participant.call(reference) ?? call(callType: reference.type, callId: reference.id)
    }
}
