import Timing

/// The requests that a client sends at the stages of its calls, and in its calling states.
struct StageRequests: Specification {
    /// A stage or a calling state that begins with a request.
    private struct Beginning {
        let state: String
        /// The operations, one of which is requested.
        let operations: [Substring]
    }

    private static let stages = [
        Beginning(state: "joining", operations: ["join"]),
        Beginning(state: "accepting", operations: ["accept"]),
        Beginning(state: "rejecting", operations: ["reject"]),
    ]
    private static let callingStates = [
        Beginning(state: "outgoing", operations: ["getOrCreate", "join", "ring"]),
        Beginning(state: "lobby", operations: ["get"]),
    ]
    /// The changes after which an SFU still has a session.
    private static let alive: Set<Substring> = ["joined", "rejoined", "streamLost", "signalLost"]

    static let page = SpecificationPage(
        name: "requests of a call's stages",
        statement:
            "In a run without disturbances a call that joins, accepts or rejects has sent its request at the same "
            + "instant. So has a participant that rings, or enters a lobby. A call that leaves has left its session at the SFU.",
        source: "semantics.md 1.2; 2.1; 2.3",
        arrows: (stages + callingStates).map { beginning in
            .init(from: beginning.state, to: beginning.operations.joined(separator: ", "))
        } + [.init(from: "leaving", to: "the SFU has no session")])

    /// A demand for a request at the same instant.
    private struct Demand {
        let participant: String
        /// The call; nil for a calling state.
        let cid: Substring?
        let beginning: Beginning
    }

    private var demands: [Demand] = []
    /// The sessions of the calls that clients leave at this instant.
    private var left: [(participant: String, session: Substring)] = []
    /// The requests of this instant.
    private var requests: [ObservedRequest] = []
    /// The users whose requests the server has answered. Users of other servers are not judged.
    private var users: Set<Substring> = []
    /// The stage of each call, and the calling state of each participant.
    private var states: [String: String] = [:]
    private var sessionIds: [String: Substring] = [:]
    /// The last change of each session.
    private var sessions: [Substring: Substring] = [:]
    private var calls = ParticipantCalls()
    private var time = Instant.start

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        if time != now { (time, requests) = (now, []) }
        switch observation {
        case .stage(let change, let cid): enter(change, cid)
        case .changed(let change) where change.property == "callingState":
            states[change.participant] = change.to
            guard let beginning = Self.callingStates.first(where: { $0.state == change.to }) else { return nil }
            demands.append(Demand(participant: change.participant, cid: nil, beginning: beginning))
        case .changed(let change) where change.property == "sessionId":
            sessionIds[change.participant] = Substring(change.to)
        case .request(let request):
            requests.append(request)
            users.insert(request.user)
        case .session(let change): sessions[change.session] = change.change
        case .crashed(let participant):
            demands.removeAll { $0.participant == participant }
            left.removeAll { $0.participant == participant }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { (demands, left) = ([], []) }
        // Under the real clock a request takes its time.
        guard run.isUndisturbed, run.slack == .zero else { return nil }
        for demand in demands where users.contains(Substring(run.user(of: demand.participant))) {
            guard !run.disconnected.contains(demand.participant) else { continue }
            if let refusal = refusal(of: demand, run) { return refusal }
        }
        for one in left {
            guard let last = sessions[one.session], Self.alive.contains(last) else { continue }
            return Refusal(
                one.participant, "it has left its call, and its session \(one.session) is \(last)",
                allowed: ["left", "removed", "replaced"])
        }
        return nil
    }

    private mutating func enter(_ change: PropertyChange, _ cid: Substring) {
        let name = change.participant
        calls.note(change, cid)
        states[callName(name, cid)] = change.to
        if let beginning = Self.stages.first(where: { $0.state == change.to }) {
            demands.append(Demand(participant: name, cid: cid, beginning: beginning))
        }
        guard change.to == "leaving", !calls.mixed.contains(name), let session = sessionIds[name], !session.isEmpty
        else { return }
        left.append((name, session))
    }

    private func refusal(of demand: Demand, _ run: RunTraits) -> Refusal? {
        let name = demand.cid.map { callName(demand.participant, $0) } ?? demand.participant
        // A call that is left at the same instant sends nothing.
        guard states[name] == demand.beginning.state else { return nil }
        let user = Substring(run.user(of: demand.participant))
        let isSent = requests.contains { request in
            request.user == user && demand.beginning.operations.contains(request.operation)
                && (demand.cid == nil || request.cid == demand.cid)
        }
        guard !isSent, !joinsAlready(demand) else { return nil }
        return Refusal(
            name, "it is \(demand.beginning.state), and has sent no request",
            allowed: demand.beginning.operations.map { "the request \($0)" })
    }

    /// True for a calling state that waits for a join under way, and rings when that has ended.
    private func joinsAlready(_ demand: Demand) -> Bool {
        demand.cid == nil && states.contains { $0.key.hasPrefix("\(demand.participant), ") && $0.value == "joining" }
    }
}
