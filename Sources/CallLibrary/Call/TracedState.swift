import CallCore
import Signaling

/// The texts of the traced properties, as of their last trace entries.
struct TracedState {
    private var rosterCount: Int
    private var texts: [String]

    init(_ values: CallStateValues) {
        rosterCount = values.rosterCount
        texts = TracedProperty.all.map { $0.text(values) }
    }

    /// Returns the changes of traced properties, as entries of the trace.
    mutating func update(_ changes: CallStateChanges, in values: CallStateValues) -> [TraceEvent] {
        var events: [TraceEvent] = []
        if !changes.arrivals.isEmpty || !changes.departures.isEmpty {
            let moves = changes.arrivals.map { "+\($0)" } + changes.departures.map { "-\($0)" }
            let text = "\(values.rosterCount): \(moves.joined(separator: " "))"
            events.append(.property(name: "roster", from: "\(rosterCount)", to: text))
        }
        rosterCount = values.rosterCount
        guard changes.containsAny(of: TracedProperty.sources) else { return events }
        for (index, property) in TracedProperty.all.enumerated() where changes.containsAny(of: property.sources) {
            let text = property.text(values)
            guard text != texts[index] else { continue }
            events.append(.property(name: property.name, from: texts[index], to: text))
            texts[index] = text
        }
        return events
    }
}

/// A property whose changes are traced.
private struct TracedProperty: Sendable {
    let name: String
    let sources: CallStateChanges.Properties
    let text: @Sendable (CallStateValues) -> String

    private init?(_ property: some StateProperty) {
        guard let traceText = property.traceText else { return nil }
        let path = property.path
        name = property.name
        sources = property.sources
        text = { traceText($0[keyPath: path]) }
    }

    static let all = CallStateProperties.all.compactMap { TracedProperty($0) }
    static let sources = all.reduce(into: CallStateChanges.Properties([])) { $0.formUnion($1.sources) }
}
