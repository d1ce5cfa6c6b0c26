import Timing

/// The lives of participants' sessions at all SFUs.
struct SessionLives: Specification {
    struct Memory: Sendable {
        var user: Substring = ""
        var cid: Substring = ""
    }

    private static let table = Table<Memory>(rows: [
        Row("new", to: "joined"),
        Row("joined", to: "joined", "rejoined", "moved", "streamLost", "signalLost", "left", "replaced", "removed"),
        Row("moved", to: "joined", "removed"),
        Row("rejoined", to: "rejoined", "moved", "streamLost", "signalLost", "left", "replaced", "removed"),
        Row("streamLost", to: "rejoined", "moved", "signalLost", "stale", "left", "replaced", "removed"),
        Row("signalLost", to: "rejoined", "moved", "streamLost", "stale", "left", "replaced", "removed"),
        Row(
            "forgotten", to: "joined", "rejoined", "moved", "streamLost", "signalLost", "stale", "left", "replaced",
            "removed"),
    ])

    static let page = SpecificationPage(
        name: "sessions across SFUs",
        statement: "A participant's session begins with a join and ends once: it is left, replaced, removed or stale. "
            + "Nothing brings it back, except that an SFU that was restarted knows no session. "
            + "It belongs to one user and one call, at any SFU.",
        source: "semantics.md section 0, rule 11; 4.6", arrows: table.arrows)

    private var sessions = Subjects(table, in: "new", Memory())

    mutating func take(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        // Which SFU has a session is not known here, so a crash concerns all of them.
        if case .crashed(let name) = observation, name.hasPrefix("sfu") {
            sessions.updateAll { $0.enter("forgotten", at: now) }
        }
        guard case .session(let change) = observation else { return nil }
        let name = String(change.session)
        if let known = sessions[name], known.memory.user != change.user || known.memory.cid != change.cid {
            return Refusal(
                name, "it is \(change.user)'s in \(change.cid)",
                allowed: ["\(known.memory.user)'s in \(known.memory.cid)"])
        }
        let refusal = sessions.move(name, to: String(change.change), at: now)
        sessions.update(name, at: now) { $0.memory = Memory(user: change.user, cid: change.cid) }
        return refusal
    }
}
