import Timing

/// The calling state of a client beside the stage and the connection of its call.
struct CallingStates: Specification {
    struct Memory: Sendable {
        var callingState = "idle"
        /// The stages of all calls that are not idle.
        var stages: [String] = []
        /// The calls that are joined, also those whose rejection has not ended.
        var joined: Set<Substring> = []
        /// The joined calls whose rejection has not ended. An earlier call of the same name may be rejected as well.
        var rejecting: Set<Substring> = []
        /// True while the client reconnects.
        var isReconnecting = false
        /// The value of `reconnectionStatus`.
        var status = "connected"
        /// The last command that enters or rings a call.
        var entry = ""
        /// True while the active call is the one that the view model has entered.
        var showsActiveCall = false
        var isJoined: Bool { !joined.isEmpty }

        /// The calling state in a call that the status demands; nil when the call is being left.
        var demanded: String? {
            switch status {
            case "connected": "inCall"
            case "reconnecting", "migrating": "reconnecting"
            default: nil
            }
        }
    }

    private static let joined = Guard<Memory>("a call is joined", when: \.isJoined)
    private static let reconnecting = Guard<Memory>("the client reconnects", when: \.isReconnecting)

    private static let table = TransitionTable<Memory>(rows: [
        TransitionRow("other", "reconnecting", to: "inCall", when: joined),
        TransitionRow("other", "inCall", to: "reconnecting", when: reconnecting),
        TransitionRow("inCall", "reconnecting", to: "other"),
    ])

    static let page = SpecificationPage(
        name: "calling state in a call",
        statement:
            "The calling state is joining only while a call joins or is accepted, and inCall only with a joined call. In "
            + "a call it is reconnecting exactly while reconnectionStatus is reconnecting or migrating. When the active "
            + "call ends, the calling state becomes idle at the same instant. When the calling state becomes idle, the call that "
            + "the view model has entered is no longer active.",
        source: "semantics.md section 0, rule 9; 2.3; 2.5",
        arrows: table.arrows + [
            .init(from: "joining", to: "a call is joining or accepting"),
            .init(from: "inCall", to: "the status is connected"),
            .init(from: "reconnecting", to: "the status is reconnecting or migrating"),
        ])

    /// The calling states in which a view model enters a call, with the commands after which it does.
    private static let entering: [String: Set<String>] = [
        "outgoing": ["joinAndRing"], "joining": ["join", "startCall", "joinAndRing", "ring", "accept"],
    ]
    /// The commands that enter or ring a call in another way.
    private static let others: Set<String> = ["call.join", "call.create", "call.get", "call.accept", "answerOutside"]
    /// The states of the reconnection machine in which a client does not reconnect.
    private static let steady: Set<String> = ["idle", "joined", "left"]

    private var clients = Subjects(table, in: "other", Memory())
    private var calls = ParticipantCalls()
    /// The clients with changes at this instant, in order.
    private var changed: [String] = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .stage(let change, let cid):
            calls.note(change, cid)
            update(change.participant, at: now) {
                $0.memory.stages.replaceStage(change)
                switch (change.from, change.to) {
                case (_, "joined"): $0.memory.joined.insert(cid)
                case ("joined", "rejecting"): $0.memory.rejecting.insert(cid)
                case ("joined", _): $0.memory.joined.remove(cid)
                case ("rejecting", _) where $0.memory.rejecting.remove(cid) != nil: $0.memory.joined.remove(cid)
                default: break
                }
            }
        case .changed(let change): return process(change, at: now, run)
        case .command(let participant, "renewViewModel", _):
            clients.update(participant, at: now) { $0.memory.showsActiveCall = false }
        case .command(let participant, let name, _):
            guard Self.others.contains(name) || Self.entering.values.contains(where: { $0.contains(name) }) else {
                break
            }
            clients.update(participant, at: now) { $0.memory.entry = name }
        case .crashed(let participant): clients.forget(participant)
        default: break
        }
        return nil
    }

    private mutating func process(_ change: PropertyChange, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch change.property {
        case "reconnection":
            update(change.participant, at: now) { $0.memory.isReconnecting = !Self.steady.contains(change.to) }
        case "activeCall" where change.to != "none":
            update(change.participant, at: now) {
                let commands = Self.entering[$0.memory.callingState] ?? []
                $0.memory.showsActiveCall = commands.contains($0.memory.entry)
            }
        case "activeCall":
            update(change.participant, at: now) {
                $0.memory.showsActiveCall = false
                if $0.state != "other" { $0.mustLeaveState(by: now, since: "the active call has ended") }
            }
        // Drivers report neither the stages of their calls nor those of a reconnect.
        case "callingState" where !run.isDriven(change.participant):
            update(change.participant, at: now) { $0.memory.callingState = change.to }
            let state = ["inCall", "reconnecting"].contains(change.to) ? change.to : "other"
            guard clients[change.participant]?.state != state else { return nil }
            return clients.move(change.participant, to: state, at: now)
        case "reconnectionStatus" where !run.isDriven(change.participant):
            update(change.participant, at: now) { $0.memory.status = change.to }
        default: break
        }
        return nil
    }

    private mutating func update(_ name: String, at now: Instant, _ change: (inout Subject<Memory>) -> Void) {
        clients.update(name, at: now, change)
        if changed.last != name { changed.append(name) }
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { changed = [] }
        // Under the real clock, changes of one instant are observed at different times.
        for name in changed where run.slack == .zero {
            guard let client = clients[name]?.memory, let refusal = refusal(of: client, name) else { continue }
            return refusal
        }
        return clients.elapse(to: now, slack: run.slack)
    }

    private func refusal(of client: Memory, _ name: String) -> Refusal? {
        switch client.callingState {
        case "joining":
            guard !client.stages.contains(where: ["joining", "accepting"].contains) else { return nil }
            return Refusal(
                name, "callingState is joining, and its call is \(client.stages.last ?? "idle")",
                allowed: ["a call that is joining or accepting"])
        case "idle":
            guard client.showsActiveCall else { return nil }
            return Refusal(name, "callingState is idle, and its call is active", allowed: ["no active call"])
        // The status of a participant in several calls does not name its call.
        case "inCall", "reconnecting":
            guard !calls.mixed.contains(name), let demanded = client.demanded, demanded != client.callingState else {
                return nil
            }
            return Refusal(
                name, "callingState is \(client.callingState), and reconnectionStatus is \(client.status)",
                allowed: [demanded])
        default: return nil
        }
    }
}
