import Timing

/// The arrival of events at the clients that they were sent to.
struct Receptions: Specification {
    static let page = SpecificationPage(
        name: "arrival of events",
        statement:
            "In a run without disturbances an event reaches each client that it was sent to, once and within "
            + "\(deliveryLimit.inSeconds), as long as the client is connected and in the session.",
        source: "semantics.md 2.9; 5.1; 5.2; wire.md, when an event leaves",
        arrows: [.init(from: "sent", to: "received", guards: ["at most \(deliveryLimit.inSeconds)"])])

    /// An event that may wait leaves after 100 ms.
    private static let deliveryLimit = Duration.milliseconds(100)
    /// The states in which a session receives no more.
    private static let ends: Set<Substring> = ["left", "replaced", "removed", "stale", "moved"]

    private struct Key: Hashable {
        let user: Substring
        let type: Substring
        let cid: Substring?
    }

    /// The instants at which events were sent that have not arrived.
    private var pending: [Key: [Instant]] = [:]
    private var oldest = Instant.distantFuture
    private var isOver = false

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard !isOver else { return nil }
        switch observation {
        case .sent(let event): send(event, at: now, run)
        case .received(let receipt):
            let user = run.user(of: receipt.participant)[...]
            arrive(Key(user: user, type: receipt.type[...], cid: receipt.cid?[...]))
        case .session(let change) where Self.ends.contains(change.change): forget(change.user)
        // A new connection replaces the user's last one, and no event of that one arrives any more.
        case .request(let request) where ["connect", "disconnect"].contains(request.operation): forget(request.user)
        case .everyoneLeaves, .disturbed, .damaged, .crashed:
            isOver = true
            pending = [:]
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        let deliveryLimit = Self.deliveryLimit + run.slack
        guard !isOver, oldest.advanced(by: deliveryLimit) < now else { return nil }
        let late = pending.filter { $0.value.contains { $0.advanced(by: deliveryLimit) < now } }
        oldest = pending.values.compactMap(\.first).min() ?? .distantFuture
        guard let key = late.keys.min(by: { ($0.user, $0.type) < ($1.user, $1.type) }) else { return nil }
        pending[key] = nil
        return Refusal(
            "\(key.user), \(key.type)", "it was sent and has not arrived",
            allowed: ["it arrives within \(Self.deliveryLimit.inSeconds)"])
    }

    private mutating func send(_ event: SentEvent, at now: Instant, _ run: RunTraits) {
        guard run.isUndisturbed else { return }
        for user in event.users where isJudged(user, run) {
            pending[Key(user: user, type: event.type, cid: event.cid), default: []].append(now)
            oldest = min(oldest, now)
        }
    }

    private mutating func arrive(_ key: Key) {
        guard var instants = pending[key], !instants.isEmpty else { return }
        instants.removeFirst()
        pending[key] = instants.isEmpty ? nil : instants
    }

    private mutating func forget(_ user: Substring) {
        for key in pending.keys where key.user == user { pending[key] = nil }
    }

    /// Returns false for outside and embedding programs, since the run does not record their receptions.
    private func isJudged(_ user: Substring, _ run: RunTraits) -> Bool {
        let devices = run.devices[String(user)] ?? []
        return !devices.isEmpty
            && devices.allSatisfy { run.participants[$0].map { !$0.isDriven && !$0.isRegistered } ?? false }
    }
}
