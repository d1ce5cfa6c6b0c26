import CallCore
package import ScenarioVocabulary

extension StateGraph {
    /// The machines of Rollcall's own call library whose transitions are measured.
    package static let own: [StateGraph] = [
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
