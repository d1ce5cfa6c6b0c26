/// Decides the order of two participants in a list (`semantics.md` 3.4).
public struct ParticipantComparator: Sendable {
    /// The order of the first of two participants relative to the second.
    public enum Order: Hashable, Sendable {
        /// The first is before the second.
        case before
        /// The comparator does not distinguish the two, so they keep their order.
        case same
        /// The first is behind the second.
        case behind
    }

    private let compare: @Sendable (borrowing CallParticipant, borrowing CallParticipant) -> Order

    /// Creates a comparator of the application.
    public init(_ compare: @escaping @Sendable (CallParticipant, CallParticipant) -> Order) {
        self.compare = compare
    }

    /// Creates a comparator from several. The first that distinguishes two participants decides.
    public init(_ comparators: [ParticipantComparator]) {
        self.init { first, second in
            for comparator in comparators {
                let order = comparator(first, second)
                if order != .same { return order }
            }
            return .same
        }
    }

    /// Returns the order of `first` relative to `second`.
    public func callAsFunction(_ first: borrowing CallParticipant, _ second: borrowing CallParticipant) -> Order {
        compare(first, second)
    }
}

extension Sequence<CallParticipant> {
    /// Returns the participants in a comparator's order. Participants that it does not distinguish keep their order.
    public func sorted(by comparator: ParticipantComparator) -> [CallParticipant] {
        var roster = Roster(comparator: comparator)
        for participant in self { roster.insert(participant) }
        return roster.participants
    }
}
