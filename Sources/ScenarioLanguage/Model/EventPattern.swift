package import Journal

/// A key of `journal`: an event of a participant or a server, and the entries that record it.
package struct EventPattern: Sendable {
    /// The key beside the name of the participant or server.
    package let name: String
    /// The type of the key's value.
    package let type: ValueType
    package let about: String
    /// The kind of the entries.
    package let kind: JournalKind
    /// True when servers have such entries too.
    package let isOfServers: Bool
    /// True when `call` may stand beside the key.
    package let hasCall: Bool
    /// True when it is the change of a property that the journal keeps under this name.
    package let isOfProperties: Bool
    /// Tests that apply unless the file tests the same field.
    package let defaults: [EntryFilter.Test]
    /// The tests of an entry's fields.
    package let tests: @Sendable (_ who: Comparison, _ what: Comparison, _ call: Comparison?) -> [EntryFilter.Test]

    package init(
        name: String, kind: JournalKind, type: ValueType, about: String, isOfServers: Bool = false,
        hasCall: Bool = false, isOfProperties: Bool = false, defaults: [EntryFilter.Test] = [],
        tests: @escaping @Sendable (_ who: Comparison, _ what: Comparison, _ call: Comparison?) -> [EntryFilter.Test]
    ) {
        self.name = name
        self.kind = kind
        self.type = type
        self.about = about
        self.isOfServers = isOfServers
        self.hasCall = hasCall
        self.isOfProperties = isOfProperties
        self.defaults = defaults
        self.tests = tests
    }

    /// True when its values are names of commands, to which programs add their own.
    package var isOfCommands: Bool { if case .word(let words) = type { words.kind == "command" } else { false } }

    /// The fields that may stand beside the key: those that the key itself does not test.
    package var fields: [JournalField] {
        let own = Set(tests(.equal(.none), .equal(.none), .equal(.none)).map(\.field))
        return kind.fields.filter { !own.contains($0.name) || $0.values == .attributes }
    }
}

extension Vocabulary {
    /// The properties whose changes the journal keeps, by their names in it.
    package var journaledProperties: [String] {
        eventPatterns.filter(\.isOfProperties).map(\.name)
    }
}
