import Signaling
import Timing
import Wire

/// One participant's stay in a session on one SFU.
struct Stay: Sendable {
    var participant: SFUParticipant
    let cid: CallCid
    let receiver: ReceiverID
    /// Where its requests come from; whoever else names its session id is not its client.
    var peer: SocketAddress
    /// When its client last gave a sign of health.
    var lastHealth: Instant
    /// Since when its client cannot be reached; it may come back for a while.
    var lostAt: Instant?
    var staleness: TimerID?
    /// What its client announced, one of a type; which of it is published, ``participant`` says.
    var tracks: [TrackInfo] = []
    /// What its client wants of the others.
    var subscriptions: [TrackSubscription] = []
    /// What its client can do.
    var capabilities: [String] = []
    /// Whether noise is taken out of what its client's microphone hears.
    var cancelsNoise = false

    var userId: String { participant.user.id }
    var sessionId: String { participant.sessionId }
}

/// One call's session on one SFU.
struct SFUSession: Sendable {
    /// Whom the coordinator let in, with their roles.
    var admitted: [String: Admission] = [:]
    /// Who is there, in the order of joining.
    private(set) var entries: [Entry] = []
    private(set) var startedAt: Timestamp?
    /// Who is in the same call on other SFUs, in the order in which that was told.
    var remotes: [SFUParticipant] = []
    private(set) var anonymousCount = 0
    /// The participants of a large call that only their own clients are shown; see ``SFUMachine/reach(of:in:)``.
    var hidden: Set<String> = []
    /// True while a change of the counts is still to be sent.
    var areCountsDue = false
    /// Who is pinned for everyone.
    var pins: [ParticipantReference] = []
    /// How many may be in the call, on this SFU and others together; zero for any number.
    var participantLimit = 0

    struct Entry: Sendable {
        let sessionId: String
        let userId: String
        let receiver: ReceiverID
    }

    struct Admission: Sendable {
        var user: User
        var roles: [String]
        var grants: CallGrants
        var mayCancelNoise = false
    }

    var count: ParticipantCount {
        ParticipantCount {
            $0.total = entries.count + remotes.count
            $0.anonymous = anonymousCount + remotes.reduce(0) { $0 + ($1.user.role == CallRole.anonymous ? 1 : 0) }
        }
    }

    /// Lets somebody in; returns as what they were let in before, and what they might do then they may still.
    mutating func admit(_ admission: Admission) -> Admission? {
        guard let known = admitted.updateValue(admission, forKey: admission.user.id) else { return nil }
        admitted[admission.user.id]?.grants = known.grants
        admitted[admission.user.id]?.mayCancelNoise = known.mayCancelNoise
        return known
    }

    /// How many participants every client is shown.
    var shownCount: Int { entries.count + remotes.count - hidden.count }

    /// True when clients other than its own are shown a participant.
    func shows(_ sessionId: String) -> Bool { hidden.isEmpty || !hidden.contains(sessionId) }

    func isPinned(_ sessionId: String) -> Bool {
        pins.contains { $0.sessionId == sessionId }
    }

    mutating func add(_ participant: SFUParticipant, _ receiver: ReceiverID) {
        if entries.isEmpty { startedAt = participant.joinedAt }
        // A call is of two or more.
        if entries.isEmpty { entries.reserveCapacity(2) }
        entries.append(Entry(sessionId: participant.sessionId, userId: participant.user.id, receiver: receiver))
        if participant.user.role == CallRole.anonymous { anonymousCount += 1 }
    }

    mutating func remove(_ participant: SFUParticipant) {
        guard let index = entries.firstIndex(where: { $0.sessionId == participant.sessionId }) else { return }
        entries.remove(at: index)
        if !pins.isEmpty { pins.removeAll { $0.sessionId == participant.sessionId } }
        if participant.user.role == CallRole.anonymous { anonymousCount -= 1 }
    }
}
