/// The fields of a mapping whose names the wire defines.
public struct FieldNames: Sendable {
    /// The fields by name, each with those of the mapping in it; nil for a field with a value.
    package let fields: [String: FieldNames?]
    /// Returns the reason that a field cannot have a value, such as "must be true or false"; nil when it can.
    package let refusal: @Sendable (_ field: String, Value) -> String?

    package init(
        _ fields: [String: FieldNames?],
        refusal: @escaping @Sendable (_ field: String, Value) -> String? = { _, _ in nil }
    ) {
        self.fields = fields
        self.refusal = refusal
    }
}

extension FieldNames: Hashable {
    /// Mappings with the same names are equal.
    public static func == (one: FieldNames, other: FieldNames) -> Bool { one.fields == other.fields }

    /// Feeds the names to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
