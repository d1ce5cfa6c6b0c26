import Timing

/// The lengths of a client's timers.
struct TimerLengths: Specification {
    /// The shortest and the longest time of the timers with one purpose.
    private struct Length {
        let label: String
        let shortest: Duration
        let longest: Duration

        init(_ label: String, _ shortest: Duration, to longest: Duration? = nil) {
            self.label = label
            self.shortest = shortest
            self.longest = longest ?? shortest
        }
    }

    private static let lengths = [
        Length("ping of the event stream", .seconds(5)),
        Length("silence of the event stream", .seconds(15)),
        Length("attempt of the event stream", .seconds(5)),
        Length("pause of the event stream", .milliseconds(250), to: .seconds(5)),
        Length("health of session", .seconds(5)),
        Length("health answer of session", .seconds(15)),
        Length("search for the network", .seconds(1)),
        Length("debounce of", .seconds(1)),
        Length("discretion of", .seconds(1)),
        Length("migrationCompletion of", .seconds(10)),
        Length("join of", .seconds(30)),
        Length("accept of", .seconds(10)),
        Length("reject of", .seconds(10)),
        Length("readiness of", .seconds(5)),
        Length("retry of join of", .milliseconds(250), to: .milliseconds(500)),
        Length("auto-leave", .seconds(1)),
        Length("participant event", .seconds(2)),
    ]

    static let page = SpecificationPage(
        name: "lengths of timers",
        statement:
            "Each timer of a client has the length of its setting or of the documents. The timers of a ring have "
            + "auto_cancel_timeout_ms at a caller and incoming_call_timeout_ms at a callee, the timer of an interceptor has "
            + "its limit, and the one of a missing network has the disconnection timeout.",
        source: "semantics.md section 0, rules 1, 5 and 11; 1.6; 4.2",
        arrows: lengths.map { length in
            let longest = length.longest == length.shortest ? "" : " to \(length.longest.inSeconds)"
            return .init(from: "armed", to: length.label, guards: [length.shortest.inSeconds + longest])
        })

    private var limits: [String: RingLimits] = [:]
    /// The limits before the last change, with its instant. A timer that was set before has the length of those.
    private var former: [String: (limits: RingLimits, until: Instant)] = [:]
    private var states: [String: String] = [:]
    /// The instants at which participants lost their connection.
    private var losses: [String: Instant] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "settings":
            former[change.participant] = limits[change.participant].map { ($0, now) }
            limits[change.participant] = RingLimits(change.to)
        case .changed(let change) where change.property == "callingState":
            states[change.participant] = change.to
        case .changed(let change) where change.property == "connectionPhase":
            if change.to == "connected" {
                losses[change.participant] = nil
            } else if change.from == "connected" {
                losses[change.participant] = now
            }
        case .fired(let timer): return check(timer, at: now, run)
        default: break
        }
        return nil
    }

    private func check(_ timer: FiredTimer, at now: Instant, _ run: RunTraits) -> Refusal? {
        var allowed = allowed(timer, limits[timer.owner], at: now, run)
        if let known = former[timer.owner], known.until.duration(to: now) <= timer.length {
            allowed += self.allowed(timer, known.limits, at: now, run)
        }
        let fits = allowed.contains { $0.lowerBound <= timer.length && timer.length <= $0.upperBound + run.slack }
        guard !allowed.isEmpty, !fits else { return nil }
        return Refusal(
            "\(timer.owner), \(timer.label)", "the timer fires after \(timer.length.inSeconds)",
            allowed: allowed.map { range in
                range.lowerBound == range.upperBound
                    ? range.lowerBound.inSeconds : "\(range.lowerBound.inSeconds) to \(range.upperBound.inSeconds)"
            })
    }

    private func allowed(
        _ timer: FiredTimer, _ ring: RingLimits?, at now: Instant, _ run: RunTraits
    ) -> [ClosedRange<Duration>] {
        let traits = run.participants[timer.owner]
        switch timer.label {
        case "ring timer" where states[timer.owner] == "outgoing": return (ring?.autoCancel).map { [$0...$0] } ?? []
        case "ring timer" where states[timer.owner] == "incoming": return (ring?.incoming).map { [$0...$0] } ?? []
        // The view model that set a timer may have been replaced since.
        case "ring timer", "end of the ring":
            return [ring?.autoCancel, ring?.incoming].compactMap { $0 }.map { $0...$0 }
        case let label where label.hasPrefix("join interceptor of "):
            return traits?.interceptorLimit.map { [$0...$0] } ?? []
        case let label where label.hasPrefix("disconnection of "):
            guard let timeout = traits?.disconnectionTimeout else { return [] }
            // The timeout counts from the loss, but the client may notice the loss and set the timer later.
            let before = losses[timer.owner].map { $0.duration(to: now) - timer.length } ?? .zero
            return [(timeout - before)...(timeout - before)]
        case let label:
            let length = Self.lengths.first { label.hasPrefix($0.label) }
            return length.map { [$0.shortest...$0.longest] } ?? []
        }
    }
}
