import CallLibraryGuest
import Journal
import ScenarioLanguage
import ScenarioStage
import ScenarioVocabulary

/// The cases that scenarios and tests cover, the verdicts, and the transitions of state machines in the journals.
struct CatalogueMatrix {
    /// One case, and what covers it.
    struct Row {
        let id: String
        let showings: [Showing]
    }

    /// One transition of a machine.
    struct TransitionRow {
        let transition: StateGraph.Transition
        let count: Int
        /// The reason for which no scenario reaches it.
        let reason: String?
    }

    /// The cases by area, in the order of their ids.
    private(set) var areas: [(name: String, rows: [Row])] = []
    private(set) var machines: [(graph: StateGraph, rows: [TransitionRow])] = []
    private(set) var problems: [Diagnostic] = []
    private let names: [String: String]
    private let verdicts: [String: Verdict.Kind]

    init(
        showings: [Showing], scenarios: [Scenario], verdicts: [String: Verdict.Kind], transitions: TransitionCount,
        reasons: ReasonFile?
    ) {
        names = Dictionary(scenarios.map { ($0.id, $0.name) }) { first, _ in first }
        self.verdicts = verdicts
        areas = Self.areas(showings)
        measure(transitions, reasons)
    }

    private static func areas(_ showings: [Showing]) -> [(name: String, rows: [Row])] {
        let shown = showings.byCase
        let ids = shown.keys.sorted { $0.caseOrder < $1.caseOrder }
        var areas: [(name: String, rows: [Row])] = []
        for id in ids {
            let row = Row(id: id, showings: shown[id] ?? [])
            if areas.last?.name != id.caseArea { areas.append((id.caseArea, [])) }
            areas[areas.count - 1].rows.append(row)
        }
        return areas
    }

    private mutating func measure(_ transitions: TransitionCount, _ reasons: ReasonFile?) {
        var left = reasons?.byID ?? [:]
        for graph in StateGraph.own {
            let rows = graph.transitions.map { transition in
                let count = transitions.count(transition, of: graph)
                let reason = left.removeValue(forKey: "\(graph.name) \(transition.text)")
                if let reason, count > 0 {
                    report(reason, "`\(reason.id)` is reached after all", reasons)
                }
                return TransitionRow(transition: transition, count: count, reason: reason?.text)
            }
            machines.append((graph, rows))
            for transition in transitions.transitions(of: graph) where !graph.transitions.contains(transition) {
                problems.append(
                    Diagnostic(
                        file: reasons?.file ?? graph.name, place: nil,
                        message: "a journal holds \(transition.text), which \(graph.name) cannot do"))
            }
        }
        for reason in (reasons?.reasons ?? []) where left[reason.id] != nil {
            report(reason, "no machine has the transition `\(reason.id)`", reasons)
        }
    }

    private mutating func report(_ reason: ReasonFile.Reason, _ message: String, _ file: ReasonFile?) {
        problems.append(
            Diagnostic(
                file: file?.file ?? "", place: reason.place, message: message, suggestion: "take this reason out"))
    }

    /// The name of a scenario.
    func name(of scenario: String) -> String { names[scenario] ?? "" }

    /// The worst verdict on the scenarios that cover a case; `test` when only tests do.
    func verdict(on row: Row) -> String {
        let ids = row.showings.compactMap { if case .scenario(let id) = $0.source { id } else { nil } }
        guard !ids.isEmpty else { return row.showings.isEmpty ? "open" : "test" }
        let kinds = ids.map { verdicts[$0] }
        if let bad = kinds.compactMap(\.self).first(where: \.isBad) { return bad.rawValue }
        if kinds.contains(.unsupported) { return "unsupported" }
        return kinds.contains(nil) ? "not run" : "passed"
    }

    /// True when every scenario passed, and every possible transition is reached or has a reason.
    var isWhole: Bool {
        names.keys.allSatisfy { verdicts[$0] == .passed }
            && machines.allSatisfy { $0.rows.allSatisfy { $0.count > 0 || $0.reason != nil } }
    }
}

extension String {
    /// The area of a case's id: all before its number.
    var caseArea: String { lastIndex(of: "-").map { String(self[..<$0]) } ?? "" }

    /// The key that sorts ids by area, then by number.
    fileprivate var caseOrder: (String, Int, String) {
        let number = lastIndex(of: "-").flatMap { Int(self[index(after: $0)...]) }
        return (caseArea, number ?? .max, self)
    }
}
