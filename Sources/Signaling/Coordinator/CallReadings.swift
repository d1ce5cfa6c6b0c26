public import Timing
public import Wire

/// Who is in the session of a call.
public struct GetParticipantsResponse: Body {
    /// Names the session; nil when there is none.
    public var sessionId: String?
    /// Who is in it, in the order of joining.
    public var participants: [SessionParticipant]
    /// How many are in it, by role.
    public var participantsCountByRole: [String: Int]
    /// How many of them are anonymous; nil for nobody.
    public var anonymousParticipantCount: Int?

    /// Describes it.
    public init(
        sessionId: String? = nil, participants: [SessionParticipant] = [], participantsCountByRole: [String: Int] = [:],
        anonymousParticipantCount: Int? = nil
    ) {
        self.sessionId = sessionId
        self.participants = participants
        self.participantsCountByRole = participantsCountByRole
        self.anonymousParticipantCount = anonymousParticipantCount
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        sessionId = try fields.optionalText("session_id")
        participants = try fields.list("participants")
        participantsCountByRole = try fields.table("participants_count_by_role", "a whole number") {
            $0.integer.flatMap(Int.init(exactly:))
        }
        anonymousParticipantCount = try fields.optionalCount("anonymous_participant_count")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("participants", participants)
        fields.set("participants_count_by_role", table: participantsCountByRole) { .integer(Int64($0)) }
        fields.set("anonymous_participant_count", anonymousParticipantCount)
    }
}

/// Who is rung in a call, and who answered how.
public struct RingStateResponse: Body {
    /// The call.
    public var callCid: CallCid
    /// Names the session that the ring belongs to; nil when nobody was rung.
    public var sessionId: String?
    /// Whether somebody can still answer.
    public var isRinging: Bool
    /// Who was rung, in that order.
    public var rungUserIds: [String]
    /// Who accepted, and when.
    public var acceptedBy: [String: Timestamp]
    /// Who rejected, and when.
    public var rejectedBy: [String: Timestamp]
    /// Who never answered, and when that was found.
    public var missedBy: [String: Timestamp]
    /// When the call was ended; nil while it goes on.
    public var endedAt: Timestamp?

    /// Describes it.
    public init(
        callCid: CallCid, sessionId: String? = nil, isRinging: Bool = false, rungUserIds: [String] = [],
        acceptedBy: [String: Timestamp] = [:], rejectedBy: [String: Timestamp] = [:],
        missedBy: [String: Timestamp] = [:], endedAt: Timestamp? = nil
    ) {
        self.callCid = callCid
        self.sessionId = sessionId
        self.isRinging = isRinging
        self.rungUserIds = rungUserIds
        self.acceptedBy = acceptedBy
        self.rejectedBy = rejectedBy
        self.missedBy = missedBy
        self.endedAt = endedAt
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        callCid = try fields.cid("call_cid")
        sessionId = try fields.optionalText("session_id")
        isRinging = try fields.optionalBoolean("is_ringing") ?? false
        rungUserIds = try fields.texts("rung_user_ids")
        acceptedBy = try fields.table("accepted_by", "a date in milliseconds") {
            $0.integer.map(Timestamp.init(milliseconds:))
        }
        rejectedBy = try fields.table("rejected_by", "a date in milliseconds") {
            $0.integer.map(Timestamp.init(milliseconds:))
        }
        missedBy = try fields.table("missed_by", "a date in milliseconds") {
            $0.integer.map(Timestamp.init(milliseconds:))
        }
        endedAt = try fields.optionalDate("ended_at")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call_cid", callCid)
        fields.set("ended_at", endedAt)
        fields.set("missed_by", table: missedBy) { .integer($0.milliseconds) }
        if isRinging { fields.set("is_ringing", isRinging) }
        fields.set("session_id", sessionId)
        fields.set("accepted_by", table: acceptedBy) { .integer($0.milliseconds) }
        fields.set("rejected_by", table: rejectedBy) { .integer($0.milliseconds) }
        fields.set("rung_user_ids", rungUserIds)
    }
}

/// Reacts to what happens in a call.
public struct SendReactionRequest: Body {
    /// The kind, such as `fireworks`.
    public var type: String
    /// The emoji's code, such as `:fireworks:`.
    public var emojiCode: String?
    /// Data of the application's own.
    public var custom: CBOR.Map

    /// Describes it.
    public init(type: String, emojiCode: String? = nil, custom: CBOR.Map = [:]) {
        self.type = type
        self.emojiCode = emojiCode
        self.custom = custom
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        type = try fields.name("type")
        emojiCode = try fields.optionalText("emoji_code")
        custom = try fields.custom("custom")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("type", type)
        fields.set("custom", custom: custom)
        fields.set("emoji_code", emojiCode)
    }
}

/// The reaction as everybody who follows the call is told of it.
public struct SendReactionResponse: Body {
    /// The reaction.
    public var reaction: Reaction

    /// Describes it.
    public init(reaction: Reaction) {
        self.reaction = reaction
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        reaction = try fields.value("reaction")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("reaction", reaction)
    }
}

/// Tells what a user thinks of a call.
public struct CollectUserFeedbackRequest: Body {
    /// From 1, bad, to 5, good.
    public var rating: Int
    /// Why.
    public var reason: String?
    /// The stay that it is about.
    public var userSessionId: String?
    /// Data of the application's own.
    public var custom: CBOR.Map

    /// Describes it.
    public init(rating: Int, reason: String? = nil, userSessionId: String? = nil, custom: CBOR.Map = [:]) {
        self.rating = rating
        self.reason = reason
        self.userSessionId = userSessionId
        self.custom = custom
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        rating = try fields.count("rating")
        reason = try fields.optionalText("reason")
        userSessionId = try fields.optionalText("user_session_id")
        custom = try fields.custom("custom")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("custom", custom: custom)
        fields.set("rating", rating)
        fields.set("reason", reason)
        fields.set("user_session_id", userSessionId)
    }
}
