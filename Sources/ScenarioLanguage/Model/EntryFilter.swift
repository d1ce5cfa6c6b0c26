/// A filter of the journal's entries.
package struct EntryFilter: Hashable, Sendable {
    /// The kind of the entries.
    package let kind: String
    /// The tests of their fields, in the order of the file.
    package var tests: [Test] = []

    /// A test of one field.
    package struct Test: Hashable, Sendable {
        /// The field; `time` is the instant of the entry.
        package let field: String
        /// One of the field's named values; nil for the field itself.
        package let key: String?
        package let comparison: Comparison

        package init(_ field: String, key: String? = nil, _ comparison: Comparison) {
            self.field = field
            self.key = key
            self.comparison = comparison
        }
    }

    package init(_ kind: String, _ tests: [Test] = []) {
        self.kind = kind
        self.tests = tests
    }
}

extension EntryFilter: CustomStringConvertible {
    /// The kind and the tests in a verdict.
    package var description: String {
        ([kind] + tests.map(\.description)).joined(separator: ", ")
    }
}

extension EntryFilter.Test: CustomStringConvertible {
    /// The field and its comparison.
    package var description: String { "\(key ?? field) \(comparison)" }
}
