/// Says which of two participants stands before the other in a list (`semantics.md` 3.4).
public struct ParticipantComparator: Sendable {
    /// How the first of two stands to the second.
    public enum Order: Hashable, Sendable {
        /// Before it.
        case before
        /// Neither before nor behind it: both keep their places.
        case same
        /// Behind it.
        case behind
    }

    private let compare: @Sendable (borrowing CallParticipant, borrowing CallParticipant) -> Order

    /// Makes a comparator of an application's own.
    public init(_ compare: @escaping @Sendable (CallParticipant, CallParticipant) -> Order) {
        self.compare = compare
    }

    /// The first of several comparators that tells the two apart decides.
    public init(_ comparators: [ParticipantComparator]) {
        self.init { first, second in
            for comparator in comparators {
                let order = comparator(first, second)
                if order != .same { return order }
            }
            return .same
        }
    }

    /// How `first` stands to `second`.
    public func callAsFunction(_ first: borrowing CallParticipant, _ second: borrowing CallParticipant) -> Order {
        compare(first, second)
    }
}

extension Sequence<CallParticipant> {
    /// The participants in a comparator's order; those that it does not tell apart keep theirs.
    public func sorted(by comparator: ParticipantComparator) -> [CallParticipant] {
        var roster = Roster(comparator: comparator)
        for participant in self { roster.insert(participant) }
        return roster.participants
    }
}
