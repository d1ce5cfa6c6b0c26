/// A command of a server: what it is told to do that no participant asked for.
public struct ServerCommandSpec: Sendable {
    /// The server that can do it, by its name in scenarios.
    public let server: String
    /// How a scenario calls it.
    public let name: String
    /// The arguments that must be there.
    public let required: [Argument]
    /// The arguments that may be there.
    public let optional: [Argument]
    /// What it does.
    public let about: String
    /// What the journal says of it, behind the server's name.
    let text: @Sendable (Arguments) -> String
    /// Tells the server.
    let perform: @MainActor (Stage, _ server: String, Arguments) -> Void

    init(
        _ server: String, _ name: String, _ about: String, needs required: [Argument] = [],
        takes optional: [Argument] = [],
        text: @escaping @Sendable (Arguments) -> String, perform: @escaping @MainActor (Stage, Arguments) -> Void
    ) {
        self.server = server
        self.name = name
        self.required = required
        self.optional = optional
        self.about = about
        self.text = text
        self.perform = { stage, _, arguments in perform(stage, arguments) }
    }

    /// A command that one of several servers can do; what it does is told the server's name.
    init(
        each server: String, _ name: String, _ about: String, takes optional: [Argument] = [],
        perform: @escaping @MainActor (Stage, _ server: String, Arguments) -> Void
    ) {
        self.server = server
        self.name = name
        required = []
        self.optional = optional
        self.about = about
        text = { _ in name }
        self.perform = perform
    }

    /// All arguments.
    public var arguments: [Argument] { required + optional }

    /// Every command of a server, family by family, in the order in which the documents show them.
    public static let all: [ServerCommandSpec] = [
        coordinatorCommands,
        failureCommands,
        sfuStayCommands,
        sfuServiceCommands,
        sfuEventCommands,
        egressCommands,
    ].flatMap(\.self)
}

/// A server's part in a scenario.
public struct ServerCall: Sendable {
    /// The server that is told, by its name in scenarios.
    public let server: String
    /// Which command.
    public let spec: ServerCommandSpec
    /// With what.
    public let arguments: Arguments
}

extension ServerCall: Hashable {
    /// Commands of one server and name, with the same arguments, are the same.
    public static func == (one: ServerCall, other: ServerCall) -> Bool {
        one.server == other.server && one.spec.name == other.spec.name && one.arguments == other.arguments
    }

    /// Feeds its server, name and arguments.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(server)
        hasher.combine(spec.name)
        hasher.combine(arguments)
    }
}
