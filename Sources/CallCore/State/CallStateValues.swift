public import Signaling
public import Timing
public import Wire

/// Whether a call is being recorded, as far as this client knows.
public enum RecordingState: String, CaseIterable, Hashable, Sendable {
    /// It is not.
    case noRecording
    /// This client asked for it.
    case requested
    /// It is.
    case recording
}

/// Everything that is known of one call, as one value that events change (`semantics.md` 3.1, 3.2, 5.3).
public struct CallStateValues: Sendable {
    /// The call, in the form type:id.
    public let callCid: String
    /// This client's stay in the session; empty before the first join.
    public var sessionId = ""
    /// Everybody in the call, this user included, in the order of joining.
    public internal(set) var participants: [CallParticipant] = []
    /// Who belongs to the call.
    public internal(set) var members: [Member] = []
    /// Who may not join, sorted.
    public internal(set) var blockedUserIds: [String] = []
    /// How the call behaves; nil until the coordinator told.
    public internal(set) var settings: CallSettingsResponse?
    /// What this user may do, sorted.
    public internal(set) var ownCapabilities: [OwnCapability] = []
    /// Whether only hosts may join yet.
    public internal(set) var backstage = false
    /// Whether the call is being recorded.
    public internal(set) var recordingState = RecordingState.noRecording
    /// Whether the call is being transcribed.
    public internal(set) var transcribing = false
    /// Whether the call has closed captions.
    public internal(set) var captioning = false
    /// When the call was created; nil until the coordinator told.
    public internal(set) var createdAt: Timestamp?
    /// Who created it.
    public internal(set) var createdBy: User?
    /// When it last changed.
    public internal(set) var updatedAt: Timestamp?
    /// When it is to start.
    public internal(set) var startsAt: Timestamp?
    /// When it ended.
    public internal(set) var endedAt: Timestamp?
    /// Who ended it.
    public internal(set) var endedBy: User?
    /// Data of the application's own.
    public internal(set) var custom: CBOR.Map = [:]
    /// The team that the call belongs to.
    public internal(set) var team: String?
    /// Who is in it and who answered, as the coordinator tells it.
    public internal(set) var session: CallSessionResponse?
    /// How many are in the call.
    public internal(set) var participantCount = 0
    /// How many of them are anonymous.
    public internal(set) var anonymousParticipantCount = 0
    /// What this user has switched on.
    public var callSettings = CallSettings()
    /// The connection as the documents show it.
    public var reconnectionStatus = ReconnectionStatus.connected
    /// The connection in full detail.
    public var connectionPhase = ConnectionPhase.disconnected

    /// Stays that are over: a late event never brings one back (`semantics.md` section 0, rule 11).
    private var departed: Set<String> = []
    private var isInSession = false

    /// Describes a call of which nothing is known but its name.
    public init(callCid: CallCid) {
        self.callCid = callCid.description
    }

    /// This user's own entry.
    public var localParticipant: CallParticipant? {
        participants.first { $0.sessionId == sessionId }
    }

    /// Everybody but this user's own entry.
    public var remoteParticipants: [CallParticipant] {
        participants.filter { $0.sessionId != sessionId }
    }

