package import Timing

/// An observer that decides which occurrences of a run are allowed.
package protocol Specification: Sendable {
    /// The rule as people read it.
    static var page: SpecificationPage { get }

    init()

    /// Takes an occurrence, and returns how it violates the rule.
    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal?

    /// Advances to `now`, and returns the violation of a limit that passed before.
    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal?
}

extension Specification {
    package mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { nil }
}

/// A rule as people read it: what it states, where that is written, and its diagram.
package struct SpecificationPage: Sendable {
    /// The name, such as `ring of a callee`.
    package let name: String
    /// The rule in a few sentences.
    package let statement: String
    /// The section of the document that it follows.
    package let source: String
    /// True when a capture contains everything the rule needs. Only such a rule observes datagrams.
    package var needsOnlyCapture = false
    /// The arrows of its diagram.
    package let arrows: [Arrow]

    /// A transition of a diagram.
    package struct Arrow: Hashable, Sendable {
        package let from: String
        package let to: String
        /// The alternative conditions, one of which must be met; empty for an unconditional rule.
        package var guards: [String] = []
    }
}

/// Why an occurrence is not allowed.
package struct Refusal: Hashable, Sendable {
    /// The participant, call or session that it is about.
    package let subject: String
    /// The occurrence in words.
    package let occurrence: String
    /// The allowed occurrences.
    package let allowed: [String]
    /// The conditions that were not met.
    package let refused: [String]

    package init(_ subject: String, _ occurrence: String, allowed: [String], refused: [String] = []) {
        self.subject = subject
        self.occurrence = occurrence
        self.allowed = allowed
        self.refused = refused
    }
}

/// The facts of a run that all specifications share.
package struct RunTraits: Sendable {
    /// The participants by their names.
    package internal(set) var participants: [String: ParticipantTraits] = [:]
    /// The participants of each user.
    package internal(set) var devices: [String: [String]] = [:]
    /// The time for which an SFU keeps the session of a lost client.
    package internal(set) var fastReconnect = Duration.seconds(15)
    /// The instant of the last disturbance.
    package internal(set) var lastDisturbance: Instant?
    /// The instant of the last restart of an SFU. Which one it was is not known here.
    package internal(set) var lastRestart: Instant?
    /// True once the network damages datagrams.
    package internal(set) var damagesDatagrams = false
    /// The permitted delay of an occurrence. Virtual time is exact; under the real clock a busy machine is late.
    package internal(set) var slack = Duration.zero

    package init() {}

    /// The user of a participant; the participant's own name when it is not known.
    func user(of participant: String) -> String { participants[participant]?.user ?? participant }

    /// True when a participant is an outside program, which reports its state by itself.
    func isDriven(_ participant: String) -> Bool { participants[participant]?.isDriven ?? false }

    /// True when specifications judge an occurrence. Of an outside program they judge the calling state alone, because
    /// it reports its other properties when it likes.
    func judges(_ observation: Observation) -> Bool {
        guard let traits = observation.reporter.flatMap({ participants[$0] }) else { return true }
        if traits.isRegistered { return false }
        return !traits.isDriven || observation.isCallingState
    }

    /// True when the network and the servers were never disturbed.
    var isUndisturbed: Bool { lastDisturbance == nil }

    mutating func process(_ observation: Observation, at now: Instant) {
        switch observation {
        case .takesPart(let traits):
            participants[traits.name] = traits
            devices[traits.user, default: []].append(traits.name)
        case .fastReconnect(let deadline): fastReconnect = deadline
        case .realTime: slack = .milliseconds(1500)
        case .disturbed, .refuses: lastDisturbance = now
        case .crashed(let name) where name.hasPrefix("sfu"): (lastDisturbance, lastRestart) = (now, now)
        case .damaged:
            lastDisturbance = now
            damagesDatagrams = true
        default: break
        }
    }
}
