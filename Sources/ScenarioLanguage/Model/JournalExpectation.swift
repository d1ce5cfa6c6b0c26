/// An expectation on the journal of a run.
package enum JournalExpectation: Hashable, Sendable {
    /// The number of matching entries meets the comparison.
    case count(EntryFilter, Comparison, at: Place)
    /// The items occur in this order, with other entries between them.
    case order([JournalItem])

    /// The filters of the expected entries.
    package var entryFilters: [EntryFilter] {
        switch self {
        case .count(let filter, _, _): [filter]
        case .order(let items):
            items.compactMap { if case .entry(let filter) = $0.subject { filter } else { nil } }
        }
    }

    /// The filters of the expected packets.
    package var packetFilters: [PacketFilter] {
        guard case .order(let items) = self else { return [] }
        return items.compactMap { if case .packet(let filter) = $0.subject { filter } else { nil } }
    }
}

/// An item of an order in the journal.
package struct JournalItem: Hashable, Sendable {
    /// An entry, or a sent packet.
    package enum Subject: Hashable, Sendable {
        case entry(EntryFilter)
        case packet(PacketFilter)
    }

    package let subject: Subject
    /// The item in a verdict, such as `bob: event call.ring`.
    package let text: String
    package let place: Place
}
