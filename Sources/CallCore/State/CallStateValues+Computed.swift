internal import Containers
public import Signaling
public import Timing
public import Wire

extension CallStateValues {
    // MARK: Participants

    /// All participants, including this user, in the order of ``sorting``.
    public var participants: [CallParticipant] { roster.participants }

    /// All participants by session id.
    public var participantsMap: [String: CallParticipant] { roster.bySessionId }

    /// The user ids of the participants, in the order of ``participants``.
    public var participantUserIds: [String] { roster.userIds }

    /// The number of ``participants``. ``participantCount`` is the server's count.
    public var rosterCount: Int { roster.count }

    /// Returns the participant with the given session id.
    public func participant(_ sessionId: String) -> CallParticipant? { roster[sessionId] }

    /// True when a participant has the given session id.
    package func hasParticipant(_ sessionId: String) -> Bool { roster.contains(sessionId) }

    /// Returns the published tracks of a participant, sorted; empty for an unknown participant.
    package func publishedTracks(of sessionId: String) -> [TrackType] { roster.publishedTracks(of: sessionId) }

    /// Returns the first of ``participants`` that fulfils a condition.
    public func participant(where condition: (CallParticipant) -> Bool) -> CallParticipant? {
        roster.first(where: condition)
    }

    /// This user's own participant; nil when it was removed.
    public var localParticipant: CallParticipant? { roster[sessionId] }

    /// All participants except this user's own.
    public var remoteParticipants: [CallParticipant] { participants.filter { $0.sessionId != sessionId } }

    /// The dominant speaker; nil without one, or when it has left.
    public var dominantSpeaker: CallParticipant? { roster.first { $0.isDominantSpeaker } }

    /// The participants that speak.
    public var activeSpeakers: [CallParticipant] { participants.filter(\.isSpeaking) }

    /// The first participant that shares its screen.
    public var screenSharingParticipant: CallParticipant? { roster.first { $0.isScreensharing } }

    /// The first shared screen; nil without one.
    public var screenSharingSession: ScreenSharingSession? {
        screenSharingParticipant.map { ScreenSharingSession(participant: $0) }
    }

    /// True when this user shares their screen.
    public var isCurrentUserScreensharing: Bool { localParticipant?.isScreensharing ?? false }

    /// The order of ``participants``.
    public var sorting: ParticipantComparator {
        get { roster.comparator }
        set {
            roster.comparator = newValue
            changes.insert(.participants)
        }
    }

    // MARK: The call

    /// True when the coordinator has described the call.
    public var isInitialized: Bool { createdAt != nil }

    /// The capabilities of this user, sorted.
    public var ownCapabilities: [OwnCapability] { grantedCapabilities.sorted() }

    /// True when this user has the given capability in the call.
    public func currentUserHasCapability(_ capability: OwnCapability) -> Bool {
        grantedCapabilities.contains(capability)
    }

    /// True while the call is recorded.
    public var recording: Bool { recordingState == .recording }

    /// Custom data of the application; another name of ``custom``.
    public var customData: CBOR.Map { custom }

    /// The blocked users. Users that are not members have only an id.
    public var blockedUsers: [User] {
        blockedUserIds.map { id in members.first { $0.userId == id }?.user ?? User(id: id) }
    }

    /// The participants and the answers to the ring, as the coordinator describes them.
    public var session: CallSessionResponse? {
        var session = receivedSession
        if let arrivals { session?.participants = arrivals.values }
        return session
    }

    /// The session without later changes of its participants.
    package var receivedSession: CallSessionResponse? { changedSession ?? response?.session }

    /// Sets or removes a participant of the coordinator's session.
    mutating func setArrival(_ id: String, _ participant: SessionParticipant?) {
        var changed = arrivals.take() ?? OrderedMap(receivedSession?.participants ?? [], by: \.userSessionId)
        changed[id] = participant
        arrivals = changed
        changes.insert(.session)
    }

    /// The users with a raised hand, in the order of raising.
    public var raisedHands: [String] {
        let raised = (session?.participants ?? []).compactMap { one in one.handRaisedAt.map { ($0, one.user.id) } }
        return raised.sorted(by: <).map(\.1).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The date at which the first participant of the session joined.
    public var startedAt: Timestamp? { receivedSession?.startedAt }

    /// The session without its participants: the answers to a ring and the dates.
    public var sessionSummary: CallSessionResponse? {
        var summary = receivedSession
        summary?.participants = []
        return summary
    }

    /// True when all rung members have rejected the ring, none has accepted it, and none is in the session.
    ///
    /// - Parameters:
    ///   - ringer: The user that rings.
    ///   - callees: The named callees; empty for all members.
    public func allRejected(ringer: String, callees: [String] = []) -> Bool {
        guard let session, session.acceptedBy.isEmpty else { return false }
        if listsAllMembers == false, callees.isEmpty { return false }
        let rung = rung(by: ringer, callees)
        let present = Set(session.participants.map(\.user.id))
        return !rung.isEmpty && rung.allSatisfy { session.rejectedBy[$0] != nil && !present.contains($0) }
    }

    /// Returns the ids of the members that a ring of all members rings: those that are not in the session. Returns none
    /// while some members are unknown.
    public func absentMembers(beside ringer: String) -> [String] {
        guard listsAllMembers != false else { return [] }
        let present = Set(session?.participants.map(\.user.id) ?? [])
        return rung(by: ringer, []).filter { !present.contains($0) }
    }

    /// Returns the ids of the callees that can be rung. Named callees count as members while some members are unknown.
    public func rung(by ringer: String, _ callees: [String]) -> [String] {
        let candidates = listsAllMembers == false && !callees.isEmpty ? callees : members.map(\.userId)
        return candidates.filter { member in
            member != ringer && !blockedUserIds.contains(member) && (callees.isEmpty || callees.contains(member))
        }
    }

    /// Returns the duration of the session at `date`, without the ring.
    public func duration(at date: Timestamp) -> Duration {
        guard let session = receivedSession, endedAt == nil, session.endedAt == nil, session.liveEndedAt == nil,
            let start = session.startedAt ?? session.liveStartedAt
        else { return .zero }
        return max(.zero, start.duration(to: date))
    }
}

extension CallStateProperties {
    /// The properties of the session.
    static let session: [any StateProperty] = [
        StateRow("session", \.session, .session),
        StateRow("sessionSummary", \.sessionSummary, .session),
        StateRow("raisedHands", \.raisedHands, .session, about: "the users with a raised hand"),
        StateRow("startedAt", \.startedAt, .session, about: "the date at which the session started"),
    ]
}
