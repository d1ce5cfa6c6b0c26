package import Journal

/// Which entries of the journal are meant.
package struct EntryFilter: Hashable, Sendable {
    /// The kind of the entries.
    package let kind: String
    /// What is asked of what they hold, in the order of the file.
    package var tests: [Test] = []

    /// Something that is asked of one field.
    package struct Test: Hashable, Sendable {
        /// The field; `time` is when the entry was made.
        package let field: String
        /// Which of a field's named values; nil for the field itself.
        package let key: String?
        /// What is asked of it.
        package let comparison: Comparison

        /// Asks something of a field.
        package init(_ field: String, key: String? = nil, _ comparison: Comparison) {
            self.field = field
            self.key = key
            self.comparison = comparison
        }
    }

    /// Asks for entries of one kind.
    package init(_ kind: String, _ tests: [Test] = []) {
        self.kind = kind
        self.tests = tests
    }

    /// The kinds that can be asked for: datagrams are asked for as packets, and the others frame the run.
    package static let kinds = JournalKind.all.filter {
        !["runStarted", "datagram", "datagrams", "expectation", "verdict"].contains($0.name)
    }
}

/// An expectation on the entries of the journal.
package struct JournalExpectation: Hashable, Sendable {
    /// The entries that count.
    package let filter: EntryFilter
    /// How many there are; at least one when the file does not say.
    package let count: Comparison
    /// Where it stands.
    package let place: Place
}

extension EntryFilter: CustomStringConvertible {
    /// What is asked of each entry, in words.
    package var description: String {
        ([kind] + tests.map(\.description)).joined(separator: ", ")
    }
}

extension EntryFilter.Test: CustomStringConvertible {
    /// The field and what is asked of it.
    package var description: String { "\(key ?? field) \(comparison)" }
}
