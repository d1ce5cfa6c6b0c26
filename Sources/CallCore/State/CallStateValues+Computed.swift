internal import Containers
public import Signaling
public import Timing
public import Wire

extension CallStateValues {
    // MARK: Participants

    /// Everybody in the call, this user included, in the order of ``sorting``.
    public var participants: [CallParticipant] { roster.participants }

    /// Everybody in the call by the id of their stay.
    public var participantsMap: [String: CallParticipant] { roster.bySessionId }

    /// The users of everybody in the call, in the order of ``participants``.
    public var participantUserIds: [String] { roster.userIds }

    /// How many ``participants`` there are; ``participantCount`` is what the server tells.
    public var rosterCount: Int { roster.count }

    /// Somebody in the call, by the id of their stay.
    public func participant(_ sessionId: String) -> CallParticipant? { roster[sessionId] }

    /// Whether somebody's stay is in the call.
    package func isThere(_ sessionId: String) -> Bool { roster.contains(sessionId) }

    /// What somebody publishes, sorted; nothing when they are not in the call.
    package func publishedTracks(of sessionId: String) -> [TrackType] { roster.publishedTracks(of: sessionId) }

    /// The first in the order of ``participants`` that a condition holds of.
    public func participant(where condition: (CallParticipant) -> Bool) -> CallParticipant? {
        roster.first(where: condition)
    }

    /// This user's own entry; nil when it is gone.
    public var localParticipant: CallParticipant? { roster[sessionId] }

    /// Everybody but this user's own entry.
    public var remoteParticipants: [CallParticipant] { participants.filter { $0.sessionId != sessionId } }

    /// Who speaks more than all others; nil when nobody does, or when they are gone.
    public var dominantSpeaker: CallParticipant? { roster.first { $0.isDominantSpeaker } }

    /// Everybody who speaks.
    public var activeSpeakers: [CallParticipant] { participants.filter(\.isSpeaking) }

    /// The first of those who share their screen.
    public var screenSharingParticipant: CallParticipant? { roster.first { $0.isScreensharing } }

    /// The first of the screens that are shared; nil when none is.
    public var screenSharingSession: ScreenSharingSession? {
        screenSharingParticipant.map { ScreenSharingSession(participant: $0) }
    }

    /// Whether this user shares their screen.
    public var isCurrentUserScreensharing: Bool { localParticipant?.isScreensharing ?? false }

    /// How ``participants`` are ordered.
    public var sorting: ParticipantComparator {
        get { roster.comparator }
        set {
            roster.comparator = newValue
            changes.insert(.participants)
        }
    }

    // MARK: The call

    /// Whether the coordinator told of the call yet.
    public var isInitialized: Bool { createdAt != nil }

    /// What this user may do, sorted.
    public var ownCapabilities: [OwnCapability] { toldCapabilities.sorted() }

    /// Whether this user may do something in the call.
    public func currentUserHasCapability(_ capability: OwnCapability) -> Bool { toldCapabilities.contains(capability) }

    /// The documented name for ``RecordingState/recording``.
    public var recording: Bool { recordingState == .recording }

    /// The documented name for ``custom``.
    public var customData: CBOR.Map { custom }

    /// The blocked users, as far as they are members; others with their id alone.
    public var blockedUsers: [User] {
        blockedUserIds.map { id in members.first { $0.userId == id }?.user ?? User(id: id) }
    }

    /// The participants and the answers to the ring, as the coordinator describes them.
    public var session: CallSessionResponse? {
        var session = toldSession
        if let arrivals { session?.participants = arrivals.values }
        return session
    }

    /// The session without those who have come and gone since its call was told.
    package var toldSession: CallSessionResponse? { changedSession ?? told?.session }

    /// Sets or removes a participant of the session as the coordinator describes it.
    mutating func setArrival(_ id: String, _ participant: SessionParticipant?) {
        var changed = arrivals.take() ?? OrderedMap(toldSession?.participants ?? [], by: \.userSessionId)
        changed[id] = participant
        arrivals = changed
        changes.insert(.session)
    }

    /// The users with a raised hand, in the order of raising.
    public var raisedHands: [String] {
        let raised = (session?.participants ?? []).compactMap { one in one.handRaisedAt.map { ($0, one.user.id) } }
        return raised.sorted(by: <).map(\.1).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// When the first participant of the session joined.
    public var startedAt: Timestamp? { toldSession?.startedAt }

    /// Who answered a ring and when things began and ended: the session without those who are in it.
    public var sessionSummary: CallSessionResponse? {
        var summary = toldSession
        summary?.participants = []
        return summary
    }

    /// Whether all whom somebody rings have rejected: nobody accepted, and none of them came in without a word.
    ///
    /// - Parameters:
    ///   - ringer: Who rings.
    ///   - callees: Whom they named; all members when there are none.
    public func everybodyRejected(ringer: String, callees: [String] = []) -> Bool {
        guard let session, session.acceptedBy.isEmpty else { return false }
        let rung = rung(by: ringer, callees)
        let present = Set(session.participants.map(\.user.id))
        return !rung.isEmpty && rung.allSatisfy { session.rejectedBy[$0] != nil && !present.contains($0) }
    }

    /// Those of the callees who can be rung.
    public func rung(by ringer: String, _ callees: [String]) -> [String] {
        members.map(\.userId).filter { member in
            member != ringer && !blockedUserIds.contains(member) && (callees.isEmpty || callees.contains(member))
        }
    }

    /// How long the session has lasted at `date`; ringing does not count.
    public func duration(at date: Timestamp) -> Duration {
        guard let session = toldSession, endedAt == nil, session.endedAt == nil, session.liveEndedAt == nil,
            let start = session.startedAt ?? session.liveStartedAt
        else { return .zero }
        return max(.zero, start.duration(to: date))
    }
}

extension CallStateProperties {
    /// The properties that are computed from the session.
    static let session: [any StateProperty] = [
        StateRow("session", \.session, .session),
        StateRow("sessionSummary", \.sessionSummary, .session),
        StateRow("raisedHands", \.raisedHands, .session, about: "the users with a raised hand"),
        StateRow("startedAt", \.startedAt, .session, about: "the date at which the session started"),
    ]
}
