public import Wire

/// The call.
public struct CallPayload: Body {
    /// The call.
    public var call = CallResponse()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
    }
}

/// The call and the capabilities of its roles.
public struct CallUpdatedPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The capabilities of each role.
    public var capabilitiesByRole: [String: [OwnCapability]] = [:]

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.table("capabilities_by_role", &capabilitiesByRole, of: ListOf<OwnCapability>.self)
    }
}

/// The call, and the user that accepted, rejected or ended it.
public struct AnswerPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The user; nil when the coordinator itself ended the call.
    public var user: User?
    /// The reason, such as `decline`.
    public var reason: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("user", &user)
        try coder.field("reason", &reason)
    }
}

/// The call, its members and the caller.
public struct RingPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The caller.
    public var user = User()
    /// True for a video call.
    public var video = false
    /// The members.
    public var members: [Member] = []
    /// The id of the session that the ring belongs to.
    public var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("user", &user)
        try coder.field("video", &video, omitting: false)
        try coder.list("members", &members)
        try coder.field("session_id", &sessionId, as: String.self, whenAbsent: "")
    }
}

/// The call that a user missed.
public struct MissedPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The caller.
    public var user = User()
    /// True for a video call.
    public var video = false
    /// The members.
    public var members: [Member] = []
    /// The id of the session that the ring belonged to.
    public var sessionId = ""
    /// True when no device of the user has answered.
    public var notifyUser = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("user", &user)
        try coder.field("video", &video, omitting: false)
        try coder.list("members", &members)
        try coder.field("session_id", &sessionId)
        try coder.field("notify_user", &notifyUser, omitting: false)
    }
}

/// The call and some of its members.
public struct MembersPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The members.
    public var members: [Member] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.list("members", &members)
    }
}

/// The call and the ids of removed members.
public struct MemberIdsPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The users' ids.
    public var members: [String] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.list("members", &members)
    }
}

/// The call, members with new roles, and the capabilities of roles.
public struct MemberPermissionsPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The members.
    public var members: [Member] = []
    /// The capabilities of each role.
    public var capabilitiesByRole: [String: [OwnCapability]] = [:]

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.list("members", &members)
        try coder.table("capabilities_by_role", &capabilitiesByRole, of: ListOf<OwnCapability>.self)
    }
}

/// The call and a session of it.
public struct SessionPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The id of the session.
    public var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("session_id", &sessionId)
    }
}

/// A session.
public struct SessionIdPayload: Body {
    /// The id of the session.
    public var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
    }
}

/// A participant that joined or left a session.
public struct SessionParticipantPayload: Body {
    /// The id of the session.
    public var sessionId = ""
    /// The participant.
    public var participant = SessionParticipant()
    /// The time in the session; nil for a participant that joined.
    public var duration: Duration?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
        try coder.field("participant", &participant)
        try coder.field("duration_seconds", &duration, as: Seconds.self)
    }
}

/// The number of participants of a session.
public struct ParticipantCountPayload: Body {
    /// The id of the session.
    public var sessionId = ""
    /// The number of participants by role.
    public var participantsCountByRole: [String: Int] = [:]
    /// The number of anonymous participants.
    public var anonymousParticipantCount = 0

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
        try coder.table("participants_count_by_role", &participantsCountByRole, of: Int.self)
        try coder.field("anonymous_participant_count", &anonymousParticipantCount, omitting: 0)
    }
}

/// A user.
public struct UserPayload: Body {
    /// The user.
    public var user = User()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
    }
}

/// A user that was blocked.
public struct BlockedUserPayload: Body {
    /// The user.
    public var user = User()
    /// The user that requested the block.
    public var blockedByUser: User?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.field("blocked_by_user", &blockedByUser)
    }
}

/// A user that was removed from the session.
public struct KickedUserPayload: Body {
    /// The user.
    public var user = User()
    /// The user that requested the removal.
    public var kickedByUser: User?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.field("kicked_by_user", &kickedByUser)
    }
}

/// Custom data of the application, sent by a user.
public struct CustomPayload: Body {
    /// The sender.
    public var user = User()
    /// The data.
    public var custom: CBOR.Map = [:]

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
    }
}
