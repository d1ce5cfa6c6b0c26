/// A property that a scenario can expect: its name, the type of its values and its meaning, in words.
///
/// The vocabulary joins each property with the code that reads it.
package struct PropertySpec: Sendable {
    /// The name in a scenario, such as `session.acceptedBy`.
    package let name: String
    /// The kind of server that has it: `coordinator` or `sfu`; nil for a property of participants.
    package let server: String?
    /// The type of its values.
    package let type: ValueType
    /// A description, in a line.
    package let about: String

    package init(_ name: String, _ type: ValueType, _ about: String, of server: String? = nil) {
        self.name = name
        self.server = server
        self.type = type
        self.about = about
    }
}

extension PropertySpec: Hashable {
    /// Two properties of one owner with the same name are equal.
    package static func == (one: PropertySpec, other: PropertySpec) -> Bool {
        one.name == other.name && one.server == other.server
    }

    /// Feeds the name and the owner.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(server)
    }
}
