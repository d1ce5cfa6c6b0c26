import Timing

/// The arrival of events at the clients that they were sent to.
struct Receptions: Specification {
    static let page = SpecificationPage(
        name: "arrival of events",
        statement:
            "In a run without disturbances an event reaches each client that it was sent to, once and at the same instant, as "
            + "long as the client is connected and in the session. The session's events, and those that the response to "
            + "the user's own request includes, arrive within \(deliveryLimit.inSeconds).",
        source: "semantics.md 2.9; 5.1; 5.2; wire.md, when an event leaves",
        arrows: [
            .init(from: "sent", to: "received", guards: ["at the same instant"]),
            .init(from: "sent, and may wait", to: "received", guards: ["at most \(deliveryLimit.inSeconds)"]),
        ])

    /// The longest time that the coordinator holds an event back.
    private static let deliveryLimit = Duration.milliseconds(100)
    /// The events that may wait on every connection, beside those of the session.
    private static let deferrable: Set<Substring> = [
        "call.created", "call.stats_report_ready", "call.user_feedback_submitted", "user.updated",
    ]
    /// The events that do not wait on the requester's connections either.
    private static let immediate: Set<Substring> = [
        "call.ended", "call.deleted", "call.rejected", "call.member_removed",
    ]

    private struct Key: Hashable {
        let user: Substring
        let type: Substring
        let cid: Substring?
    }

    /// An event that was sent and has not arrived.
    private struct Delivery {
        let sent: Instant
        var limit: Duration

        var deadline: Instant { sent.advanced(by: limit) }
    }

    /// The events that have not arrived, in the order in which they were sent.
    private var pending: [Key: [Delivery]] = [:]
    /// The earliest deadline.
    private var earliest = Instant.distantFuture
    private var isOver = false

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard !isOver else { return nil }
        switch observation {
        case .sent(let event): send(event, at: now, run)
        case .received(let receipt):
            let user = run.user(of: receipt.participant)[...]
            arrive(Key(user: user, type: receipt.type[...], cid: receipt.cid?[...]))
        case .session(let change) where change.isEnd || change.change == "moved": forget(change.user)
        // A new connection replaces the user's last one, whose events do not arrive any more.
        case .request(let request) where ["connect", "disconnect"].contains(request.operation): forget(request.user)
        case .request(let request): relax(request.user, at: now)
        case .everyoneLeaves, .disturbed, .damaged, .crashed, .lostState:
            isOver = true
            pending = [:]
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        guard !isOver, earliest.advanced(by: run.slack) < now else { return nil }
        let late = pending.filter { $0.value.contains { $0.deadline.advanced(by: run.slack) < now } }
        earliest = pending.values.joined().map(\.deadline).min() ?? .distantFuture
        guard let key = late.keys.min(by: { ($0.user, $0.type) < ($1.user, $1.type) }),
            let limit = pending.removeValue(forKey: key)?.first?.limit
        else { return nil }
        return Refusal(
            "\(key.user), \(key.type)", "it was sent and has not arrived",
            allowed: [limit > .zero ? "it arrives within \(limit.inSeconds)" : "it arrives at the same instant"])
    }

    private mutating func send(_ event: SentEvent, at now: Instant, _ run: RunTraits) {
        guard run.isUndisturbed else { return }
        let mayWait = event.type.hasPrefix("call.session_") || Self.deferrable.contains(event.type)
        let delivery = Delivery(sent: now, limit: mayWait ? Self.deliveryLimit : .zero)
        for user in event.users where isJudged(user, run) {
            pending[Key(user: user, type: event.type, cid: event.cid), default: []].append(delivery)
            earliest = min(earliest, delivery.deadline)
        }
    }

    /// Allows a delay of the events that a user's own request caused.
    private mutating func relax(_ user: Substring, at now: Instant) {
        for (key, deliveries) in pending where key.user == user && !Self.immediate.contains(key.type) {
            pending[key] = deliveries.map { delivery in
                var delivery = delivery
                if delivery.sent == now { delivery.limit = Self.deliveryLimit }
                return delivery
            }
        }
    }

    private mutating func arrive(_ key: Key) {
        guard var deliveries = pending[key], !deliveries.isEmpty else { return }
        deliveries.removeFirst()
        pending[key] = deliveries.isEmpty ? nil : deliveries
    }

    private mutating func forget(_ user: Substring) {
        for key in pending.keys where key.user == user { pending[key] = nil }
    }

    /// True for a user whose receptions the run records, which it does not for outside and embedding programs.
    private func isJudged(_ user: Substring, _ run: RunTraits) -> Bool {
        let names = run.participants(of: user)
        return !names.isEmpty && names.allSatisfy { run.participants[$0]?.isOwn ?? false }
    }
}
