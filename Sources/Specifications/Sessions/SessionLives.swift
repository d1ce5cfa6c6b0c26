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
            + "It belongs to one user and one call, at any SFU. Without a disturbance none is lost.",
        source: "semantics.md section 0, rule 11; 4.6", arrows: table.arrows)

    /// The states of a session whose client gave no sign of life. A stream may be lost when an event crosses a leave.
    private static let losses: Set<Substring> = ["signalLost", "stale"]

    /// True once a participant's process ended without notice.
    private var hasCrashed = false
    private var sessions = Subjects(table, in: "new", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        if case .crashed(let name) = observation {
            hasCrashed = true
            // Which SFU has a session is not known here, so a crash concerns all of them.
            if name.hasPrefix("sfu") { sessions.updateAll { $0.enter("forgotten", at: now) } }
        }
        guard case .session(let change) = observation else { return nil }
        let name = String(change.session)
        if Self.losses.contains(change.change), run.isUndisturbed, !hasCrashed,
            run.participants.values.allSatisfy(\.isOwn)
        {
            return Refusal(
                name, "it is \(change.change)", allowed: ["rejoined", "moved", "left", "replaced", "removed"],
                refused: ["the network or a server was disturbed"])
        }
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
