package import Timing

/// The session that a client joined; the first representation of its event stream.
package struct SFUJoinResponse: Body {
    /// The media path, when the client requested one.
    package var path: MediaPathResponse?
    /// The participants and pins.
    package var callState = SFUCallState()
    /// True when the client continued a session that was kept.
    package var reconnected = false
    /// The options of the SFU for published tracks.
    package var publishOptions: [PublishOption] = []
    /// The time after a loss within which a fast reconnect is allowed.
    package var fastReconnectDeadline = Duration.zero

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("path", &path)
        try coder.field("call_state", &callState)
        try coder.field("reconnected", &reconnected, omitting: false)
        try coder.list("publish_options", &publishOptions)
        try coder.field("fast_reconnect_deadline_seconds", &fastReconnectDeadline, as: Seconds.self, whenAbsent: .zero)
    }
}

/// The state of a session when a client joins.
package struct SFUCallState: Body {
    /// The participants that are pinned for everyone.
    package var pins: [ParticipantReference] = []
    /// The date at which the session began.
    package var startedAt = Timestamp(milliseconds: 0)
    /// All participants, including the client, in the order of joining.
    package var participants: [SFUParticipant] = []
    /// The number of participants.
    package var participantCount = ParticipantCount()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("pins", &pins)
        try coder.field("started_at", &startedAt)
        try coder.list("participants", &participants)
        try coder.field("participant_count", &participantCount)
    }
}

/// The response to a health request.
package struct SFUHealthResponse: Body {
    /// The number of participants.
    package var participantCount = ParticipantCount()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("participant_count", &participantCount)
    }
}

/// A media path and the client's credentials for it.
package struct MediaPathResponse: Body {
    /// The SFU's UDP port for media, on the host of the request.
    package var port = 0
    /// The credentials of the client.
    package var credentials = PathCredentials()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("port", &port, as: Port.self)
        try credentials.code(&coder)
    }
}

/// A short-term credential of STUN (RFC 8489 section 9.1), which verifies a client's address.
///
/// Both texts are hexadecimal digits, so they need no preparation (RFC 8265).
package struct PathCredentials: Body {
    /// The key of the checks' message integrity.
    package var password = ""
    /// The user name of the session in checks.
    package var username = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("password", &password)
        try coder.field("username", &username)
    }
}
