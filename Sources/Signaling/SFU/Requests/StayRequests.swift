import Wire

/// Leaves a session.
public struct SFULeaveRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// Why, in words.
    public var reason: String?
    /// The token of the coordinator's credentials, from where the SFU has not seen the client yet.
    public var token: [UInt8]?

    /// Describes the request.
    public init(sessionId: String, reason: String? = nil, token: [UInt8]? = nil) {
        self.sessionId = sessionId
        self.reason = reason
        self.token = token
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(sessionId: try fields.name("session_id"), reason: try fields.optionalText("reason"))
        token = try fields.optionalBytes("token")
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("token", bytes: token)
        fields.set("reason", reason)
        fields.set("session_id", sessionId)
    }
}

/// Says that a client is there.
public struct SFUHealthRequest: Body {
    /// Names the stay.
    public var sessionId: String

    /// Describes the request.
    public init(sessionId: String) {
        self.sessionId = sessionId
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        sessionId = try fields.name("session_id")
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
    }
}

/// Answers a health request.
public struct SFUHealthResponse: Body {
    /// How many are in the session.
    public var participantCount: ParticipantCount

    /// Describes the answer.
    public init(participantCount: ParticipantCount) {
        self.participantCount = participantCount
    }

    /// Reads `participant_count`.
    public init(_ fields: Fields) throws(BodyError) {
        participantCount = try fields.value("participant_count")
    }

    /// Writes `participant_count`.
    public func write(to fields: inout FieldWriter) {
        fields.set("participant_count", participantCount)
    }
}
