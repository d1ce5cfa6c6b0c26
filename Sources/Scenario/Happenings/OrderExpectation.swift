/// An expectation on what happened after what: each item after the one before it, with anything between them.
public struct OrderExpectation: Hashable, Sendable {
    /// What happens, in order.
    public let items: [Item]

    /// One thing that happens.
    public struct Item: Hashable, Sendable {
        /// What.
        public let what: What
        /// As the verdict calls it, such as `bob: event call.ring`.
        public let text: String
        /// Where it stands.
        public let place: Place
    }

    /// What can happen.
    public enum What: Hashable, Sendable {
        /// Something that the journal tells.
        case entry(EntryFilter)
        /// A packet goes onto the wire.
        case packet(PacketFilter)
    }
}
