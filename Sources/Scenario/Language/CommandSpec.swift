/// A command of the language: how it is called, what it takes, what it does and how it is done.
///
/// The commands of one family stand in one file of `Commands/`; `all` lists the families.
public struct CommandSpec: Sendable {
    /// How a scenario calls it, such as `call.get`.
    public let name: String
    /// The arguments that must be there.
    public let required: [Argument]
    /// The arguments that may be there.
    public let optional: [Argument]
    /// Whether it can throw; the commands of the view model cannot.
    public let canThrow: Bool
    /// What it does to the participant's process instead of its client.
    var life: Life?
    /// Whether it rings the members that it is told.
    let rings: Bool
    /// Whether participants that are clients of the call library cannot do it.
    let isForKindsAlone: Bool
    /// What it does.
    public let about: String
    /// Does it; returns when the library's function does.
    let perform: Performance

    /// What can happen to a participant's process.
    enum Life: Hashable, Sendable {
        case crash
        case restart
    }

    /// How a command is done.
    typealias Performance = @MainActor (StageParticipant, Arguments) async throws -> Void

    init(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        canThrow: Bool = true,
        rings: Bool = false, isForKindsAlone: Bool = false, perform: @escaping Performance
    ) {
        self.name = name
        self.required = required
        self.optional = optional
        self.canThrow = canThrow
        self.rings = rings
        self.isForKindsAlone = isForKindsAlone
        self.about = about
        self.perform = perform
    }

    /// All arguments.
    public var arguments: [Argument] { required + optional }

    /// Every command of the language, family by family, in the order in which the documents show them.
    public static let all: [CommandSpec] = [
        viewModelCommands,
        mediaCommands,
        callCommands,
        callUpdateCommands,
        memberCommands,
        viewCommands,
        connectionCommands,
        trackCommands,
        moderationCommands,
        liveCommands,
        recordingCommands,
        broadcastCommands,
        transcriptionCommands,
        clientCommands,
        lifeCommands,
        queryCommands,
        deviceCommands,
    ].flatMap(\.self)

    /// The command that is called so.
    public static func named(_ name: String) -> CommandSpec? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

/// Something that a participant is told to do.
public struct Command: Sendable {
    /// Which command.
    public let spec: CommandSpec
    /// With what.
    public let arguments: Arguments

    init(_ spec: CommandSpec, _ arguments: Arguments) {
        self.spec = spec
        self.arguments = arguments
    }
}

extension Command: Hashable {
    /// Commands of one name and with the same arguments are the same.
    public static func == (one: Command, other: Command) -> Bool {
        one.spec.name == other.spec.name && one.arguments == other.arguments
    }

    /// Feeds its name and arguments.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(spec.name)
        hasher.combine(arguments)
    }
}
