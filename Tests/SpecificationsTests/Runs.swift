import Journal
import Timing

@testable import Specifications

/// A run made by hand: occurrences with their instants.
struct Run {
    private var watch: SpecificationWatch
    private var time = Instant.start
    private var count = 0

    /// Starts a run that one specification observes.
    init(_ specification: (some Specification).Type) {
        watch = SpecificationWatch([specification.init()])
        for name in ["alice", "bob", "carol"] {
            var traits = ParticipantTraits(name: name, user: name)
            traits.interceptorLimit = .seconds(5)
            traits.disconnectionTimeout = .seconds(30)
            add(.takesPart(traits))
        }
    }

    /// The violations as texts.
    var violations: [String] { watch.violations.map { "\($0)" } }

    mutating func add(_ observation: Observation) {
        count += 1
        watch.process(observation, at: time, packet: count)
    }

    mutating func wait(_ duration: Duration) {
        time = time.advanced(by: duration)
        watch.elapse(to: time, entry: count)
    }

    mutating func change(_ participant: String, _ property: String, _ from: String, _ to: String) {
        add(.changed(Change(participant: participant, property: property, oldValue: .text(from), newValue: .text(to))))
    }

    mutating func stage(_ participant: String, _ stages: String..., of cid: Substring = "default:standup") {
        for (from, to) in zip(stages, stages.dropFirst()) {
            let change = Change(
                participant: participant, property: "stage \(cid)", oldValue: .text(from), newValue: .text(to))
            add(.stage(change, cid: cid))
        }
    }

    mutating func request(
        _ operation: Substring, by user: Substring, _ code: Substring = "2.04", of cid: Substring? = "default:standup"
    ) {
        add(.request(ServedRequest(operation: operation, cid: cid, user: user, code: code)))
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
