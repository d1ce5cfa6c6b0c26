package import Timing

/// The session that a client joined; the first representation of its event stream.
package struct SFUJoinResponse: Body {
    /// The path for media, when the client asked for one.
    package var path: MediaPathResponse?
    /// The participants and pins.
    package var callState = SFUCallState()
    /// True when the client returned to a session that was kept.
    package var reconnected = false
    /// How the SFU wants tracks to be published.
    package var publishOptions: [PublishOption] = []
    /// How long after a loss a fast reconnect may be tried.
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

/// A session as a client finds it when it joins.
package struct SFUCallState: Body {
    /// The participants that are pinned for everyone.
    package var pins: [ParticipantReference] = []
    /// When the session began.
    package var startedAt = Timestamp(milliseconds: 0)
    /// All participants, the client included, in the order of joining.
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

/// Answers a health request.
package struct SFUHealthResponse: Body {
    /// The number of participants.
    package var participantCount = ParticipantCount()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("participant_count", &participantCount)
    }
}

/// A path for media and the client's credentials for it.
package struct MediaPathResponse: Body {
    /// The SFU's UDP port for media, on the host of the request.
    package var port = 0
    /// The client's credentials.
    package var credentials = PathCredentials()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("port", &port, as: Port.self)
        try credentials.code(&coder)
    }
}

/// A short-term credential of STUN (RFC 8489 section 9.1), which proves that an address is the client's own.
///
/// Both texts are hexadecimal digits, so they need no preparation (RFC 8265).
package struct PathCredentials: Body {
    /// The key for the integrity of checks.
    package var password = ""
    /// The name of the session in checks.
    package var username = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("password", &password)
        try coder.field("username", &username)
    }
}
