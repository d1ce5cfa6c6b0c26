/// The states of a machine, by their names in the journal, and the possible transitions.
package struct StateGraph: Sendable {
    /// A transition between two states.
    package struct Transition: Hashable, Sendable {
        /// The state before.
        package let from: String
        /// The state after.
        package let to: String

        /// Creates a transition.
        package init(from: String, to: String) {
            self.from = from
            self.to = to
        }

        /// `incoming → joining`.
        package var text: String { "\(from) → \(to)" }
    }

    /// The name of the machine, such as `callingState`.
    package let name: String
    /// The first word of the journal's properties that show the machine.
    package let property: String
    /// The possible transitions, ordered by state.
    package let transitions: [Transition]

    /// Creates a graph of a machine.
    package init(name: String, property: String, transitions: [Transition]) {
        self.name = name
        self.property = property
        self.transitions = transitions
    }
}
