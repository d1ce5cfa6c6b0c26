package import Timing
package import Wire

/// A kind of entry: its name and its fields.
///
/// The table of kinds is the journal's only description. Lines are written from it; scenarios and documents are checked
/// against it.
package struct JournalKind: Sendable {
    /// The name in `journal.ndjson`.
    package let name: String
    package let about: String
    /// The fields, in the order of a line.
    package let fields: [JournalField]

    package func field(_ name: String) -> JournalField? { fields.first { $0.name == name } }
}

/// A field of one kind of entry.
package struct JournalField: Sendable {
    /// The type of a field's values.
    package enum Values: Hashable, Sendable {
        /// The name of a participant or of a server.
        case name
        case text
        case number
        case instant
        case address
        case words([String])
        /// A value of any type.
        case value
        case attributes
    }

    /// The content of a field in one entry.
    package enum Content: Hashable, Sendable {
        case value(JournalValue)
        case unsigned(UInt64)
        case instant(Instant)
        case address(SocketAddress)
        case attributes([JournalAttribute])
    }

    let key: StaticString
    package let values: Values
    package let about: String
    private let content: @Sendable (JournalEvent) -> Content?

    /// The key in `journal.ndjson`.
    package var name: String { "\(key)" }

    /// Returns the content in an entry of this kind; nil when the entry lacks the field.
    package func content(of event: JournalEvent) -> Content? { content(event) }
}

extension JournalField.Content: CustomStringConvertible {
    /// The content in a verdict.
    package var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .unsigned(let number): "\(number)"
        case .instant(let instant): "\(instant)"
        case .address(let address): "\(address)"
        case .attributes(let attributes): attributes.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        }
    }
}

extension JournalField {
    /// Creates the fields of one kind; `open` extracts its record.
    struct Maker<Record: Sendable>: Sendable {
        let open: @Sendable (JournalEvent) -> Record?

        func callAsFunction(
            _ key: StaticString, _ values: Values, _ about: String,
            _ read: @escaping @Sendable (Record) -> JournalValue?
        ) -> JournalField {
            any(key, values, about) { read($0).map { .value($0) } }
        }

        func text(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> String?
        ) -> JournalField {
            self(key, .text, about) { read($0).map { .text($0) } }
        }

        func name(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> String?
        ) -> JournalField {
            self(key, .name, about) { read($0).map { .text($0) } }
        }

        func number(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> Int?
        ) -> JournalField {
            self(key, .number, about) { read($0).map { .integer(Int64($0)) } }
        }

        func instant(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> Instant?
        ) -> JournalField {
            any(key, .instant, about) { read($0).map { .instant($0) } }
        }

        func address(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> SocketAddress
        ) -> JournalField {
            any(key, .address, about) { .address(read($0)) }
        }

        /// Creates a field of named values; an entry without values lacks the field.
        func attributes(
            _ key: StaticString, _ about: String, _ read: @escaping @Sendable (Record) -> [JournalAttribute]
        ) -> JournalField {
            any(key, .attributes, about) {
                let attributes = read($0)
                return attributes.isEmpty ? nil : .attributes(attributes)
            }
        }

        func any(
            _ key: StaticString, _ values: Values, _ about: String,
            _ read: @escaping @Sendable (Record) -> Content?
        ) -> JournalField {
            JournalField(key: key, values: values, about: about) { [open] in open($0).flatMap(read) }
        }
    }
}
