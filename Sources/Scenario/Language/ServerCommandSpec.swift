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
    let perform: @MainActor (Stage, Arguments) -> Void

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
        self.perform = perform
    }

    /// All arguments.
    public var arguments: [Argument] { required + optional }

    /// Every command of a server, family by family, in the order in which the documents show them.
    public static let all: [ServerCommandSpec] = [
        coordinatorCommands,
        failureCommands,
        sfuStayCommands,
        sfuEventCommands,
        egressCommands,
    ].flatMap(\.self)
}

/// A server's part in a scenario.
public struct ServerCall: Sendable {
    /// Which command of which server.
    public let spec: ServerCommandSpec
    /// With what.
    public let arguments: Arguments
}

extension ServerCall: Hashable {
    /// Commands of one server and name, with the same arguments, are the same.
    public static func == (one: ServerCall, other: ServerCall) -> Bool {
        one.spec.server == other.spec.server && one.spec.name == other.spec.name && one.arguments == other.arguments
    }

    /// Feeds its server, name and arguments.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(spec.server)
        hasher.combine(spec.name)
        hasher.combine(arguments)
    }
}
