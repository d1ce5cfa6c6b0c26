package import ScenarioLanguage

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
    /// Performs the step with a client of the library that it is written for; returns when it is complete.
    package typealias Code = @MainActor @Sendable (any Performer, ReceivedCommand) async throws -> Void

    /// A description in one line.
    public let about: String
    let required: [Argument]
    let optional: [Argument]
    /// Nil for a step that only participants of registered kinds perform.
    let code: Code?

    /// Creates a step of participants that are clients of a call library.
    package init(
        _ about: String, needs required: [any DeclaredArgument], takes optional: [any DeclaredArgument], code: Code?
    ) {
        self.about = about
        self.required = required.map(\.argument)
        self.optional = optional.map(\.argument)
        self.code = code
    }

    /// Creates a step that each registered kind of participants implements.
    public init(
        ofKinds about: String, needs required: [any DeclaredArgument] = [],
        takes optional: [any DeclaredArgument] = []
    ) {
        self.init(about, needs: required, takes: optional, code: nil)
    }

    var arguments: [Argument] { required + optional }

    /// Returns the step's signature as a command of the language.
    func command(named name: String) -> CommandSpec {
        CommandSpec(name, about, needs: required, takes: optional, isForKindsAlone: code == nil)
    }

    /// Performs the step as a command with the given name.
    @MainActor
    package func perform(_ name: String, _ performer: any Performer, _ arguments: Arguments) async throws {
        guard let code else { throw UnsupportedCommand(name) }
        try await code(performer, ReceivedCommand(name: name, arguments: arguments))
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
    public var description: String { "this participant does not support `\(command)`" }
}
