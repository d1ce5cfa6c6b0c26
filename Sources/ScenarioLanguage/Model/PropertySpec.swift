/// A property in expectations: its name, the type of its values and a description.
///
/// The vocabulary assigns the code that reads it.
package struct PropertySpec: Sendable {
    /// The name in a scenario, such as `session.acceptedBy`.
    package let name: String
    /// The kind of the property's server, `coordinator` or `sfu`; nil for a property of participants.
    package let server: String?
    /// The type of the values.
    package let type: ValueType
    /// A description in one line.
    package let about: String

    package init(_ name: String, _ type: ValueType, _ about: String, of server: String? = nil) {
        self.name = name
        self.server = server
        self.type = type
        self.about = about
    }
}

extension PropertySpec: Hashable {
    /// Properties of one owner with the same name are equal.
    package static func == (one: PropertySpec, other: PropertySpec) -> Bool {
        one.name == other.name && one.server == other.server
    }

    /// Feeds the name and the owner to `hasher`.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(server)
    }
}
