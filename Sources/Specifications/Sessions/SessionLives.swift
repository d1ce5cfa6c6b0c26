import Timing

/// The lives of participants' sessions at all SFUs.
struct SessionLives: Specification {
    struct Memory: Sendable {
        var user: Substring = ""
        var cid: Substring = ""
    }

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("new", "joined", "moved", "forgotten", to: "joined"),
        TransitionRow(
            "joined", "rejoined", "streamLost", "signalLost", "forgotten",
            to: "rejoined", "moved", "left", "replaced", "removed"),
        TransitionRow("joined", "rejoined", "signalLost", "forgotten", to: "streamLost"),
        TransitionRow("joined", "rejoined", "streamLost", "forgotten", to: "signalLost"),
        TransitionRow("streamLost", "signalLost", "forgotten", to: "stale"),
        TransitionRow("moved", to: "removed"),
    ])

    static let page = SpecificationPage(
        name: "sessions across SFUs",
        statement: "A participant's session begins with a join and ends once: it is left, replaced, removed or stale. "
            + "An ended session is never restored. A restarted SFU has no record of sessions. "
            + "It belongs to one user and one call, at any SFU. Without a disturbance none is lost.",
        source: "semantics.md section 0, rule 11; 4.6", arrows: table.arrows)

    /// The changes that mean that a client sends nothing any more.
    ///
    /// `streamLost` is not one of them: an event that crosses a leave on the network also ends the stream.
    private static let losses: Set<Substring> = ["signalLost", "stale"]

    /// True once a participant's process ended without notice.
    private var hasCrashed = false
    private var sessions = Subjects(table, in: "new", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .crashed: hasCrashed = true
        // The SFU of a session is not known here, so a loss of state concerns all sessions.
        case .lostState: sessions.updateAll { $0.enter("forgotten", at: now) }
        case .session(let change): return move(change, at: now, run)
        default: break
        }
        return nil
    }

    private mutating func move(_ change: SessionChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        let name = String(change.session)
        if Self.losses.contains(change.change), run.isUndisturbed, !hasCrashed, run.leavesAreRequested {
            return Refusal(
                name, "the session of \(change.user) is \(change.change): it has no health requests, and no leave",
                allowed: ["rejoined", "moved", "left", "replaced", "removed"],
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
