/// A field as a body lists it, for the schema in `Docs/wire.cddl`.
struct ListedField {
    /// The meaning of a field's absence.
    enum Presence {
        /// The field must be present.
        case required
        /// The field must be present, with this text.
        case word(String)
        /// The field may be absent.
        case optional
        /// An absent field has the usual value. A new body has the initial one.
        case usual(any Hashable & Sendable, initial: any Hashable & Sendable)
    }

    let name: String
    let form: any FieldForm.Type
    let presence: Presence
}
