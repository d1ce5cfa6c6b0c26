package import Timing

/// An observer that decides which occurrences of a run are allowed.
package protocol Specification: Sendable {
    /// The page that documents the rule.
    static var page: SpecificationPage { get }

    init()

    /// Processes an occurrence. Returns its refusal when the rule does not allow it.
    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal?

    /// Advances to `now`. Returns the refusal of a deadline that passed before `now`.
    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal?
}

extension Specification {
    package mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? { nil }
}

/// The documentation of a rule: its statement, its source, and its diagram.
package struct SpecificationPage: Sendable {
    /// The name, such as `ring of a callee`.
    package let name: String
    /// The rule in a few sentences.
    package let statement: String
    /// The sections of documents that define the rule.
    package let source: String
    /// True when the rule can be checked in a capture without a journal. Only such a rule observes datagrams.
    package var needsOnlyCapture = false
    /// The arrows of its diagram.
    package let arrows: [Arrow]

    /// A transition of a diagram.
    package struct Arrow: Hashable, Sendable {
        package let from: String
        package let to: String
        /// The conditions, one of which must be met; empty for an unconditional transition.
        package var guards: [String] = []
    }
}

/// The reason that an occurrence is not allowed.
package struct Refusal: Hashable, Sendable {
    /// The participant, call or session of the occurrence.
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
    /// The names of each user's participants.
    private var participantsOfUsers: [Substring: [String]] = [:]
    /// The participants of the call library that are not connected. Each is so at first.
    package internal(set) var disconnected: Set<String> = []
    /// The time for which an SFU keeps the session of a lost client.
    package internal(set) var fastReconnect = Duration.seconds(15)
    /// The instant of the last disturbance.
    package internal(set) var lastDisturbance: Instant?
    /// The instant at which an SFU last lost its state.
    package internal(set) var lastRestart: Instant?
    /// True once the network damages datagrams.
    package internal(set) var damagesDatagrams = false
    /// The permitted delay of an occurrence: zero in virtual time, longer under the real clock.
    package internal(set) var slack = Duration.zero

    package init() {}

    /// Returns the user of a participant; the participant's own name when its user is not known.
    func user(of participant: String) -> String { participants[participant]?.user ?? participant }

    /// Returns the names of a user's participants.
    func participants(of user: Substring) -> [String] { participantsOfUsers[user] ?? [] }

    /// Returns the names of the participants whose request a server may have refused: all of them when the server does not
    /// know its user, such as on a connection of another address.
    func participants(refusedBy request: ObservedRequest) -> [String] {
        request.user == "?" ? participants.keys.sorted() : participants(of: request.user)
    }

    /// True when a participant is an outside program, which reports its state by itself.
    func isDriven(_ participant: String) -> Bool { participants[participant]?.isDriven ?? false }

    /// True when specifications judge an occurrence.
    ///
    /// They judge only the calling state of an outside program, because it may report its other properties at any time.
    func judges(_ observation: Observation) -> Bool {
        guard let traits = observation.reporter.flatMap({ participants[$0] }) else { return true }
        if traits.isRegistered { return false }
        return !traits.isDriven || observation.isCallingState
    }

    /// True when every participant leaves and disconnects by requests.
    ///
    /// A driver in real time may end without requests, and an embedding program defines the meaning of a leave.
    var leavesAreRequested: Bool {
        participants.values.allSatisfy { $0.isOwn || $0.isDriven && !$0.isRegistered && slack == .zero }
    }

    /// True when the network and the servers were never disturbed.
    var isUndisturbed: Bool { lastDisturbance == nil }

    mutating func process(_ observation: Observation, at now: Instant) {
        switch observation {
        case .takesPart(let traits):
            participants[traits.name] = traits
            participantsOfUsers[traits.user[...], default: []].append(traits.name)
            if traits.isOwn { disconnected.insert(traits.name) }
        case .changed(let change) where change.property == "connectionStatus":
            if change.to == "connected" {
                disconnected.remove(change.participant)
            } else {
                disconnected.insert(change.participant)
            }
        case .fastReconnect(let deadline): fastReconnect = deadline
        case .realTime: slack = .milliseconds(1500)
        case .disturbed, .refuses: lastDisturbance = now
        case .lostState: (lastDisturbance, lastRestart) = (now, now)
        case .crashed(let name): if participants[name]?.isOwn ?? false { disconnected.insert(name) }
        case .damaged:
            lastDisturbance = now
            damagesDatagrams = true
        default: break
        }
    }
}
