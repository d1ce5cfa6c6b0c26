import CallLibraryGuest
import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// Counts the transitions of machines in journals.
struct TransitionCount {
    private(set) var counts: [String: [StateGraph.Transition: Int]] = [:]

    /// Counts the transitions in a journal.
    mutating func read(_ journal: [UInt8]) {
        for line in journal.split(separator: UInt8(ascii: "\n")) {
            // Most lines are of datagrams. A cheap search avoids parsing those.
            guard String(decoding: line, as: UTF8.self).contains(#""kind":"state""#) else { continue }
            guard let json = try? JSON(parsing: Array(line)), let property = json["property"]?.text,
                let from = json["from"]?.text, let to = json["to"]?.text
            else { continue }
            let word = String(property.prefix { $0 != " " })
            guard let graph = StateGraph.own.first(where: { $0.property == word }) else { continue }
            counts[graph.name, default: [:]][StateGraph.Transition(from: from, to: to), default: 0] += 1
        }
    }

    /// Returns the number of occurrences of a transition.
    func count(_ transition: StateGraph.Transition, of graph: StateGraph) -> Int {
        counts[graph.name]?[transition] ?? 0
    }

    /// The transitions that were seen, sorted.
    func transitions(of graph: StateGraph) -> [StateGraph.Transition] {
        (counts[graph.name] ?? [:]).keys.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }
}
