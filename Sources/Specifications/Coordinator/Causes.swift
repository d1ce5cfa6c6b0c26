import Timing

/// The requests that cause events.
struct Causes: Specification {
    /// The requests that may cause each event.
    private static let causes: [(event: Substring, requests: [Substring])] = [
        ("call.accepted", ["accept"]),
        ("call.rejected", ["reject"]),
        ("call.created", ["getOrCreate", "join"]),
        ("call.ring", ["getOrCreate", "join", "get", "ring", "connect"]),
        ("call.notification", ["getOrCreate", "join", "get"]),
        ("call.deleted", ["delete"]),
        ("call.blocked_user", ["block", "kick"]),
        ("call.unblocked_user", ["unblock"]),
        ("call.kicked_user", ["kick", "block"]),
        ("call.live_started", ["goLive"]),
        ("call.member_added", ["updateMembers"]),
        ("call.member_removed", ["updateMembers"]),
        ("call.member_updated", ["updateMembers"]),
        ("call.member_updated_permission", ["updateMembers"]),
        ("call.permissions_updated", ["userPermissions", "updateMembers"]),
        ("call.permission_request", ["requestPermission"]),
        ("call.raised_hands_updated", ["raiseHand", "lowerHand", "sfu/leave"]),
        ("call.reaction_new", ["sendReaction"]),
        ("call.user_muted", ["muteUsers"]),
        ("call.user_feedback_submitted", ["submitFeedback"]),
        ("custom", ["sendEvent"]),
        ("participant_joined", ["sfu/join"]),
        ("call.session_started", ["sfu/join"]),
        ("call.session_participant_joined", ["sfu/join"]),
    ]
    /// The requests that always send an event.
    ///
    /// A kick is not listed, because an absent user is only blocked. A mute of all others is not listed, because there
    /// may be none.
    private static let results: [(request: Substring, event: Substring)] = [
        ("goLive", "call.live_started"), ("sendEvent", "custom"), ("sendReaction", "call.reaction_new"),
        ("update", "call.updated"), ("stopLive", "call.updated"), ("submitFeedback", "call.user_feedback_submitted"),
        ("delete", "call.deleted"),
    ]

    static let page = SpecificationPage(
        name: "causes of events",
        statement: "An event comes from a request that was granted, and at the same instant. A refused request changes "
            + "nothing: it sends no event. A request with an event for all participants sends it.",
        source: "semantics.md section 0, rule 14; 5.1; 6",
        arrows: causes.flatMap { cause in
            cause.requests.map { SpecificationPage.Arrow(from: "\($0)", to: "\(cause.event)", guards: ["granted"]) }
        })

    private static let requests = Dictionary(uniqueKeysWithValues: causes.map { ($0.event, $0.requests) })

    /// The events after which fewer users may observe the call.
    private static let removals: Set<Substring> = [
        "call.member_removed", "call.blocked_user", "call.kicked_user", "call.deleted",
    ]

    /// The users that have received events of each call. An event for no user is not sent.
    private var audiences: [Substring: Set<Substring>] = [:]
    /// The events since the last request.
    private var pending: [Substring] = []
    private var time = Instant.start

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .sent(let event):
            // A command of a scenario to a server also sends events, without a request.
            if time != now { pending = [] }
            time = now
            pending.append(event.type)
            follow(event)
        case .session(let change) where change.isEnd:
            audiences[change.cid]?.remove(change.user)
        case .request(let request):
            if time != now { pending = [] }
            defer { pending = [] }
            return check(request)
        case .serverTimer: pending = []
        default: break
        }
        return nil
    }

    private mutating func follow(_ event: SentEvent) {
        guard let cid = event.cid else { return }
        audiences[cid] = Self.removals.contains(event.type) ? [] : (audiences[cid] ?? []).union(event.users)
    }

    private func check(_ request: ObservedRequest) -> Refusal? {
        let subject = "\(request.operation) by \(request.user)\(request.cid.map { " in \($0)" } ?? "")"
        for event in pending {
            guard let causes = Self.requests[event], causes.contains(request.operation), !request.isGranted else {
                continue
            }
            return Refusal(
                subject, "\(event) is sent, and the request is refused with \(request.code)", allowed: ["no event"],
                refused: ["the request is granted"])
        }
        guard request.isGranted, let result = Self.results.first(where: { $0.request == request.operation }),
            !pending.contains(result.event), audiences[request.cid ?? ""]?.contains(request.user) == true
        else { return nil }
        return Refusal(subject, "the request is granted, and no event is sent", allowed: ["\(result.event)"])
    }
}