    /// Everybody in the call by the id of their stay.
    public var participantsMap: [String: CallParticipant] {
        Dictionary(participants.map { ($0.sessionId, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether the coordinator told of the call yet.
    public var isInitialized: Bool { createdAt != nil }

    /// The documented name for ``RecordingState/recording``.
    public var recording: Bool { recordingState == .recording }

    /// The documented name for ``custom``.
    public var customData: CBOR.Map { custom }

    /// The blocked users, as far as they are members; others with their id alone.
    public var blockedUsers: [User] {
        blockedUserIds.map { id in members.first { $0.userId == id }?.user ?? User(id: id) }
    }

    /// How long the session has lasted at `date`; ringing does not count.
    public func duration(at date: Timestamp) -> Duration {
        guard let session, endedAt == nil, session.liveEndedAt == nil,
            let start = session.startedAt ?? session.liveStartedAt
        else { return .zero }
        return max(.zero, start.duration(to: date))
    }
}

// MARK: - What answers and events change

extension CallStateValues {
    /// Takes over a call as the coordinator tells it.
    public mutating func update(from call: CallResponse) {
        createdAt = call.createdAt
        createdBy = call.createdBy
        updatedAt = call.updatedAt
        startsAt = call.startsAt
        endedAt = call.endedAt
        backstage = call.backstage
        if call.recording {
            recordingState = .recording
        } else if recordingState == .recording {
            recordingState = .noRecording
        }
        transcribing = call.transcribing
        captioning = call.captioning
        blockedUserIds = call.blockedUserIds
        custom = call.custom
        team = call.team
        settings = call.settings
        session = call.session
        guard !isInSession, let session else { return }
        participantCount = Self.count(session.participantsCountByRole)
        anonymousParticipantCount = session.anonymousParticipantCount
    }

    /// Takes over the answer to get, create and ring.
    public mutating func update(from response: GetCallResponse) {
        update(from: response.call)
        members = response.members
        ownCapabilities = response.ownCapabilities.sorted()
    }

    /// Takes over the coordinator's answer to a join.
    public mutating func update(from response: JoinCallResponse) {
        update(from: response.call)
        members = response.members
        ownCapabilities = response.ownCapabilities.sorted()
        recordingState = response.call.recording ? .recording : .noRecording
    }

    /// Takes over what the client found in the session that it entered.
    public mutating func update(from response: SFUJoinResponse) {
        isInSession = true
        participants = response.participants.map(CallParticipant.init)
        update(from: response.participantCount)
    }

    /// Takes over the counts of a health answer.
    public mutating func update(from count: ParticipantCount) {
        participantCount = count.total
        anonymousParticipantCount = count.anonymous
    }

    /// Forgets the session; what the coordinator told stays.
    public mutating func leaveSession() {
        isInSession = false
        if !sessionId.isEmpty { departed.insert(sessionId) }
        sessionId = ""
        participants = []
        participantCount = 0
        anonymousParticipantCount = 0
        connectionPhase = .disconnected
    }

    /// Takes over an event of the coordinator's stream.
    public mutating func apply(_ event: CoordinatorEvent) {
        switch event {
        case .created(let event): update(from: event.call, merging: event.members)
        case .memberAdded(let event): update(from: event.call, merging: event.members)
        case .memberUpdated(let event): update(from: event.call, merging: event.members)
        case .ring(let event): update(from: event.call, merging: event.members)
        case .notification(let event): update(from: event.call, merging: event.members)
        case .missed(let event): update(from: event.call)
        case .updated(let event): update(from: event.call)
        case .accepted(let event): update(from: event.call)
        case .rejected(let event): update(from: event.call)
        case .ended(let event):
            update(from: event.call)
            endedBy = event.user
        case .sessionStarted(let event): update(from: event.call)
        case .sessionEnded(let event): update(from: event.call)
        case .memberRemoved(let event):
            update(from: event.call)
            members.removeAll { event.members.contains($0.userId) }
        case .sessionParticipantJoined(let event): sessionJoined(event.participant)
        case .sessionParticipantLeft(let event):
            session?.participants.removeAll { $0.userSessionId == event.participant.userSessionId }
        case .sessionParticipantCountUpdated(let event): countUpdated(event.payload)
        case .blockedUser(let event): setBlocked(event.user.id, true)
        case .unblockedUser(let event): setBlocked(event.user.id, false)
        case .connected, .kickedUser, .custom, .unknown: break
        }
    }

    /// Takes over an event of the session's stream.
    public mutating func apply(_ event: SFUEvent) {
        switch event {
        case .participantJoined(let participant):
            guard !departed.contains(participant.sessionId), index(of: participant.sessionId) == nil else { return }
            participants.append(CallParticipant(participant))
            participantCount = max(participantCount, participants.count)
        case .participantUpdated(let participant):
            guard let index = index(of: participant.sessionId) else { return }
            participants[index] = CallParticipant(participant)
        case .participantLeft(let participant):
            departed.insert(participant.sessionId)
            guard let index = index(of: participant.sessionId) else { return }
            participants.remove(at: index)
            participantCount = participants.count
        case .callEnded, .unknown:
            break
        }
    }

    private func index(of sessionId: String) -> Int? {
        participants.firstIndex { $0.sessionId == sessionId }
    }

    private mutating func update(from call: CallResponse, merging changed: [Member]) {
        update(from: call)
        for member in changed {
            if let index = members.firstIndex(where: { $0.userId == member.userId }) {
                members[index] = member
            } else {
                members.append(member)
            }
        }
    }

    private mutating func sessionJoined(_ participant: SessionParticipant) {
        let known = session?.participants.firstIndex { $0.userSessionId == participant.userSessionId }
        if let known {
            session?.participants[known] = participant
        } else {
            session?.participants.append(participant)
        }
    }

    private mutating func countUpdated(_ counts: ParticipantCountPayload) {
        session?.participantsCountByRole = counts.participantsCountByRole
        session?.anonymousParticipantCount = counts.anonymousParticipantCount
        guard !isInSession else { return }
        participantCount = Self.count(counts.participantsCountByRole)
        anonymousParticipantCount = counts.anonymousParticipantCount
    }

    private mutating func setBlocked(_ userId: String, _ isBlocked: Bool) {
        blockedUserIds.removeAll { $0 == userId }
        guard isBlocked else { return }
        let place = blockedUserIds.firstIndex { $0 > userId } ?? blockedUserIds.endIndex
        blockedUserIds.insert(userId, at: place)
    }

    private static func count(_ byRole: [String: Int]) -> Int {
        byRole.reduce(0) { $1.key == "anonymous" ? $0 : $0 + $1.value }
    }
}
