package import Journal

/// The features of one run: the transitions of its machines, and the states that participants had together.
package enum CoverageFeatures {
    /// The properties that hold states of machines.
    private static let watched = ["callingState", "stage", "reconnection", "connectionPhase", "connectionStatus"]

    /// The first letter of a joint state; a transition begins with the name of its property.
    package static let joint = "="

    /// The features of a journal, in the order of their texts.
    package static func all(in journal: Journal) -> [String] {
        var found: Set<String> = []
        var states: [String: [String: String]] = [:]
        for entry in journal.entries {
            guard case .state(let change) = entry.event else { continue }
            let name = String(change.property.prefix { $0 != " " })
            guard watched.contains(name) else { continue }
            found.insert("\(name): \(change.from) → \(change.to)")
            states[change.participant, default: [:]][name] = "\(change.to)"
            found.insert(joint + joined(states))
        }
        return found.sorted()
    }

    /// The states of all participants, in an order that hides their names.
    private static func joined(_ states: [String: [String: String]]) -> String {
        let each = states.values.map { values in watched.compactMap { values[$0] }.joined(separator: "/") }
        return each.sorted().joined(separator: " ")
    }
}
