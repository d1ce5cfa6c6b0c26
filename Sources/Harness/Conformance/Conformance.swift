internal import Journal
internal import ScenarioLanguage
internal import ScenarioStage
internal import ScenarioVocabulary

/// What scenarios and tests show, how the scenarios ended, and which moves of machines their journals hold.
struct Conformance {
    /// One case that something shows, or that a list of cases has.
    struct Row {
        let id: String
        /// The statement, where a list of cases was given.
        let statement: String?
        let showings: [Showing]
    }

    /// One move of a machine.
    struct MoveRow {
        let move: StateGraph.Move
        let count: Int
        /// Why no scenario reaches it.
        let reason: String?
    }

    /// Programs in the place of participants, and what they did not pass.
    struct Foreign {
        let drivers: [String]
        let troubles: [Trouble]

        /// A scenario that was not passed, in the order of the files.
        struct Trouble {
            let scenario: String
            let verdict: String
            let reason: String
        }
    }

    /// The cases by area, in the order of the list or else of their ids.
    private(set) var areas: [(name: String, rows: [Row])] = []
    private(set) var machines: [(graph: StateGraph, rows: [MoveRow])] = []
    private(set) var problems: [Diagnostic] = []
    /// What was run in the place of the call library; nil for the call library itself.
    var foreign: Foreign?
    private let names: [String: String]
    private let verdicts: [String: Verdict.Kind]

    init(
        showings: [Showing], list: CaseFile?, scenarios: [Scenario], verdicts: [String: Verdict.Kind], moves: MoveCount,
        reasons: ReasonFile?
    ) {
        names = Dictionary(scenarios.map { ($0.id, $0.name) }) { first, _ in first }
        self.verdicts = verdicts
        areas = Self.areas(showings, list)
        measure(moves, reasons)
    }

    private static func areas(_ showings: [Showing], _ list: CaseFile?) -> [(name: String, rows: [Row])] {
        var shown: [String: [Showing]] = [:]
        for showing in showings where shown[showing.id]?.contains(where: { $0.source == showing.source }) != true {
            shown[showing.id, default: []].append(showing)
        }
        let ids = list?.cases.map(\.id) ?? shown.keys.sorted { $0.caseOrder < $1.caseOrder }
        let texts = Dictionary((list?.cases ?? []).map { ($0.id, $0.text) }) { first, _ in first }
        var areas: [(name: String, rows: [Row])] = []
        for id in ids {
            let row = Row(id: id, statement: texts[id], showings: shown[id] ?? [])
            if areas.last?.name != id.caseArea { areas.append((id.caseArea, [])) }
            areas[areas.count - 1].rows.append(row)
        }
        return areas
    }

    private mutating func measure(_ moves: MoveCount, _ reasons: ReasonFile?) {
        var left = Dictionary((reasons?.reasons ?? []).map { ($0.id, $0) }) { first, _ in first }
        for graph in StateGraph.all {
            let rows = graph.moves.map { move in
                let count = moves.count(move, of: graph)
                let reason = left.removeValue(forKey: "\(graph.name) \(move.text)")
                if let reason, count > 0 {
                    report(reason, "`\(reason.id)` is reached after all", reasons)
                }
                return MoveRow(move: move, count: count, reason: reason?.text)
            }
            machines.append((graph, rows))
            for move in moves.moves(of: graph) where !graph.moves.contains(move) {
                problems.append(
                    Diagnostic(
                        file: reasons?.file ?? graph.name, place: nil,
                        message: "a journal holds \(move.text), which \(graph.name) cannot do"))
            }
        }
        for reason in (reasons?.reasons ?? []) where left[reason.id] != nil {
            report(reason, "no machine has the move `\(reason.id)`", reasons)
        }
    }

    private mutating func report(_ reason: ReasonFile.Reason, _ message: String, _ file: ReasonFile?) {
        problems.append(
            Diagnostic(
                file: file?.file ?? "", place: reason.place, message: message, suggestion: "take this reason out"))
    }

    /// The name of a scenario.
    func name(of scenario: String) -> String { names[scenario] ?? "" }

    /// What the scenarios that show a case come to; a test says for itself how it ends.
    func verdict(on row: Row) -> String {
        let ids = row.showings.compactMap { if case .scenario(let id) = $0.source { id } else { nil } }
        guard !ids.isEmpty else { return row.showings.isEmpty ? "open" : "test" }
        let kinds = ids.map { verdicts[$0] }
        if let bad = kinds.compactMap(\.self).first(where: \.isBad) { return bad.rawValue }
        if kinds.contains(.unsupported) { return "unsupported" }
        return kinds.contains(nil) ? "not run" : "passed"
    }

    /// How many cases came to each verdict, the most frequent first.
    var sums: [(verdict: String, count: Int)] {
        var counts: [String: Int] = [:]
        for row in areas.flatMap(\.rows) { counts[verdict(on: row), default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Whether nothing failed, and every possible move is reached or has a reason.
    var isWhole: Bool {
        let good = ["passed", "unsupported", "test", "open"]
        let isGood = areas.allSatisfy { $0.rows.allSatisfy { good.contains(verdict(on: $0)) } }
        // What a client does not support, its moves need not reach.
        if verdicts.values.contains(.unsupported) { return isGood }
        return isGood && machines.allSatisfy { $0.rows.allSatisfy { $0.count > 0 || $0.reason != nil } }
    }
}

extension String {
    /// The area of a case's id: all before its number.
    var caseArea: String { lastIndex(of: "-").map { String(self[..<$0]) } ?? "" }

    /// What sorts ids: by area, then by number.
    fileprivate var caseOrder: (String, Int, String) {
        let number = lastIndex(of: "-").flatMap { Int(self[index(after: $0)...]) }
        return (caseArea, number ?? .max, self)
    }
}
