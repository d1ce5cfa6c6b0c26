import Timing

/// The states of a client in which its timers fire.
struct TimerStates: Specification {
    /// The values that a client shows.
    private struct Client {
        /// The stages of each call.
        var stages: [Substring: [String]] = [:]
        var values = defaults
        /// True once another view model has replaced the one that set the timer of a ring.
        var hasRenewed = false

        static let defaults = [
            "callingState": "idle", "ringingCall": "none", "reconnection": "idle", "connectionPhase": "disconnected",
            "connectionStatus": "initialized", "sessionId": "",
        ]

        subscript(property: String) -> Substring { (values[property] ?? "").prefix { $0 != "(" } }
    }

    /// The states in which the timers with one purpose fire.
    private struct Purpose {
        enum Scope {
            /// The states are stages of the call that the label names.
            case stage
            /// The states are values of a property.
            case property(String)
        }

        let label: String
        let scope: Scope
        let states: [String]
    }

    private static let attempts = ["fastReconnecting", "rejoining", "migrating"]
    private static let purposes = [
        Purpose(label: "ping of the event stream", scope: .property("connectionStatus"), states: ["connected"]),
        Purpose(label: "silence of the event stream", scope: .property("connectionStatus"), states: ["connected"]),
        Purpose(label: "attempt of the event stream", scope: .property("connectionStatus"), states: ["connecting"]),
        Purpose(label: "pause of the event stream", scope: .property("connectionStatus"), states: ["connecting"]),
        Purpose(label: "ring timer", scope: .property("callingState"), states: ["incoming", "outgoing"]),
        Purpose(label: "debounce of", scope: .property("reconnection"), states: ["settling"]),
        Purpose(label: "attempt of", scope: .property("reconnection"), states: attempts),
        Purpose(label: "disconnection of", scope: .property("reconnection"), states: ["offline"]),
        Purpose(label: "migrationCompletion of", scope: .property("reconnection"), states: ["migrated"]),
        Purpose(
            label: "discretion of", scope: .property("reconnection"),
            states: ["offline", "settling", "migrated"] + attempts),
        Purpose(label: "join of", scope: .stage, states: ["joining"]),
        Purpose(label: "retry of join of", scope: .stage, states: ["joining"]),
        Purpose(label: "readiness of", scope: .stage, states: ["joining"]),
        Purpose(label: "join interceptor of", scope: .stage, states: ["joining"]),
        Purpose(label: "accept of", scope: .stage, states: ["accepting"]),
        Purpose(label: "reject of", scope: .stage, states: ["rejecting"]),
    ]
    /// The timers of a session, which fire only in that session.
    private static let ofSession = [
        "health of session", "health answer of session", "tracks of session", "subscriptions of session",
    ]
    private static let (ring, search) = ("end of the ring", "search for the network")

    static let page = SpecificationPage(
        name: "states of timers",
        statement:
            "A timer of a client fires only in the state that it limits. When the state ends before, the timer is "
            + "stopped. A timer of a session fires only in that session, the end of a ring only while a call rings, and "
            + "the search for the network only while a connection is lost.",
        source: "semantics.md section 0, rules 1, 5 and 11; 1.6; 2.4; 4.2",
        arrows: purposes.map { .init(from: $0.label, to: $0.states.joined(separator: ", ")) }
            + ofSession.map { .init(from: $0, to: "the session") }
            + [.init(from: ring, to: "a call rings"), .init(from: search, to: "a connection is lost")])

    private var clients: [String: Client] = [:]
    private var calls = ParticipantCalls()

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where Client.defaults[change.property] != nil:
            clients[change.participant, default: Client()].values[change.property] = change.to
        case .stage(let change, let cid):
            calls.note(change, cid)
            clients[change.participant, default: Client()].stages[cid, default: []].replaceStage(change)
        case .command(let participant, "renewViewModel", _):
            clients[participant, default: Client()].hasRenewed = true
        case .fired(let timer): return refusal(of: timer, clients[timer.owner] ?? Client())
        case .crashed(let participant): clients[participant] = nil
        default: break
        }
        return nil
    }

    private func refusal(of timer: FiredTimer, _ client: Client) -> Refusal? {
        let label = timer.label
        if label == Self.ring { return client["ringingCall"] == "none" ? refusal(timer, "no call rings") : nil }
        // The properties of a participant in several calls do not name their call.
        let isMixed = calls.mixed.contains(timer.owner)
        if label == Self.search {
            let isLost = client["connectionPhase"] == "offline" || client["connectionStatus"] != "connected"
            return isLost || isMixed ? nil : refusal(timer, "no connection is lost")
        }
        if let name = Self.ofSession.first(where: label.hasPrefix) {
            let session = client["sessionId"]
            guard !isMixed, !session.isEmpty, label.dropFirst(name.count + 1) != session else { return nil }
            return refusal(timer, "the session is \(session)")
        }
        guard let purpose = Self.purposes.first(where: { label.hasPrefix($0.label) }) else { return nil }
        switch purpose.scope {
        case .stage:
            let stages = client.stages[label.dropFirst(purpose.label.count + 1)] ?? []
            guard !stages.contains(where: purpose.states.contains) else { return nil }
            return refusal(timer, "the call is \(stages.last ?? "idle")", allowed: purpose.states)
        case .property(let property):
            let value = client[property]
            let isOther = property == "reconnection" && isMixed || property == "callingState" && client.hasRenewed
            guard !isOther, !purpose.states.contains(String(value)) else { return nil }
            return refusal(timer, "\(property) is \(value)", allowed: purpose.states)
        }
    }

    private func refusal(
        _ timer: FiredTimer, _ state: String, allowed: [String] = ["the timer is stopped"]
    ) -> Refusal {
        Refusal("\(timer.owner), \(timer.label)", "the timer fires, and \(state)", allowed: allowed)
    }
}
