/// The fields of a mapping whose names the wire defines.
public struct FieldNames: Hashable, Sendable {
    /// The fields by name, each with those of the mapping in it; nil for a field with a value.
    package let fields: [String: FieldNames?]

    package init(_ fields: [String: FieldNames?]) {
        self.fields = fields
    }
}
