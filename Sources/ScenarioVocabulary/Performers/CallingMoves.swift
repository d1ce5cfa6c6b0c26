import ScenarioLanguage

/// The allowed transitions between calling states.
package enum CallingMoves {
    private static let successors: [String: Set<String>] = [
        "idle": ["lobby", "incoming", "outgoing", "joining", "inCall"],
        "lobby": ["idle", "outgoing", "joining", "inCall"],
        "incoming": ["idle", "joining", "inCall"],
        "outgoing": ["idle", "joining"],
        "joining": ["idle", "inCall", "reconnecting"],
        "inCall": ["idle", "reconnecting"],
        "reconnecting": ["idle", "inCall"],
    ]

    package static func areLegal(_ from: String, _ to: String) -> Bool {
        from == to || successors[from]?.contains(to) ?? false
    }
}
