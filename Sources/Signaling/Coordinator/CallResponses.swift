public import Timing

/// The response to get, create and ring.
public struct GetCallResponse: Body {
    /// The call.
    public var call = CallResponse()
    /// True when the request created the call.
    public var created = false
    /// The members.
    public var members: [Member] = []
    /// The capabilities of the requesting user.
    public var ownCapabilities: [OwnCapability] = []
    /// The number of the last event of the requesting connection's stream that the response includes; nil when unknown.
    public var asOf: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("as_of", &asOf)
        try coder.field("created", &created, omitting: false)
        try coder.list("members", &members)
        try coder.list("own_capabilities", &ownCapabilities)
    }
}

/// A call, with the credentials for its SFU.
public struct JoinCallResponse: Body {
    /// The call.
    public var call = CallResponse()
    /// True when the request created the call.
    public var created = false
    /// The members.
    public var members: [Member] = []
    /// The address of the SFU and the token for it.
    public var credentials = SFUCredentials()
    /// The options for reports of statistics.
    public var statsOptions = StatsOptions()
    /// The capabilities of the joining user.
    public var ownCapabilities: [OwnCapability] = []
    /// The number of the last event of the requesting connection's stream that the response includes; nil when unknown.
    public var asOf: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("as_of", &asOf)
        try coder.field("created", &created, omitting: false)
        try coder.list("members", &members)
        try coder.field("credentials", &credentials)
        try coder.field("stats_options", &statsOptions, whenAbsent: StatsOptions())
        try coder.list("own_capabilities", &ownCapabilities)
    }
}

/// The address of an SFU and the token for it.
public struct SFUCredentials: Body {
    /// The SFU's host.
    public var host = ""
    /// The SFU's UDP port.
    public var port = 0
    /// A CBOR Web Token for this call and user.
    public var token: [UInt8] = []
    /// The name of the SFU, such as `sfu-1`.
    public var edgeName = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("host", &host)
        try coder.field("port", &port, as: Port.self)
        try coder.field("token", &token)
        try coder.field("edge_name", &edgeName)
    }
}

/// The response to requests such as accept, reject and end.
public struct CallChangeResponse: Body {
    /// The call after the request.
    public var call = CallResponse()
    /// The number of the last event of the requesting connection's stream that the response includes; nil when unknown.
    public var asOf: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("as_of", &asOf)
    }
}

/// The members that a request named, also those that it did not change.
public struct UpdateCallMembersResponse: Body {
    /// The members.
    public var members: [Member] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("members", &members)
    }
}

/// The participants of a session.
public struct GetParticipantsResponse: Body {
    /// The id of the session; nil when there is none.
    public var sessionId: String?
    /// The participants, in the order of joining.
    public var participants: [SessionParticipant] = []
    /// The number of participants by role.
    public var participantsCountByRole: [String: Int] = [:]
    /// The number of anonymous participants; nil for none.
    public var anonymousParticipantCount: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
        try coder.list("participants", &participants)
        try coder.table("participants_count_by_role", &participantsCountByRole, of: Int.self)
        try coder.field("anonymous_participant_count", &anonymousParticipantCount)
    }
}

/// The state of a ring.
public struct RingStateResponse: Body {
    /// The cid of the call.
    public var callCid = CallCid.none
    /// The date at which the call ended; nil before.
    public var endedAt: Timestamp?
    /// The date at which each user missed the ring.
    public var missedBy: [String: Timestamp] = [:]
    /// True while the ring can be answered.
    public var isRinging = false
    /// The id of the session; nil before the first ring.
    public var sessionId: String?
    /// The date at which each user accepted the ring.
    public var acceptedBy: [String: Timestamp] = [:]
    /// The date at which each user rejected the ring.
    public var rejectedBy: [String: Timestamp] = [:]
    /// The ids of the rung users, in the order of the ring.
    public var rungUserIds: [String] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call_cid", &callCid)
        try coder.field("ended_at", &endedAt)
        try coder.table("missed_by", &missedBy, of: Timestamp.self)
        try coder.field("is_ringing", &isRinging, omitting: false)
        try coder.field("session_id", &sessionId)
        try coder.table("accepted_by", &acceptedBy, of: Timestamp.self)
        try coder.table("rejected_by", &rejectedBy, of: Timestamp.self)
        try coder.list("rung_user_ids", &rungUserIds)
    }
}

/// The reaction that the receivers of the call's events are sent.
public struct SendReactionResponse: Body {
    /// The reaction.
    public var reaction = Reaction()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("reaction", &reaction)
    }
}

/// A response about one call, with its position in the connection's event stream.
package protocol ResponseAboutCall: Body {
    /// The number of the last event of the requesting connection's stream that the response includes; nil when unknown.
    var asOf: Int? { get set }
}

extension GetCallResponse: ResponseAboutCall {}
extension JoinCallResponse: ResponseAboutCall {}
extension CallChangeResponse: ResponseAboutCall {}
extension CallStateResponse: ResponseAboutCall {}
