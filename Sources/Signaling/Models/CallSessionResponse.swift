public import Timing

/// A session of a call, from the first join or ring to the last leave (`semantics.md` 5.1).
public struct CallSessionResponse: Body {
    /// The id of the session.
    public var id = ""
    /// The date at which the first participant joined.
    public var startedAt: Timestamp?
    /// The date at which the last participant left or the call ended.
    public var endedAt: Timestamp?
    /// The date at which the call went live.
    public var liveStartedAt: Timestamp?
    /// The date at which the call stopped being live.
    public var liveEndedAt: Timestamp?
    /// The date at which the maximum duration ends; nil without a limit.
    public var timerEndsAt: Timestamp?
    /// The participants, in the order of joining.
    public var participants: [SessionParticipant] = []
    /// The number of participants by role.
    public var participantsCountByRole: [String: Int] = [:]
    /// The number of anonymous participants.
    public var anonymousParticipantCount = 0
    /// The date at which each user accepted the ring.
    public var acceptedBy: [String: Timestamp] = [:]
    /// The date at which each user rejected the ring.
    public var rejectedBy: [String: Timestamp] = [:]
    /// The date at which each user missed the ring.
    public var missedBy: [String: Timestamp] = [:]

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("id", &id)
        try coder.field("ended_at", &endedAt)
        try coder.field("started_at", &startedAt)
        try coder.table("missed_by", &missedBy, of: Timestamp.self)
        try coder.table("accepted_by", &acceptedBy, of: Timestamp.self)
        try coder.table("rejected_by", &rejectedBy, of: Timestamp.self)
        try coder.list("participants", &participants)
        try coder.field("live_ended_at", &liveEndedAt)
        try coder.field("timer_ends_at", &timerEndsAt)
        try coder.field("live_started_at", &liveStartedAt)
        try coder.table("participants_count_by_role", &participantsCountByRole, of: Int.self)
        try coder.field("anonymous_participant_count", &anonymousParticipantCount, omitting: 0)
    }
}

/// A participant of a session, as the coordinator knows it.
public struct SessionParticipant: Body {
    /// The user.
    public var user = User()
    /// The id of the participant's session at the SFU. Each join of each device has its own.
    public var userSessionId = ""
    /// The role in the call.
    public var role = "user"
    /// The date at which the user joined.
    public var joinedAt = Timestamp(milliseconds: 0)
    /// The date at which the user raised a hand; nil while it is lowered.
    public var handRaisedAt: Timestamp?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("role", &role, omitting: "user")
        try coder.field("user", &user)
        try coder.field("joined_at", &joinedAt)
        try coder.field("hand_raised_at", &handRaisedAt)
        try coder.field("user_session_id", &userSessionId)
    }
}
