/// Something that can happen to a participant or a server, as an item of an order says it.
package struct EventPattern: Sendable {
    /// The key behind the name.
    package let name: String
    /// What stands behind that.
    package let type: ValueType
    /// What happens.
    package let about: String
    /// Whether it can happen to servers too.
    package let isOfServers: Bool
    /// Whether it is about a call, which can be named beside it.
    package let hasCall: Bool
    /// The entries that tell of it.
    package let entries: @Sendable (_ who: Comparison, _ what: Comparison, _ call: Comparison?) -> EntryFilter

    /// True when it is the change of a property that the journal keeps under this name.
    package let isOfProperties: Bool

    package init(
        name: String, type: ValueType, about: String, isOfServers: Bool = false, hasCall: Bool = false,
        isOfProperties: Bool = false,
        entries: @escaping @Sendable (_ who: Comparison, _ what: Comparison, _ call: Comparison?) -> EntryFilter
    ) {
        self.name = name
        self.type = type
        self.about = about
        self.isOfServers = isOfServers
        self.hasCall = hasCall
        self.isOfProperties = isOfProperties
        self.entries = entries
    }

    /// True when its values are names of commands, to which programs add their own.
    package var isOfCommands: Bool { if case .word(let words) = type { words.kind == "command" } else { false } }
}

extension Vocabulary {
    /// The properties whose changes the journal keeps, by their names in it.
    package var journaledProperties: [String] {
        eventPatterns.filter(\.isOfProperties).map(\.name)
    }
}
