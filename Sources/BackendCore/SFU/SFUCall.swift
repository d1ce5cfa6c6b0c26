import Signaling
import Timing
import Wire

/// One call on one SFU: the admitted users, the sessions here, and the participants on other SFUs.
final class SFUCall {
    let cid: CallCid
    /// The users that the coordinator admitted, by id.
    var admitted: [String: Admission] = [:]
    /// The sessions on this SFU, in the order of joining.
    private(set) var sessions: [SFUSession] = []
    /// The start of the call's session.
    private(set) var startedAt: Timestamp?
    /// The start of the present session on any SFU; nil until the first join.
    var knownStart: Timestamp?
    /// The participants on other SFUs, in the order in which they became known.
    var remotes: [SFUParticipant] = []
    private var anonymousCount = 0
    /// The participants of a large call that only their own clients are shown; see ``SFUMachine/recipients(of:in:)``.
    var hidden: Set<String> = []
    /// True while a change of the counts is still to be sent.
    var areCountsDue = false
    /// The sessions that are pinned for everyone.
    var pins: [ParticipantReference] = []
    /// The maximum number of participants, on all SFUs together; zero for no limit.
    var participantLimit = 0

    /// A user that may join, and its rights.
    struct Admission: Sendable {
        var user: User
        var roles: [String]
        var grants: CallGrants
        var mayCancelNoise: Bool
    }

    init(_ cid: CallCid) {
        self.cid = cid
    }

    var count: ParticipantCount {
        ParticipantCount {
            $0.total = sessions.count + remotes.count
            $0.anonymous = anonymousCount + remotes.count(where: \.isAnonymous)
        }
    }

    /// Admits a user and returns the earlier admission, if any. The earlier rights stay in force.
    func admit(_ admission: Admission) -> Admission? {
        guard let known = admitted.updateValue(admission, forKey: admission.user.id) else { return nil }
        admitted[admission.user.id]?.grants = known.grants
        admitted[admission.user.id]?.mayCancelNoise = known.mayCancelNoise
        return known
    }

    // MARK: Sessions

    /// Records the start of the call's session, if it is empty. A join that replaces a session precedes its end.
    func begin(at date: Timestamp) {
        if let knownStart { startedAt = knownStart } else if sessions.isEmpty, remotes.isEmpty { startedAt = date }
    }

    func add(_ session: SFUSession) {
        sessions.append(session)
        if session.participant.isAnonymous { anonymousCount += 1 }
    }

    /// Removes a session, and its pin unless it continues on another SFU.
    func remove(_ session: SFUSession, keepingPin keepsPin: Bool = false) {
        guard let index = sessions.firstIndex(where: { $0 === session }) else { return }
        sessions.remove(at: index)
        if !keepsPin { pins.removeAll { $0.sessionId == session.sessionId } }
        if session.participant.isAnonymous { anonymousCount -= 1 }
        forgetStartIfEmpty()
    }

    /// Forgets the start of a session that has ended. A join that was admitted before and arrives later begins the next
    /// session.
    private func forgetStartIfEmpty() {
        if sessions.isEmpty, remotes.isEmpty { knownStart = nil }
    }

    /// Updates the profile and the roles of a session here.
    func describe(_ session: SFUSession, _ user: User, _ roles: [String]) {
        if session.participant.isAnonymous { anonymousCount -= 1 }
        (session.participant.user, session.participant.roles) = (user, roles)
        if session.participant.isAnonymous { anonymousCount += 1 }
    }

    /// The sessions of users, in the order of joining.
    func sessions(of userIds: [String]) -> [SFUSession] {
        let users = Set(userIds)
        return sessions.filter { users.contains($0.userId) }
    }

    func isPinned(_ sessionId: String) -> Bool {
        pins.contains { $0.sessionId == sessionId }
    }

    // MARK: Large calls

    /// The number of participants that every client is shown.
    var shownCount: Int { sessions.count + remotes.count - hidden.count }

    /// True when clients other than its own are shown a participant.
    func shows(_ sessionId: String) -> Bool { hidden.isEmpty || !hidden.contains(sessionId) }

    // MARK: Other SFUs

    func remote(_ sessionId: String) -> SFUParticipant? {
        remotes.first { $0.sessionId == sessionId }
    }

    /// Adds or updates a participant on another SFU; returns true when it is new.
    func setRemote(_ participant: SFUParticipant) -> Bool {
        guard let index = remotes.firstIndex(where: { $0.sessionId == participant.sessionId }) else {
            begin(at: participant.joinedAt)
            remotes.append(participant)
            return true
        }
        remotes[index] = participant
        return false
    }

    func setRemote(_ sessionId: String, _ type: TrackType, isPublished: Bool) {
        guard let index = remotes.firstIndex(where: { $0.sessionId == sessionId }) else { return }
        let others = remotes[index].publishedTracks.filter { $0 != type }
        remotes[index].publishedTracks = isPublished ? (others + [type]).sorted() : others
    }

    /// Applies another SFU's description of its participants.
    func update(from event: SFUEvent) {
        switch event {
        case .connectionQualityChanged(let updates):
            for update in updates {
                changeRemote(update.reference.sessionId) { $0.connectionQuality = update.connectionQuality }
            }
        case .audioLevelChanged(let levels):
            for level in levels {
                changeRemote(level.reference.sessionId) {
                    ($0.audioLevel, $0.isSpeaking) = (level.level, level.isSpeaking)
                }
            }
        case .dominantSpeakerChanged(let reference): setDominant(reference.sessionId)
        default: break
        }
    }

    private func changeRemote(_ sessionId: String, _ change: (inout SFUParticipant) -> Void) {
        for index in remotes.indices where remotes[index].sessionId == sessionId { change(&remotes[index]) }
    }

    /// Marks a participant as the dominant speaker, and no other one.
    func setDominant(_ sessionId: String) {
        for session in sessions { session.participant.isDominantSpeaker = session.sessionId == sessionId }
        for index in remotes.indices { remotes[index].isDominantSpeaker = remotes[index].sessionId == sessionId }
    }

    /// Removes a participant on another SFU, and its pin unless it continues here. Returns false for an unknown one.
    func removeRemote(_ sessionId: String, keepingPin keepsPin: Bool = false) -> Bool {
        guard let index = remotes.firstIndex(where: { $0.sessionId == sessionId }) else { return false }
        remotes.remove(at: index)
        if !keepsPin { pins.removeAll { $0.sessionId == sessionId } }
        forgetStartIfEmpty()
        return true
    }
}

extension SFUParticipant {
    /// True for a participant that others see as anonymous. The coordinator counts by the same role.
    fileprivate var isAnonymous: Bool { roles.contains(CallRole.anonymous) }
}
