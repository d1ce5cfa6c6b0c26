import Journal
import Timing

@testable import Specifications

/// A run made by hand: occurrences with their instants.
struct Run {
    private var watch: SpecificationWatch
    private var time = Instant.start
    private var count = 0

    /// Starts a run that one specification observes. Its participants are connected, or have not begun to be.
    init(_ specification: (some Specification).Type, isConnected: Bool = true) {
        watch = SpecificationWatch([specification.init()])
        for name in ["alice", "bob", "carol"] {
            var traits = ParticipantTraits(name: name, user: name)
            traits.interceptorLimit = .seconds(5)
            traits.disconnectionTimeout = .seconds(30)
            add(.takesPart(traits))
            if isConnected { change(name, "connectionStatus", "connecting", "connected") }
        }
    }

    /// The violations as texts.
    var violations: [String] { watch.violations.map { "\($0)" } }

    mutating func add(_ observation: Observation) {
        count += 1
        watch.process(observation, at: time, packet: count)
    }

    /// Lets a step begin, before which no further occurrence of the instant is possible.
    mutating func settle() { watch.settle(at: time, entry: count) }

    mutating func wait(_ duration: Duration) {
        time = time.advanced(by: duration)
        watch.elapse(to: time, entry: count)
    }

    mutating func change(_ participant: String, _ property: String, _ from: String, _ to: String) {
        add(
            .changed(
                PropertyChange(participant: participant, property: property, oldValue: .text(from), newValue: .text(to))
            ))
    }

    mutating func stage(_ participant: String, _ stages: String..., of cid: Substring = "default:standup") {
        for (from, to) in zip(stages, stages.dropFirst()) {
            let change = PropertyChange(
                participant: participant, property: "stage \(cid)", oldValue: .text(from), newValue: .text(to))
            add(.stage(change, cid: cid))
        }
    }

    mutating func request(
        _ operation: Substring, by user: Substring, _ code: Substring = "2.04", of cid: Substring? = "default:standup"
    ) {
        let refusal: Substring? = code.hasPrefix("2.") ? nil : "it is refused"
        add(.request(ObservedRequest(operation: operation, cid: cid, user: user, code: code, refusal: refusal)))
    }

    mutating func send(
        _ type: Substring, to users: Substring..., of cid: Substring? = "default:standup", isPast: Bool = false
    ) {
        add(.sent(SentEvent(type: type, cid: cid, users: users, isPast: isPast)))
    }

    mutating func session(_ change: Substring, _ user: Substring, _ session: Substring) {
        add(.session(SessionChange(change: change, cid: "default:standup", user: user, session: session)))
    }

    mutating func settings(_ participant: String, autoCancel: Int = 15_000, incoming: Int = 15_000) {
        change(
            participant, "settings", "none", "ring autoCancel=\(autoCancel)ms incoming=\(incoming)ms missed=15000ms")
    }
}
