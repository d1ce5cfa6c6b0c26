import Timing

/// The session and the active call of a client beside the stage of its call.
struct ShownSessions: Specification {
    static let page = SpecificationPage(
        name: "session of a call",
        statement:
            "The active call is joined, and a joined call is the active call. A joined call has a session id and a connection. "
            + "A call that joins has both after its SFU has admitted it, and is then joined within \(readiness.inSeconds) "
            + "and the interceptor's limit. At other stages it has neither, also after a leave.",
        source: "semantics.md 1.2; 2.1; 4.2; 4.6",
        arrows: [
            .init(from: "not joined", to: "joining", guards: ["no session id"]),
            .init(from: "joining", to: "admitted", guards: ["a session id, and a connection"]),
            .init(
                from: "admitted", to: "joined",
                guards: ["the active call, at most \(readiness.inSeconds) and the interceptor's limit later"]),
            .init(from: "joined", to: "not joined", guards: ["no session id, no active call"]),
            .init(from: "admitted", to: "not joined", guards: ["no session id"]),
        ])

    /// The longest wait of a join for the media path.
    private static let readiness = Duration.seconds(5)

    private struct Client {
        /// The stages of each call.
        var stages: [Substring: [String]] = [:]
        var active = "none"
        var session = ""
        var phase = "disconnected"
        /// True when the participant was in several calls at once.
        var isMixed = false

        /// The stage of its only call; `idle` for a stage without a session.
        var stage: String {
            let all = stages.values.joined()
            return ["joined", "joining", "rejecting"].first(where: all.contains) ?? "idle"
        }
        var isAdmitted: Bool { !["disconnected", "connecting"].contains(phase) }
    }

    private var clients: [String: Client] = [:]
    /// The instants at which an SFU admitted calls that are joining.
    private var admissions: [String: Instant] = [:]
    private var calls = ParticipantCalls()
    /// The clients with changes at this instant, in order.
    private var changed: [String] = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            calls.note(change, cid)
            let isMixed = calls.mixed.contains(change.participant)
            update(change.participant, at: now) { client in
                client.stages[cid, default: []].replaceStage(change)
                client.isMixed = isMixed
            }
        case .changed(let change):
            switch change.property {
            case "activeCall": update(change.participant, at: now) { $0.active = change.to }
            case "sessionId": update(change.participant, at: now) { $0.session = change.to }
            case "connectionPhase": update(change.participant, at: now) { $0.phase = change.to }
            default: break
            }
        case .crashed(let participant): (clients[participant], admissions[participant]) = (nil, nil)
        default: break
        }
        return nil
    }

    private mutating func update(_ name: String, at now: Instant, _ change: (inout Client) -> Void) {
        var client = clients[name] ?? Client()
        change(&client)
        clients[name] = client
        let isAdmitted = client.stage == "joining" && client.isAdmitted
        admissions[name] = isAdmitted ? admissions[name] ?? now : nil
        if changed.last != name { changed.append(name) }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { changed = [] }
        for name in changed where run.slack == .zero {
            guard let client = clients[name], let refusal = refusal(of: client, name) else { continue }
            return refusal
        }
        return lateJoin(at: now, run)
    }

    private func refusal(of client: Client, _ name: String) -> Refusal? {
        let joined = client.stages.filter { $0.value.contains("joined") }.keys.min()
        if let joined, client.active == "none" {
            return Refusal(name, "\(joined) is joined, and activeCall is none", allowed: ["\(joined)"])
        }
        let stages = client.stages[client.active[...]] ?? []
        if client.active != "none", !stages.contains("joined"), !stages.contains("rejecting") {
            return Refusal(
                name, "activeCall is \(client.active), which is \(stages.last ?? "idle")", allowed: ["none"])
        }
        // The properties of a participant in several calls do not name their call.
        guard !client.isMixed else { return nil }
        let hasSession = !client.session.isEmpty
        let fits =
            switch client.stage {
            case "joined": hasSession && client.isAdmitted
            case "joining": hasSession == client.isAdmitted && client.phase != "disconnected"
            case "rejecting": hasSession == client.isAdmitted
            default: !hasSession && client.phase == "disconnected"
            }
        guard !fits else { return nil }
        let shown = "connectionPhase is \(client.phase), and sessionId is \(hasSession ? client.session : "empty")"
        return Refusal(
            name, "its call is \(client.stage), \(shown)",
            allowed: [client.stage == "joined" ? "a session id and a connection" : "both of a session, or neither"])
    }

    /// Returns the refusal of a call that an SFU admitted, and whose join does not end in time.
    private mutating func lateJoin(at now: Instant, _ run: RunTraits) -> Refusal? {
        for (name, since) in admissions.sorted(by: { $0.key < $1.key }) {
            guard let interceptor = run.participants[name]?.interceptorLimit else { continue }
            let deadline = since.advanced(by: Self.readiness + max(.zero, interceptor))
            guard deadline.advanced(by: run.slack) < now else { continue }
            admissions[name] = nil
            return Refusal(name, "its call remains joining (admitted at \(since))", allowed: ["joined by \(deadline)"])
        }
        return nil
    }
}
