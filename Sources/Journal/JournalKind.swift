public import Timing

/// A kind of entry that a journal can hold: what it is called and what it tells.
///
/// This is the journal's own description: documents are made from it, and expectations on entries are checked with it.
public struct JournalKind: Sendable {
    /// The word that names it in `journal.ndjson`.
    public let name: String
    /// What such an entry tells.
    public let about: String
    /// What it holds, in the order of its line.
    public let fields: [JournalField]

    /// The kind that is called so.
    public static func named(_ name: String) -> JournalKind? { all.first { $0.name == name } }

    /// The field that is called so.
    public func field(_ name: String) -> JournalField? { fields.first { $0.name == name } }
}

/// Something that an entry of one kind holds.
public struct JournalField: Sendable {
    /// What a field's values are.
    public enum Values: Hashable, Sendable {
        /// The name of a participant or of a server.
        case name
        /// A text.
        case text
        /// A whole number.
        case number
        /// A point of the run's time line.
        case instant
        /// An address with its port.
        case address
        /// One of these words.
        case words([String])
        /// A value of any kind.
        case value
        /// Named values.
        case attributes
    }

    /// What a field holds in one entry.
    public enum Content: Hashable, Sendable {
        /// A value; none when the field is not there.
        case value(JournalValue)
        /// A point of the run's time line.
        case instant(Instant)
        /// Named values.
        case attributes([JournalAttribute])
    }

    /// The key in `journal.ndjson`.
    public let name: String
    /// What its values are.
    public let values: Values
    /// What it is.
    public let about: String
    private let content: @Sendable (JournalEvent) -> Content?

    /// What the field holds in an entry of its kind; no value in one of another kind.
    public func content(of event: JournalEvent) -> Content { content(event) ?? .value(.none) }
}

extension JournalField {
    /// Makes fields of entries of one kind, whose record `open` takes out.
    struct Maker<Record: Sendable>: Sendable {
        let open: @Sendable (JournalEvent) -> Record?

        func callAsFunction(
            _ name: String, _ values: Values, _ about: String, _ read: @escaping @Sendable (Record) -> JournalValue
        ) -> JournalField {
            JournalField(name: name, values: values, about: about) { [open] in open($0).map { .value(read($0)) } }
        }

        func instant(_ name: String, _ about: String, _ read: @escaping @Sendable (Record) -> Instant?) -> JournalField
        {
            JournalField(name: name, values: .instant, about: about) { [open] in
                open($0).flatMap(read).map { .instant($0) }
            }
        }

        func attributes(
            _ name: String, _ about: String, _ read: @escaping @Sendable (Record) -> [JournalAttribute]
        ) -> JournalField {
            JournalField(name: name, values: .attributes, about: about) { [open] in
                open($0).map { .attributes(read($0)) }
            }
        }
    }
}

extension JournalValue {
    static func optional(_ text: String?) -> JournalValue { text.map { .text($0) } ?? .none }
    static func optional(_ number: Int?) -> JournalValue { number.map { .integer(Int64($0)) } ?? .none }
    static func count(_ number: Int) -> JournalValue { .integer(Int64(number)) }
}
