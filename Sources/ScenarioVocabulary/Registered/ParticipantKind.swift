public import ScenarioLanguage

/// A kind of participants of the embedding program's own: what stands behind `kind` of a participant.
///
/// Such a participant has an address, a socket, a seed and a clock of the run like every other, so it lives in virtual
/// time and its datagrams are captured and spoiled like theirs. What it does with them is its own.
public struct ParticipantKind: Sendable {
    /// Makes a participant at the start of a run; nothing has been sent yet.
    public typealias Factory = @MainActor @Sendable (ParticipantContext) throws -> any RegisteredParticipant

    /// What it is, in a line.
    public let about: String
    let required: [Argument]
    let optional: [Argument]
    /// The names of the commands that it can be told.
    let commands: [String]
    /// What it reports beside properties of the language.
    let properties: [ReportedProperty]
    package let make: Factory

    /// Describes a kind.
    ///
    /// - Parameters:
    ///   - about: What it is, in a line.
    ///   - required: What must stand below `with` of such a participant.
    ///   - optional: What may stand there.
    ///   - commands: The commands that it can be told, of the language or registered.
    ///   - properties: What it reports beside properties of the language.
    ///   - make: Makes one participant.
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

    /// The signature of the kind as the language checks it.
    func signature(named name: String) -> RegisteredKind {
        RegisteredKind(
            name, required: required, optional: optional, commands: commands,
            properties: properties.map { PropertySpec($0.name, $0.type, $0.about) })
    }
}

/// A property that participants of a registered kind report.
public struct ReportedProperty: Hashable, Sendable {
    /// How a scenario calls it.
    public let name: String
    /// What its values are.
    public let type: ValueType
    /// What it is.
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
    /// Connects to the coordinator, before the first step or with the command `connect`; what it throws fails the run.
    func connect() async throws

    /// Does what it is told; returns when that is done. What it throws fails the run, unless the scenario expects it.
    func perform(_ command: ReceivedCommand) async throws

    /// Goes, at the end of the run: leaves its call and disconnects. No timer of it may run after that.
    func leave() async
}

/// What a participant of a registered kind is told.
public struct ReceivedCommand: Sendable {
    /// The command, of the language or registered.
    public let name: String
    /// With what; for arguments of the embedding program's own.
    public let arguments: Arguments

    package init(name: String, arguments: Arguments) {
        self.name = name
        self.arguments = arguments
    }

    /// The call that the command names; nil when it names none.
    public var call: CallReference? { arguments.call(.call) }

    /// The members that the command names, as the ids of their users.
    public var members: [String] { arguments.texts(.members) }

    /// What stands behind an argument of the language, such as `reason`; nil when nothing does.
    public func value(_ name: String) -> Value? { arguments.value(named: name) }
}
