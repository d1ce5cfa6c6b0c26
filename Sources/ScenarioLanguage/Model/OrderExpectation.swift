/// An expectation on what happened after what: each item after the one before it, with anything between them.
package struct OrderExpectation: Hashable, Sendable {
    /// What happens, in order.
    package let items: [Item]

    /// One thing that happens.
    package struct Item: Hashable, Sendable {
        /// What.
        package let what: What
        /// As the verdict calls it, such as `bob: event call.ring`.
        package let text: String
        /// Where it stands.
        package let place: Place
    }

    /// What can happen.
    package enum What: Hashable, Sendable {
        /// Something that the journal tells.
        case entry(EntryFilter)
        /// A packet goes onto the wire.
        case packet(PacketFilter)
    }
}
