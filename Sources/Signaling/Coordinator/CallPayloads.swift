import Wire

/// The call as it is now, and what its roles may do.
public struct CallUpdatedPayload: Body {
    /// The call.
    public var call: CallResponse
    /// What each role that its members have may do.
    public var capabilitiesByRole: [String: [OwnCapability]]

    /// Describes it.
    public init(call: CallResponse, capabilitiesByRole: [String: [OwnCapability]] = [:]) {
        self.call = call
        self.capabilitiesByRole = capabilitiesByRole
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        capabilitiesByRole = try fields.capabilities("capabilities_by_role")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("capabilities_by_role", table: capabilitiesByRole) { .array($0.map { .text($0.rawValue) }) }
    }
}

/// The call that a user missed, its members, and who had rung.
public struct MissedPayload: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// The session that the ring belonged to.
    public var sessionId: String
    /// Who had rung.
    public var user: User
    /// Whether the user should be told of it later, because no device of theirs has answered.
    public var notifyUser: Bool
    /// Whether it was to be a video call.
    public var video: Bool

    /// Describes it.
    public init(
        call: CallResponse, members: [Member], sessionId: String, user: User, notifyUser: Bool = false,
        video: Bool = false
    ) {
        self.call = call
        self.members = members
        self.sessionId = sessionId
        self.user = user
        self.notifyUser = notifyUser
        self.video = video
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        members = try fields.list("members")
        sessionId = try fields.name("session_id")
        user = try fields.value("user")
        notifyUser = try fields.optionalBoolean("notify_user") ?? false
        video = try fields.optionalBoolean("video") ?? false
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("user", user)
        if video { fields.set("video", video) }
        fields.set("members", members)
        fields.set("session_id", sessionId)
        if notifyUser { fields.set("notify_user", notifyUser) }
    }
}
