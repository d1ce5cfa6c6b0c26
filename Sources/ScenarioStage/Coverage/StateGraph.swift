internal import CallCore
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

/// The states of a machine, as journals name them, and the moves between them that are possible.
package struct StateGraph: Sendable {
    /// A move from one state to another.
    package struct Move: Hashable, Sendable {
        /// The state before.
        package let from: String
        /// The state after.
        package let to: String

        /// Makes a move.
        package init(from: String, to: String) {
            self.from = from
            self.to = to
        }

        /// `incoming → joining`.
        package var text: String { "\(from) → \(to)" }
    }

    /// What it is, such as `callingState`.
    package let name: String
    /// The first word of the journal's properties that show it.
    package let property: String
    /// The moves that are possible, state by state.
    package let moves: [Move]

    /// The machines whose moves are measured.
    package static let all: [StateGraph] = [
        StateGraph(name: "callingState", property: "callingState", moves: callingMoves),
        StateGraph(name: "callStage", property: "stage", moves: stageMoves),
        StateGraph(name: "reconnection", property: "reconnection", moves: reconnectionMoves),
    ]

    /// Those of the table of call stages, but for staying where one is.
    private static let stageMoves: [Move] = CallStage.allCases.flatMap { from in
        CallStage.allCases.filter { $0 != from && from.successors.contains($0) }
            .map { Move(from: from.rawValue, to: $0.rawValue) }
    }
}
