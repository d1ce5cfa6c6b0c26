import Timing

/// The leaves of participants that are alone after a ring.
struct AutoLeave: Specification {
    static let page = SpecificationPage(
        name: "auto-leave",
        statement:
            "An auto-leave policy fires only when its participant has been the last one of its session for "
            + "\(debounce.inSeconds), the session had more participants, the call is the one that rang, and the client is "
            + "connected. In a run without disturbances it has left then, if the ring was accepted and its view model has "
            + "shown it in the call.",
        source: "semantics.md section 0, rule 8; 2.7",
        arrows: [
            .init(from: "with others", to: "alone", guards: ["all others have left"]),
            .init(from: "alone", to: "with others"),
            .init(from: "alone", to: "left", guards: ["\(debounce.inSeconds) have passed since"]),
        ])

    /// The time for which the participant must have been alone.
    private static let debounce = Duration.seconds(1)
    private static let timer = "auto-leave"

    private struct Client {
        var active: Substring = "none"
        var callingState = "idle"
        /// The call that rang last, until it has ended.
        var lastRinging: Substring = "none"
        var hasRung = false
        var phase = "disconnected"
        var status = "connected"
        var participants = 0
        /// The largest number of participants in the session.
        var most = 0
        /// The instant since which the participant is alone; nil while it is not.
        var aloneSince: Instant?
        /// True when the view model has shown the call since then. It leaves no other call.
        var isShown = false
        /// True once its late leave was reported.
        var isLate = false

        var isConnected: Bool { phase == "connected" && status == "connected" }

        mutating func enter(_ call: Substring) {
            if active == lastRinging { lastRinging = "none" }
            // A call begins as connected; the end of the one before was another call's.
            status = "connected"
            hasRung = call != "none" && call == lastRinging
            (active, most) = (call, 0)
        }

        mutating func ring(_ call: Substring) {
            lastRinging = call
            if call == active { hasRung = true }
        }

        mutating func show(_ state: String) {
            callingState = state
            isShown = isShown && state == Self.inCall
        }

        mutating func beAlone(at now: Instant) {
            guard aloneSince == nil else { return }
            (aloneSince, isShown) = (now, callingState == Self.inCall)
        }

        private static let inCall = "inCall"
    }

    private var clients: [String: Client] = [:]
    /// The instants at which the last ring of each call was accepted.
    private var accepted: [Substring: Instant] = [:]
    private var calls = ParticipantCalls()

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .takesPart(let traits) where traits.leavesAlone: clients[traits.name] = Client()
        case .stage(let change, let cid): calls.note(change, cid)
        case .changed(let change) where clients[change.participant] != nil:
            show(change, at: now)
        case .request(let request) where request.operation == "accept" && request.isGranted:
            if let cid = request.cid, accepted[cid] == nil { accepted[cid] = now }
        // A ring may void earlier answers, and another session has none.
        case .sent(let event) where event.type == "call.ring" || event.type == "call.session_ended":
            if let cid = event.cid { accepted[cid] = nil }
        // The policy of another view model does not know of the ring.
        case .command(let participant, "renewViewModel", _): clients[participant] = nil
        case .fired(let timer) where timer.label == Self.timer: return fire(timer, at: now)
        case .everyoneLeaves: clients = [:]
        case .crashed(let name): clients[name] = clients[name].map { _ in Client() }
        default: break
        }
        return nil
    }

    private mutating func show(_ change: PropertyChange, at now: Instant) {
        let name = change.participant
        switch change.property {
        case "callingState": clients[name]?.show(change.to)
        case "ringingCall" where change.to != "none": clients[name]?.ring(Substring(change.to))
        case "activeCall": clients[name]?.enter(Substring(change.to))
        case "sessionId": clients[name]?.most = 0
        case "connectionPhase": clients[name]?.phase = change.to
        case "reconnectionStatus": clients[name]?.status = change.to
        // Such as `2: +alice`.
        case "roster": clients[name]?.participants = Int(change.to.prefix { $0 != ":" }) ?? 0
        default: return
        }
        judge(name, at: now)
    }

    /// Notes if a participant is alone after others were there.
    private mutating func judge(_ name: String, at now: Instant) {
        guard var client = clients[name] else { return }
        let isIn = client.active != "none" && client.isConnected
        if isIn { client.most = max(client.most, client.participants) }
        let isAlone = isIn && client.hasRung && client.most > 1 && client.participants == 1
        if isAlone { client.beAlone(at: now) } else { client.aloneSince = nil }
        client.isLate = client.isLate && isAlone
        clients[name] = client
    }

    /// A policy fires only when its participant has been alone for the time.
    private func fire(_ timer: FiredTimer, at now: Instant) -> Refusal? {
        guard let client = clients[timer.owner], !calls.mixed.contains(timer.owner) else { return nil }
        let since = client.aloneSince
        if let since, since.advanced(by: Self.debounce) <= now { return nil }
        return Refusal(
            timer.owner, "its auto-leave policy fires, and it is alone \(since.map { "since \($0)" } ?? "no longer")",
            allowed: ["it fires after \(Self.debounce.inSeconds) alone"])
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        guard !clients.isEmpty, run.isUndisturbed else { return nil }
        for (name, client) in clients.sorted(by: { $0.key < $1.key }) where !calls.mixed.contains(name) {
            guard !client.isLate, client.isShown, let alone = client.aloneSince, let answered = accepted[client.active]
            else {
                continue
            }
            let since = max(alone, answered)
            guard since.advanced(by: Self.debounce + run.slack) < now else { continue }
            clients[name]?.isLate = true
            return Refusal(
                name, "it is still in \(client.active), alone since \(since)",
                allowed: ["it leaves after \(Self.debounce.inSeconds)"])
        }
        return nil
    }
}
