import Timing

/// The lengths of servers' timers.
struct ServerTimers: Specification {
    /// The shortest time after which an SFU may consider a silent client lost.
    private static let health = Duration.seconds(20)

    static let page = SpecificationPage(
        name: "lengths of servers' timers",
        statement:
            "A ring is missed exactly missed_call_timeout_ms after the request that rang. An SFU gives up a session when its "
            + "deadline for a fast reconnect has passed since the loss, and takes no signal for lost within 20 s of the "
            + "join. The coordinator forgets a connection 60 s after its loss.",
        source: "semantics.md section 0, rules 5 and 11; 4.2; 4.7; wire.md",
        arrows: [
            .init(from: "rung", to: "missed", guards: ["missed_call_timeout_ms"]),
            .init(from: "signal lost", to: "stale", guards: ["the deadline for a fast reconnect"]),
            .init(from: "joined", to: "signal lost", guards: ["at least \(health.inSeconds)"]),
            .init(from: "connection lost", to: "connection forgotten", guards: [SessionEnds.resumption.inSeconds]),
        ])

    /// The instants of each call's requests that may have rung.
    private var requests: [Substring: Set<Instant>] = [:]
    /// The values of `missed_call_timeout_ms` in the participants' settings.
    private var missedLimits: Set<Duration> = []
    /// The instants at which sessions and connections were lost.
    private var lost: [Substring: Instant] = [:]
    /// The instants at which clients entered their sessions.
    private var entered: [Substring: Instant] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "settings":
            if let limit = RingLimits(change.to)?.missed { missedLimits.insert(limit) }
        case .request(let request) where request.isGranted && request.mayRing:
            if let cid = request.cid { requests[cid, default: []].insert(now) }
        case .session(let change): process(change, at: now)
        case .connection(let change, let id, _): lost[id] = change == "lost" ? now : nil
        case .serverTimer(let timer): return check(timer, at: now, run)
        default: break
        }
        return nil
    }

    private mutating func process(_ change: SessionChange, at now: Instant) {
        guard !change.isLoss else {
            lost[change.session] = lost[change.session] ?? now
            return
        }
        lost[change.session] = nil
        entered[change.session] = now
    }

    private func check(_ timer: ServerTimer, at now: Instant, _ run: RunTraits) -> Refusal? {
        let subject = timer.subject
        switch timer.purpose {
        case "missed_call_timeout": return checkRing(of: subject, at: now, run)
        case "return": return check(lost[subject], run.fastReconnect, "return", subject, at: now, run)
        case "resumption": return check(lost[subject], SessionEnds.resumption, "resumption", subject, at: now, run)
        case "health":
            guard let start = entered[subject], start.duration(to: now) < Self.health else { return nil }
            return refusal("health", subject, start, now, allowed: "at least \(Self.health.inSeconds)")
        default: return nil
        }
    }

    private func checkRing(of cid: Substring, at now: Instant, _ run: RunTraits) -> Refusal? {
        guard let requests = requests[cid], !missedLimits.isEmpty else { return nil }
        let isRight = missedLimits.contains { limit in
            requests.contains { fits($0.duration(to: now), limit, run) }
        }
        guard !isRight, let last = requests.max() else { return nil }
        let allowed = missedLimits.sorted().map(\.inSeconds).joined(separator: " or ")
        return refusal("missed_call_timeout", cid, last, now, allowed: allowed)
    }

    private func check(
        _ start: Instant?, _ length: Duration, _ name: String, _ subject: Substring, at now: Instant, _ run: RunTraits
    ) -> Refusal? {
        guard let start, !fits(start.duration(to: now), length, run) else { return nil }
        return refusal(name, subject, start, now, allowed: length.inSeconds)
    }

    private func fits(_ time: Duration, _ length: Duration, _ run: RunTraits) -> Bool {
        length <= time && time <= length + run.slack
    }

    private func refusal(
        _ name: String, _ subject: Substring, _ start: Instant, _ now: Instant, allowed: String
    ) -> Refusal {
        Refusal(
            "\(name) of \(subject)", "the timer fires after \(start.duration(to: now).inSeconds)", allowed: [allowed])
    }
}
