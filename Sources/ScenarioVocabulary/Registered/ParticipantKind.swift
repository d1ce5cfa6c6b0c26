public import ScenarioLanguage

/// A kind of participants that the embedding program implements, for the key `kind` of a participant.
///
/// Such a participant has an address, a socket, a seed and a clock of the run. So it runs in virtual time, and its
/// datagrams are captured and impaired like all others. Its behaviour is its own.
public struct ParticipantKind: Sendable {
    /// Creates a participant at the start of a run, before any datagram is sent.
    public typealias Factory = @MainActor @Sendable (ParticipantContext) throws -> any RegisteredParticipant

    /// A description in one line.
    public let about: String
    let required: [Argument]
    let optional: [Argument]
    /// The names of the supported commands.
    let commands: [String]
    /// The reported properties besides those of the language.
    let properties: [ReportedProperty]
    package let make: Factory

    /// Describes a kind.
    ///
    /// - Parameters:
    ///   - about: A description in one line.
    ///   - required: The required arguments below `with`.
    ///   - optional: The optional arguments below `with`.
    ///   - commands: The supported commands, of the language or registered.
    ///   - properties: The reported properties besides those of the language.
    ///   - make: Creates one participant.
    public init(
        _ about: String, needs required: [any DeclaredArgument] = [], takes optional: [any DeclaredArgument] = [],
        commands: [String], properties: [ReportedProperty] = [], make: @escaping Factory
    ) {
        self.about = about
        self.required = required.map(\.argument)
        self.optional = optional.map(\.argument)
        self.commands = commands
        self.properties = properties
        self.make = make
    }

    var arguments: [Argument] { required + optional }

    /// Returns the kind's signature, which the language checks.
    func signature(named name: String) -> RegisteredKind {
        RegisteredKind(
            name, required: required, optional: optional, commands: commands,
            properties: properties.map { PropertySpec($0.name, $0.type, $0.about) })
    }
}

/// A property that participants of a registered kind report.
public struct ReportedProperty: Hashable, Sendable {
    /// The name in scenarios.
    public let name: String
    /// The type of the values.
    public let type: ValueType
    /// A description.
    public let about: String

    /// Declares a property.
    public init(_ name: String, _ type: ValueType, _ about: String) {
        self.name = name
        self.type = type
        self.about = about
    }
}

/// A participant of a kind that the embedding program registered.
@MainActor
public protocol RegisteredParticipant: AnyObject {
    /// Connects to the coordinator, before the first step or with the command `connect`; an error fails the run.
    func connect() async throws

    /// Performs a command; returns when it is complete. An error fails the run, unless the scenario expects it.
    func perform(_ command: ReceivedCommand) async throws

    /// Leaves the call and disconnects at the end of the run. No timer may fire after that.
    func leave() async
}

/// A command for a participant of a registered kind.
public struct ReceivedCommand: Sendable {
    /// The name of the command, of the language or registered.
    public let name: String
    /// The arguments, including those that the embedding program declares.
    public let arguments: Arguments

    package init(name: String, arguments: Arguments) {
        self.name = name
        self.arguments = arguments
    }

    /// The call that the command names; nil when it names none.
    public var call: CallReference? { arguments.call(.call) }

    /// The members that the command names, as the ids of their users.
    public var members: [String] { arguments.texts(.members) }

    /// Returns the value of an argument of the language, such as `reason`; nil when it is absent.
    public func value(_ name: String) -> Value? { arguments.value(named: name) }
}
