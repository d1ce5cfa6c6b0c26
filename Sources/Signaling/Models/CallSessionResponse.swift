public import Timing
import Wire

/// One stretch of a call from the first who joins, or is rung, to the last who leaves (`semantics.md` 5.1).
public struct CallSessionResponse: Body {
    /// Names the session.
    public var id: String
    /// When the first participant joined.
    public var startedAt: Timestamp?
    /// When the last participant left, or the call was ended.
    public var endedAt: Timestamp?
    /// When the call went live.
    public var liveStartedAt: Timestamp?
    /// When it stopped being live.
    public var liveEndedAt: Timestamp?
    /// When its time is up; nil when it may last for as long as somebody is in it.
    public var timerEndsAt: Timestamp?
    /// Who is in it, in the order of joining.
    public var participants: [SessionParticipant]
    /// How many are in it, by role.
    public var participantsCountByRole: [String: Int]
    /// How many of them are anonymous.
    public var anonymousParticipantCount: Int
    /// Who accepted the ring, and when.
    public var acceptedBy: [String: Timestamp]
    /// Who rejected the ring, and when.
    public var rejectedBy: [String: Timestamp]
    /// Who never answered, and when that was found.
    public var missedBy: [String: Timestamp]

    /// Describes a session in which nothing has happened yet but what is named.
    public init(
        id: String, startedAt: Timestamp? = nil, endedAt: Timestamp? = nil, liveStartedAt: Timestamp? = nil,
        liveEndedAt: Timestamp? = nil, timerEndsAt: Timestamp? = nil, participants: [SessionParticipant] = [],
        participantsCountByRole: [String: Int] = [:], anonymousParticipantCount: Int = 0,
        acceptedBy: [String: Timestamp] = [:], rejectedBy: [String: Timestamp] = [:],
        missedBy: [String: Timestamp] = [:]
    ) {
        self.id = id
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.liveStartedAt = liveStartedAt
        self.liveEndedAt = liveEndedAt
        self.timerEndsAt = timerEndsAt
        self.participants = participants
        self.participantsCountByRole = participantsCountByRole
        self.anonymousParticipantCount = anonymousParticipantCount
        self.acceptedBy = acceptedBy
        self.rejectedBy = rejectedBy
        self.missedBy = missedBy
    }

    /// Reads the session.
    public init(_ fields: Fields) throws(BodyError) {
        id = try fields.name("id")
        startedAt = try fields.optionalDate("started_at")
        endedAt = try fields.optionalDate("ended_at")
        liveStartedAt = try fields.optionalDate("live_started_at")
        liveEndedAt = try fields.optionalDate("live_ended_at")
        timerEndsAt = try fields.optionalDate("timer_ends_at")
        participants = try fields.list("participants")
        participantsCountByRole = try fields.table("participants_count_by_role", "a whole number") {
            $0.integer.flatMap(Int.init(exactly:))
        }
        anonymousParticipantCount = Int(clamping: try fields.optionalInteger("anonymous_participant_count") ?? 0)
        acceptedBy = try Self.dates(fields, "accepted_by")
        rejectedBy = try Self.dates(fields, "rejected_by")
        missedBy = try Self.dates(fields, "missed_by")
    }

    /// Writes the session; what is empty is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        fields.set("ended_at", endedAt)
        fields.set("missed_by", table: missedBy) { .integer($0.milliseconds) }
        fields.set("started_at", startedAt)
        fields.set("accepted_by", table: acceptedBy) { .integer($0.milliseconds) }
        fields.set("rejected_by", table: rejectedBy) { .integer($0.milliseconds) }
        fields.set("participants", participants)
        fields.set("live_ended_at", liveEndedAt)
        fields.set("timer_ends_at", timerEndsAt)
        fields.set("live_started_at", liveStartedAt)
        fields.set("participants_count_by_role", table: participantsCountByRole) { .integer(Int64($0)) }
        if anonymousParticipantCount > 0 { fields.set("anonymous_participant_count", anonymousParticipantCount) }
    }

    private static func dates(_ fields: Fields, _ name: String) throws(BodyError) -> [String: Timestamp] {
        try fields.table(name, "a date in milliseconds") { $0.integer.map(Timestamp.init(milliseconds:)) }
    }
}

/// Somebody in a session, as the coordinator knows them.
public struct SessionParticipant: Body {
    /// The user.
    public var user: User
    /// Names this user's stay; another one for each device and each join.
    public var userSessionId: String
    /// The role in the call.
    public var role: String
    /// When the user joined.
    public var joinedAt: Timestamp

    /// Describes a stay.
    public init(user: User, userSessionId: String, role: String, joinedAt: Timestamp) {
        self.user = user
        self.userSessionId = userSessionId
        self.role = role
        self.joinedAt = joinedAt
    }

    /// Reads the stay.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            user: try fields.value("user"), userSessionId: try fields.name("user_session_id"),
            role: try fields.optionalText("role") ?? "user", joinedAt: try fields.date("joined_at"))
    }

    /// Writes the stay.
    public func write(to fields: inout FieldWriter) {
        if role != "user" { fields.set("role", role) }
        fields.set("user", user)
        fields.set("joined_at", joinedAt)
        fields.set("user_session_id", userSessionId)
    }
}
