/// The signature of a registered kind of participants.
package struct RegisteredKind: Hashable, Sendable {
    /// The name in a scenario.
    package let name: String
    /// The required arguments below `with`.
    package let required: [Argument]
    /// The optional arguments below `with`.
    package let optional: [Argument]
    /// The supported commands.
    package let commands: [String]
    /// The reported properties besides those of the language.
    package let properties: [PropertySpec]

    package init(
        _ name: String, required: [Argument], optional: [Argument], commands: [String], properties: [PropertySpec]
    ) {
        self.name = name
        self.required = required
        self.optional = optional
        self.commands = commands
        self.properties = properties
    }
}

/// The arguments of a participant of a registered kind.
package struct RegisteredPart: Hashable, Sendable {
    /// The kind.
    package let kind: String
    /// The arguments below `with`.
    package let arguments: Arguments
}
