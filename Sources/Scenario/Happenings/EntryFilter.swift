import Journal

/// Which entries of the journal are meant.
public struct EntryFilter: Hashable, Sendable {
    /// The kind of the entries.
    public let kind: String
    /// What is asked of what they hold, in the order of the file.
    public var tests: [Test] = []

    /// Something that is asked of one field.
    public struct Test: Hashable, Sendable {
        /// The field; `time` is when the entry was made.
        public let field: String
        /// Which of a field's named values; nil for the field itself.
        public let key: String?
        /// What is asked of it.
        public let comparison: Comparison

        /// Asks something of a field.
        public init(_ field: String, key: String? = nil, _ comparison: Comparison) {
            self.field = field
            self.key = key
            self.comparison = comparison
        }
    }

    /// Asks for entries of one kind.
    public init(_ kind: String, _ tests: [Test] = []) {
        self.kind = kind
        self.tests = tests
    }

    /// The kinds that can be asked for: datagrams are asked for as packets, and the others frame the run.
    static let kinds = JournalKind.all.filter {
        !["runStarted", "datagram", "datagrams", "expectation", "verdict"].contains($0.name)
    }
}

/// An expectation on the entries of the journal.
public struct JournalExpectation: Hashable, Sendable {
    /// The entries that count.
    public let filter: EntryFilter
    /// How many there are; at least one when the file does not say.
    public let count: Comparison
    /// Where it stands.
    public let place: Place
}

extension EntryFilter: CustomStringConvertible {
    /// What is asked of each entry, in words.
    public var description: String {
        ([kind] + tests.map(\.description)).joined(separator: ", ")
    }
}

extension EntryFilter.Test: CustomStringConvertible {
    /// The field and what is asked of it.
    public var description: String { "\(key ?? field) \(comparison)" }
}
