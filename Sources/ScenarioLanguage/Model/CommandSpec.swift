/// A command of the language: its name, its arguments and what it does, in words.
///
/// The vocabulary joins each command with the code that performs it.
package struct CommandSpec: Sendable {
    /// The name in a scenario, such as `call.get`.
    package let name: String
    /// The kind of server that has it: `coordinator` or `sfu`; nil for a command of participants.
    package let server: String?
    /// The arguments that must be given.
    package let required: [Argument]
    /// The arguments that may be given.
    package let optional: [Argument]
    /// True when it can throw; the commands of the view model and of servers cannot.
    package let canThrow: Bool
    /// What it does to the participant's process instead of its client.
    package let life: Life?
    /// True when it rings the members that its arguments name.
    package let rings: Bool
    /// True when participants that are clients of the call library cannot perform it.
    package let isForKindsAlone: Bool
    /// A description, in a line.
    package let about: String

    /// A change of a participant's process.
    package enum Life: Hashable, Sendable {
        case crash
        case restart
    }

    package init(
        _ name: String, _ about: String, of server: String? = nil, needs required: [Argument] = [],
        takes optional: [Argument] = [], canThrow: Bool = true, life: Life? = nil, rings: Bool = false,
        isForKindsAlone: Bool = false
    ) {
        self.name = name
        self.server = server
        self.required = required
        self.optional = optional
        self.canThrow = canThrow
        self.life = life
        self.rings = rings
        self.isForKindsAlone = isForKindsAlone
        self.about = about
    }

    /// All arguments.
    package var arguments: [Argument] { required + optional }
}

extension CommandSpec: Hashable {
    /// Two commands of one owner with the same name are equal.
    package static func == (one: CommandSpec, other: CommandSpec) -> Bool {
        one.name == other.name && one.server == other.server
    }

    /// Feeds the name and the owner.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(server)
    }
}

/// A command with its arguments.
package struct Command: Hashable, Sendable {
    /// The command.
    package let spec: CommandSpec
    /// Its arguments.
    package let arguments: Arguments

    package init(_ spec: CommandSpec, _ arguments: Arguments) {
        self.spec = spec
        self.arguments = arguments
    }
}

/// A command of a server, as a step gives it.
package struct ServerCall: Hashable, Sendable {
    /// The server's name in the scenario.
    package let server: String
    /// The command with its arguments.
    package let command: Command
}
