/// A command of the language: its name, its arguments and a description.
///
/// The vocabulary joins each command with the code that performs it.
package struct CommandSpec: Sendable {
    /// The name in a scenario, such as `call.get`.
    package let name: String
    /// The kind of the command's server, `coordinator` or `sfu`; nil for a command of participants.
    package let server: String?
    /// The required arguments.
    package let required: [Argument]
    /// The optional arguments.
    package let optional: [Argument]
    /// True when the command can throw; commands of the view model and of servers cannot.
    package let canThrow: Bool
    /// The change of the participant's process; nil for a command of its client.
    package let processChange: ProcessChange?
    /// True when the command rings the members in its arguments.
    package let rings: Bool
    /// True when call library clients do not support the command.
    package let isForKindsAlone: Bool
    /// A description in one line.
    package let about: String

    /// A change of a participant's process.
    package enum ProcessChange: Hashable, Sendable {
        case crash
        case restart
    }

    package init(
        _ name: String, _ about: String, of server: String? = nil, needs required: [Argument] = [],
        takes optional: [Argument] = [], canThrow: Bool = true, processChange: ProcessChange? = nil,
        rings: Bool = false, isForKindsAlone: Bool = false
    ) {
        self.name = name
        self.server = server
        self.required = required
        self.optional = optional
        self.canThrow = canThrow
        self.processChange = processChange
        self.rings = rings
        self.isForKindsAlone = isForKindsAlone
        self.about = about
    }

    /// All arguments.
    package var arguments: [Argument] { required + optional }
}

extension CommandSpec: Hashable {
    /// Commands of one owner with the same name are equal.
    package static func == (one: CommandSpec, other: CommandSpec) -> Bool {
        one.name == other.name && one.server == other.server
    }

    /// Feeds the name and the owner to `hasher`.
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

/// A command of a server in a step.
package struct ServerCall: Hashable, Sendable {
    /// The server's name in the scenario.
    package let server: String
    /// The command with its arguments.
    package let command: Command
}
