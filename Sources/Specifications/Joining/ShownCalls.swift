import Timing

/// The calling state beside the client's call.
struct ShownCalls: Specification {
    struct Memory: Sendable {
        /// The calls that are joined, also those whose rejection has not ended.
        var joined: Set<Substring> = []
        /// True while the client is on a way back to its session.
        var isReconnecting = false
        var isJoined: Bool { !joined.isEmpty }
    }

    private static let joined = Guard<Memory>("a call is joined", when: \.isJoined)
    private static let reconnecting = Guard<Memory>("the client reconnects", when: \.isReconnecting)

    private static let table = Table<Memory>(rows: [
        Row("other", to: "inCall", when: joined),
        Row("other", to: "reconnecting", when: reconnecting),
        Row("inCall", to: "reconnecting", when: reconnecting),
        Row("inCall", to: "other"),
        Row("reconnecting", to: "inCall", when: joined),
        Row("reconnecting", to: "other"),
    ])

    static let page = SpecificationPage(
        name: "calling state in a call",
        statement:
            "The calling state is inCall only with a joined call, and reconnecting only while the client reconnects. "
            + "When the active call ends, the calling state becomes idle at the same instant.",
        source: "semantics.md section 0, rule 9; 2.5", arrows: table.arrows)

    /// The stages without a reconnect.
    private static let steady: Set<String> = ["idle", "joined", "left"]

    private var clients = Subjects(table, in: "other", Memory())

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            clients.update(change.participant, at: now) {
                switch change.to {
                case "joined": $0.memory.joined.insert(cid)
                case "rejecting": break
                default: $0.memory.joined.remove(cid)
                }
            }
        case .changed(let change) where change.property == "reconnection":
            clients.update(change.participant, at: now) { $0.memory.isReconnecting = !Self.steady.contains(change.to) }
        case .changed(let change) where change.property == "activeCall" && change.to == "none":
            clients.update(change.participant, at: now) {
                if $0.state != "other" { $0.mustMove(by: now, since: "the active call has ended") }
            }
        // Drivers do not report the stages of a reconnect.
        case .changed(let change) where change.property == "callingState" && !run.isDriven(change.participant):
            let isInCall = change.to == "inCall" || change.to == "reconnecting"
            let state = isInCall ? change.to : "other"
            guard clients[change.participant]?.state ?? "other" != state else { return nil }
            return clients.move(change.participant, to: state, at: now)
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { clients.elapse(to: now, slack: run.slack) }
}
