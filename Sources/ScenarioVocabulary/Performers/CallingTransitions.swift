import ScenarioLanguage

/// The allowed transitions between calling states.
package enum CallingTransitions {
    private static let table: [String: Set<String>] = [
        "idle": ["lobby", "incoming", "outgoing", "joining", "inCall"],
        "lobby": ["idle", "outgoing", "joining", "inCall"],
        "incoming": ["idle", "joining", "inCall"],
        "outgoing": ["idle", "joining"],
        "joining": ["idle", "inCall", "reconnecting"],
        "inCall": ["idle", "reconnecting"],
        "reconnecting": ["idle", "inCall"],
    ]

    package static func areAllowed(_ from: String, _ to: String) -> Bool {
        from == to || table[from]?.contains(to) ?? false
    }

    /// The states that may follow a state, sorted.
    package static func successors(of state: String) -> [String] { table[state, default: []].sorted() }
}
