/// An expectation on the journal of a run.
package enum JournalExpectation: Hashable, Sendable {
    /// So many entries match the filter.
    case count(EntryFilter, Comparison, at: Place)
    /// Each item comes after the one before it, with anything between them.
    case order([JournalItem])

    /// The filters of the entries that are expected.
    package var entryFilters: [EntryFilter] {
        switch self {
        case .count(let filter, _, _): [filter]
        case .order(let items):
            items.compactMap { if case .entry(let filter) = $0.subject { filter } else { nil } }
        }
    }

    /// The filters of the packets that are expected.
    package var packetFilters: [PacketFilter] {
        guard case .order(let items) = self else { return [] }
        return items.compactMap { if case .packet(let filter) = $0.subject { filter } else { nil } }
    }
}

/// An item of an order in the journal.
package struct JournalItem: Hashable, Sendable {
    /// An entry, or a packet that goes onto the wire.
    package enum Subject: Hashable, Sendable {
        case entry(EntryFilter)
        case packet(PacketFilter)
    }

    package let subject: Subject
    /// The item in a verdict, such as `bob: event call.ring`.
    package let text: String
    package let place: Place
}
