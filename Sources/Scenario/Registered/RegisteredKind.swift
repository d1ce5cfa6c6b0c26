/// What a scenario file may say of a kind of participants that is registered.
public struct RegisteredKind: Hashable, Sendable {
    /// How it is called.
    let name: String
    /// What must stand below `with`.
    let required: [Argument]
    /// What may stand there.
    let optional: [Argument]
    /// The commands that it takes.
    let commands: [String]
    /// What it reports beside properties of the language.
    let properties: [ReportedProperty]

    init(_ name: String, _ kind: ParticipantKind) {
        self.name = name
        required = kind.required
        optional = kind.optional
        commands = kind.commands
        properties = kind.properties
    }
}

/// What a participant of a registered kind is made with.
public struct RegisteredPart: Hashable, Sendable {
    /// The kind.
    public let kind: String
    /// What stands below `with`.
    public let arguments: Arguments
}

extension CommandSpec: Hashable {
    /// A name means one command.
    public static func == (one: CommandSpec, other: CommandSpec) -> Bool { one.name == other.name }

    /// Feeds its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PropertySpec {
    /// A property that participants of a registered kind report; all others have none.
    init(_ property: ReportedProperty) {
        self.init(property.name, property.type, property.about) { _ in .none }
    }
}

extension Vocabulary {
    /// What a program has registered.
    public init(_ registry: Registry) {
        self.init(
            interceptors: registry.interceptors.keys.sorted(), errors: registry.errors.map { "\($0)" },
            steps: registry.steps.sorted { $0.key < $1.key }.map { $0.value.command(named: $0.key) },
            kinds: registry.participants.sorted { $0.key < $1.key }.map { RegisteredKind($0.key, $0.value) })
    }

    /// Every command there is.
    var commands: [CommandSpec] { CommandSpec.all + steps }

    /// The command that is called so.
    func command(_ name: String) -> CommandSpec? {
        CommandSpec.named(name) ?? steps.first { $0.name == name }
    }

    /// The command that a text is, lacks only `call.` to be, or is near to.
    func command(meantBy text: String) -> String? {
        CommandSpec.meant(by: text, in: commands.map(\.name))
    }

    /// The kind that is called so.
    func kind(_ name: String) -> RegisteredKind? { kinds.first { $0.name == name } }

    /// The property that some registered kind reports.
    func property(_ name: String) -> PropertySpec? {
        kinds.lazy.flatMap(\.properties).first { $0.name == name }.map { PropertySpec($0) }
    }

    /// The properties that registered kinds report.
    var propertyNames: [String] { kinds.flatMap { $0.properties.map(\.name) } }
}
