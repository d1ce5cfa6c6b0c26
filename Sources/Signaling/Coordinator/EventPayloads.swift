public import Wire

/// The call as it is now.
public struct CallPayload: Body {
    /// The call.
    public var call: CallResponse

    /// Carries the call.
    public init(call: CallResponse) {
        self.call = call
    }

    /// Reads `call`.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
    }

    /// Writes the call.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
    }
}

/// The call as it is now, who did it and why.
public struct AnswerPayload: Body {
    /// The call.
    public var call: CallResponse
    /// Who did it; nil when the coordinator did.
    public var user: User?
    /// Why, such as `decline`.
    public var reason: String?

    /// Carries the call, the user and the reason.
    public init(call: CallResponse, user: User?, reason: String? = nil) {
        self.call = call
        self.user = user
        self.reason = reason
    }

    /// Reads `call`, and where given `user` and `reason`.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        user = try fields.optional("user")
        reason = try fields.optionalText("reason")
    }

    /// Writes the three.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("user", user)
        fields.set("reason", reason)
    }
}

/// The call, its members, and who rings or notifies them.
public struct RingPayload: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// The session that the ring belongs to.
    public var sessionId: String
    /// Who rings; in `call.missed`, who had rung.
    public var user: User
    /// Whether it is to be a video call.
    public var video: Bool

    /// Carries all of it.
    public init(call: CallResponse, members: [Member], sessionId: String, user: User, video: Bool) {
        self.call = call
        self.members = members
        self.sessionId = sessionId
        self.user = user
        self.video = video
    }

    /// Reads `call`, `members`, `session_id`, `user`, `video`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            call: try fields.value("call"), members: try fields.members(),
            sessionId: try fields.optionalText("session_id") ?? "", user: try fields.value("user"),
            video: try fields.optionalBoolean("video") ?? false)
    }

    /// Writes all of it.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("user", user)
        if video { fields.set("video", video) }
        fields.set("members", members)
        fields.set("session_id", sessionId)
    }
}

/// The call and members of it: those added or changed, or all of them.
public struct MembersPayload: Body {
    /// The call.
    public var call: CallResponse
    /// The members.
    public var members: [Member]

    /// Carries the call and members.
    public init(call: CallResponse, members: [Member]) {
        self.call = call
        self.members = members
    }

    /// Reads `call` and `members`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(call: try fields.value("call"), members: try fields.members())
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("members", members)
    }
}

/// The call and the ids of members that are none any more.
public struct MemberIdsPayload: Body {
    /// The call.
    public var call: CallResponse
    /// The users' ids.
    public var members: [String]

    /// Carries the call and the ids.
    public init(call: CallResponse, members: [String]) {
        self.call = call
        self.members = members
    }

    /// Reads `call` and `members`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(call: try fields.value("call"), members: try fields.texts("members"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("members", members)
    }
}

/// The call and a session of it.
public struct SessionPayload: Body {
    /// The call.
    public var call: CallResponse
    /// Names the session.
    public var sessionId: String

    /// Carries the call and its session.
    public init(call: CallResponse, sessionId: String) {
        self.call = call
        self.sessionId = sessionId
    }

    /// Reads `call` and `session_id`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(call: try fields.value("call"), sessionId: try fields.name("session_id"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("session_id", sessionId)
    }
}

/// Who came into or left a session.
public struct SessionParticipantPayload: Body {
    /// Who.
    public var participant: SessionParticipant
    /// Names the session.
    public var sessionId: String
    /// How long they stayed; told when they left.
    public var duration: Duration?

    /// Carries the participant.
    public init(participant: SessionParticipant, sessionId: String, duration: Duration? = nil) {
        self.participant = participant
        self.sessionId = sessionId
        self.duration = duration
    }

    /// Reads `participant`, `session_id`, and where given `duration_seconds`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            participant: try fields.value("participant"), sessionId: try fields.name("session_id"),
            duration: try fields.optionalInteger("duration_seconds").map { .seconds($0) })
    }

    /// Writes the participant.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("participant", participant)
        fields.set("duration_seconds", duration?.components.seconds)
    }
}

/// How many are in a session.
public struct ParticipantCountPayload: Body {
    /// How many of them are anonymous.
    public var anonymousParticipantCount: Int
    /// How many there are in each role.
    public var participantsCountByRole: [String: Int]
    /// Names the session.
    public var sessionId: String

    /// Carries the counts.
    public init(anonymousParticipantCount: Int, participantsCountByRole: [String: Int], sessionId: String) {
        self.anonymousParticipantCount = anonymousParticipantCount
        self.participantsCountByRole = participantsCountByRole
        self.sessionId = sessionId
    }

    /// Reads the counts.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            anonymousParticipantCount: Int(clamping: try fields.optionalInteger("anonymous_participant_count") ?? 0),
            participantsCountByRole: try fields.table("participants_count_by_role", "a whole number") {
                $0.integer.flatMap(Int.init(exactly:))
            },
            sessionId: try fields.name("session_id"))
    }

    /// Writes the counts.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("participants_count_by_role", table: participantsCountByRole) { .integer(Int64($0)) }
        if anonymousParticipantCount > 0 { fields.set("anonymous_participant_count", anonymousParticipantCount) }
    }
}

/// A user whom something happened to.
public struct UserPayload: Body {
    /// The user.
    public var user: User

    /// Carries it.
    public init(user: User) {
        self.user = user
    }

    /// Reads `user`.
    public init(_ fields: Fields) throws(BodyError) {
        user = try fields.value("user")
    }

    /// Writes `user`.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
    }
}

/// Who was blocked by whom.
public struct BlockedUserPayload: Body {
    /// Who was.
    public var user: User
    /// By whom, when that is told.
    public var blockedByUser: User?

    /// Carries both.
    public init(user: User, blockedByUser: User? = nil) {
        self.user = user
        self.blockedByUser = blockedByUser
    }

    /// Reads `user`, and where given `blocked_by_user`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(user: try fields.value("user"), blockedByUser: try fields.optional("blocked_by_user"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("blocked_by_user", blockedByUser)
    }
}

/// Who was removed from the session by whom.
public struct KickedUserPayload: Body {
    /// Who was.
    public var user: User
    /// By whom, when that is told.
    public var kickedByUser: User?

    /// Carries both.
    public init(user: User, kickedByUser: User? = nil) {
        self.user = user
        self.kickedByUser = kickedByUser
    }

    /// Reads `user`, and where given `kicked_by_user`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(user: try fields.value("user"), kickedByUser: try fields.optional("kicked_by_user"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("kicked_by_user", kickedByUser)
    }
}

/// Data of the application's own, sent by one user to the others.
public struct CustomPayload: Body {
    /// The data.
    public var custom: CBOR.Map
    /// Who sent it.
    public var user: User

    /// Carries the data.
    public init(custom: CBOR.Map, user: User) {
        self.custom = custom
        self.user = user
    }

    /// Reads `custom` and `user`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(custom: try fields.custom("custom"), user: try fields.value("user"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("custom", custom: custom)
    }
}
