internal import CallCore
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

/// The states of a machine, by their names in the journal, and the possible transitions.
package struct StateGraph: Sendable {
    /// A transition between two states.
    package struct Move: Hashable, Sendable {
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
    package let moves: [Move]

    /// The machines whose transitions are measured.
    package static let all: [StateGraph] = [
        StateGraph(name: "callingState", property: "callingState", moves: callingMoves),
        StateGraph(name: "callStage", property: "stage", moves: stageMoves),
        StateGraph(name: "reconnection", property: "reconnection", moves: reconnectionMoves),
    ]

    /// The transitions in the table of call stages, except those from a stage to itself.
    private static let stageMoves: [Move] = CallStage.allCases.flatMap { from in
        CallStage.allCases.filter { $0 != from && from.successors.contains($0) }
            .map { Move(from: from.rawValue, to: $0.rawValue) }
    }
}
