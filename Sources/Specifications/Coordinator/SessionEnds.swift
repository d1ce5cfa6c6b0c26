import Timing

/// The ends of sessions and of connections.
struct SessionEnds: Specification {
    /// The time for which the coordinator keeps the events of a lost connection.
    static let resumption = Duration.seconds(60)
    /// The events after which a user may not observe the call.
    private static let exclusions: Set<Substring> = [
        "call.member_removed", "call.blocked_user", "call.kicked_user", "call.permissions_updated",
    ]
    /// The requests that end all sessions of a call.
    private static let endings: Set<Substring> = ["markEnded", "delete"]

    static let page = SpecificationPage(
        name: "ends of sessions",
        statement:
            "All sessions of a call end at the instant at which the call is ended or deleted, and the users that follow the "
            + "call receive call.session_ended when the last one has ended. A session whose client is "
            + "lost ends at the deadline for a fast reconnect, and the connection of a lost client after 60 s, unless the "
            + "client has returned.",
        source: "semantics.md 2.9; 4.2; 4.7; wire.md",
        arrows: [
            .init(from: "in the call", to: "ended", guards: ["the call is ended or deleted"]),
            .init(from: "the last one ended", to: "call.session_ended"),
            .init(from: "lost", to: "in the call", guards: ["the client returns"]),
            .init(from: "lost", to: "ended", guards: ["the deadline for a fast reconnect"]),
            .init(from: "connection lost", to: "connection resumed", guards: ["the client returns"]),
            .init(from: "connection lost", to: "connection forgotten", guards: [resumption.inSeconds]),
        ])

    private struct Loss {
        let subject: String
        let since: Instant
    }

    /// A call that has ended, with the sessions that it had.
    private struct Ending {
        let cid: Substring
        let sessions: Set<Substring>
        let at: Instant
    }

    /// The sessions of each call.
    private var sessions: [Substring: Set<Substring>] = [:]
    /// The users that have received an event of each call, and were not excluded after it.
    private var audiences: [Substring: Set<Substring>] = [:]
    /// The instant at which the last session of each call ended.
    private var emptied: [Substring: Instant] = [:]
    /// The instant of each call's last event that the session has ended.
    private var notified: [Substring: Instant] = [:]
    private var lostSessions: [Substring: Loss] = [:]
    private var lostConnections: [Substring: Loss] = [:]
    private var ending: Ending?

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .session(let change): process(change, at: now)
        case .sent(let event): process(event, at: now)
        case .connection(let change, let id, _):
            lostConnections[id] = change == "lost" ? Loss(subject: "connection \(id)", since: now) : nil
            // The user of the connection is not known here, so it may be any.
            if change != "opened" { audiences = [:] }
        case .request(let request) where request.isGranted && Self.endings.contains(request.operation):
            guard let cid = request.cid, let present = sessions[cid] else { return nil }
            ending = Ending(cid: cid, sessions: present, at: now)
        // The SFU of a session is not known here, so all sessions may be lost.
        case .lostState: (sessions, lostSessions) = ([:], [:])
        default: break
        }
        return nil
    }

    private mutating func process(_ event: SentEvent, at now: Instant) {
        guard let cid = event.cid else { return }
        switch event.type {
        case "call.session_participant_joined": audiences[cid, default: []].formUnion(event.users)
        case "call.session_ended", "call.deleted": notified[cid] = now
        case _ where Self.exclusions.contains(event.type): audiences[cid] = nil
        default: break
        }
    }

    private mutating func process(_ change: SessionChange, at now: Instant) {
        let id = change.session
        if change.isEnd {
            let wasThere = sessions[change.cid]?.remove(id) != nil
            lostSessions[id] = nil
            let isLast = wasThere && sessions[change.cid]?.isEmpty == true && change.change != "replaced"
            if isLast, !(audiences[change.cid] ?? []).isEmpty { emptied[change.cid] = now }
        } else if change.isLoss {
            let loss = Loss(subject: "session of \(change.user) in \(change.cid)", since: now)
            lostSessions[id] = lostSessions[id] ?? loss
        } else {
            sessions[change.cid, default: []].insert(id)
            emptied[change.cid] = nil
            lostSessions[id] = nil
        }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        if let refusal = refusalOfRemainingSessions(before: now, run) ?? refusalOfMissingEvent(before: now, run) {
            return refusal
        }
        return Self.overdue(&lostSessions, run.fastReconnect, before: now, run)
            ?? Self.overdue(&lostConnections, Self.resumption, before: now, run)
    }

    private mutating func refusalOfRemainingSessions(before now: Instant, _ run: RunTraits) -> Refusal? {
        guard let ending, ending.at.advanced(by: run.slack) < now else { return nil }
        self.ending = nil
        guard let left = sessions[ending.cid]?.intersection(ending.sessions), !left.isEmpty else { return nil }
        return Refusal(
            "\(ending.cid)", "the call has ended, and \(left.count) of its sessions remain",
            allowed: ["the end of all its sessions"])
    }

    private mutating func refusalOfMissingEvent(before now: Instant, _ run: RunTraits) -> Refusal? {
        let due = emptied.filter { $0.value.advanced(by: run.slack) < now }
        for cid in due.keys { emptied[cid] = nil }
        guard run.isUndisturbed else { return nil }
        let silent = due.filter { cid, at in notified[cid].map { $0 < at } ?? true }
        return silent.keys.min().map { cid in
            Refusal("\(cid)", "its last session has ended, and no event was sent", allowed: ["call.session_ended"])
        }
    }

    private static func overdue(
        _ losses: inout [Substring: Loss], _ limit: Duration, before now: Instant, _ run: RunTraits
    ) -> Refusal? {
        guard !losses.isEmpty else { return nil }
        let late = losses.filter { $0.value.since.advanced(by: limit + run.slack) < now }
        guard let id = late.keys.min(), let loss = losses.removeValue(forKey: id) else { return nil }
        return Refusal(
            loss.subject, "it is kept (lost at \(loss.since))",
            allowed: ["its end or its return by \(loss.since.advanced(by: limit))"])
    }
}
