import Timing

/// The events of participants that a view model shows for a moment.
struct ParticipantEvents: Specification {
    /// The time for which the last event is shown.
    private static let visibility = Duration.seconds(2)
    /// The number of participants at which a client stops to show events.
    private static let crowd = 25
    private static let timer = "participant event"
    private static let events: Set<String> = ["call.session_participant_joined", "call.session_participant_left"]

    static let page = SpecificationPage(
        name: "participant events",
        statement:
            "A view model in a call with fewer than \(crowd) participants shows each participant that joins or leaves, and "
            + "hides the last of these events \(visibility.inSeconds) after its arrival.",
        source: "semantics.md 2.4",
        arrows: [
            .init(from: "hidden", to: "shown", guards: ["a participant joins or leaves"]),
            .init(from: "shown", to: "shown", guards: ["another one joins or leaves"]),
            .init(from: "shown", to: "hidden", guards: [visibility.inSeconds]),
        ])

    private struct Client {
        var callingState = "idle"
        var active: Substring = "none"
        var participants = 0
        /// True once another view model has replaced the one of the call.
        var hasRenewed = false

        var isInCall: Bool { ["inCall", "reconnecting"].contains(callingState) && !hasRenewed }

        /// True when it shows events, also if the participant of the event is not counted yet.
        var isSmall: Bool { participants + 1 < crowd }
    }

    private var clients: [String: Client] = [:]
    /// The arrival of the event that each client shows.
    private var shown: [String: Instant] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        // Drivers report no timers.
        case .changed(let change) where !run.isDriven(change.participant): show(change)
        case .command(let participant, "renewViewModel", _):
            clients[participant, default: Client()].hasRenewed = true
            shown[participant] = nil
        case .received(let receipt) where Self.events.contains(receipt.type):
            guard let client = clients[receipt.participant], client.isInCall, let cid = receipt.cid,
                client.active == cid
            else { return nil }
            // At the border the client may show the event or not, so the time of the one before is not known any more.
            shown[receipt.participant] = client.isSmall ? now : nil
        case .fired(let timer) where timer.label == Self.timer:
            guard let since = shown.removeValue(forKey: timer.owner), since.duration(to: now) < Self.visibility
            else { return nil }
            return Refusal(
                timer.owner, "it hides a participant event \(since.duration(to: now).inSeconds) after the arrival",
                allowed: [Self.visibility.inSeconds])
        case .crashed(let participant): (clients[participant], shown[participant]) = (nil, nil)
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        guard !shown.isEmpty else { return nil }
        let late = shown.filter { $0.value.advanced(by: Self.visibility + run.slack) < now }
        guard let name = late.keys.min(), let since = shown.removeValue(forKey: name) else { return nil }
        return Refusal(
            name, "it still shows the participant event that arrived at \(since)",
            allowed: ["it hides it after \(Self.visibility.inSeconds)"])
    }

    private mutating func show(_ change: PropertyChange) {
        let name = change.participant
        switch change.property {
        case "callingState":
            clients[name, default: Client()].callingState = change.to
            shown[name] = nil
        case "activeCall": clients[name, default: Client()].active = Substring(change.to)
        // Such as `2: +alice`.
        case "roster": clients[name, default: Client()].participants = Int(change.to.prefix { $0 != ":" }) ?? 0
        default: break
        }
    }
}
