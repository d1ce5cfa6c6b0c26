/// The strategy of a client for reconnecting to a session (`semantics.md` 5.2).
public enum ReconnectStrategy: Int, FieldNumber {
    /// The client joins for the first time.
    case unspecified = 0
    /// The client must not reconnect.
    case disconnect = 1
    /// The client continues the same session on the same SFU.
    case fast = 2
    /// The client replaces the session with a new one.
    case rejoin = 3
    /// The client moves to another SFU.
    case migrate = 4

    package static let fallback = ReconnectStrategy.unspecified
}

/// An optional capability of a client.
public enum ClientCapability: String, CaseIterable, Hashable, Sendable {
    /// The client supports paused videos of other participants.
    case subscriberVideoPause = "subscriber_video_pause"
}

/// Joins a session.
package struct SFUJoinRequest: Body {
    /// True when the client requests a media path.
    package var wantsMedia = false
    /// The token of the coordinator's credentials.
    package var token: [UInt8] = []
    /// The kind of the client, as other participants see it.
    package var source = ParticipantSource.webrtc
    /// The id of the session, which the client creates.
    package var sessionId = ""
    /// The names of the client's capabilities, such as those of ``ClientCapability``.
    package var capabilities: [String] = []
    /// True when the client continues a session that is kept.
    package var fastReconnect = false
    /// The tracks that the client publishes at the first join.
    package var announcedTracks: [TrackInfo] = []
    /// The details of a reconnect; nil at the first join.
    package var reconnectDetails: ReconnectDetails?
    /// The first session id of a client that rejoins; nil when it is ``sessionId``.
    package var unifiedSessionId: String?

    package init() {}

    /// The tracks that the client publishes, at a join or reconnect.
    package var tracks: [TrackInfo] { reconnectDetails?.announcedTracks ?? announcedTracks }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("media", &wantsMedia, omitting: false)
        try coder.field("token", &token)
        try coder.field("source", &source, omitting: .webrtc)
        try coder.field("session_id", &sessionId)
        try coder.list("capabilities", &capabilities)
        try coder.field("fast_reconnect", &fastReconnect, omitting: false)
        try coder.list("announced_tracks", &announcedTracks)
        try coder.field("reconnect_details", &reconnectDetails)
        try coder.field("unified_session_id", &unifiedSessionId)
    }
}

/// The strategy of a reconnect, and the client's earlier tracks.
package struct ReconnectDetails: Body {
    /// The strategy.
    package var strategy = ReconnectStrategy.unspecified
    /// The tracks that the client publishes.
    package var announcedTracks: [TrackInfo] = []
    /// The tracks that the client subscribes to.
    package var subscriptions: [TrackSubscription] = []
    /// The number of reconnects so far.
    package var reconnectAttempt = 0
    /// The SFU that the client leaves.
    package var fromSFU: String?
    /// The id of the session that the new one replaces.
    package var previousSessionId: String?
    /// The reason as text.
    package var reason: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var number = Int64(strategy.rawValue)
        try coder.field("reason", &reason)
        try coder.field("strategy", &number, whenAbsent: 0)
        try coder.field("from_sfu_id", &fromSFU)
        try coder.list("subscriptions", &subscriptions)
        try coder.list("announced_tracks", &announcedTracks)
        try coder.field("reconnect_attempt", &reconnectAttempt, omitting: 0)
        try coder.field("previous_session_id", &previousSessionId)
        let known = Int(exactly: number).flatMap(ReconnectStrategy.init(rawValue:))
        try coder.check(known != nil, "strategy", "must lie between 0 and 4")
        strategy = known ?? .unspecified
    }
}

/// Leaves a session.
package struct SFULeaveRequest: Body {
    /// The token of the coordinator's credentials, for an SFU that does not know the client's address.
    package var token: [UInt8]?
    /// The reason as text.
    package var reason: String?
    /// The id of the session.
    package var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("token", &token)
        try coder.field("reason", &reason)
        try coder.field("session_id", &sessionId)
    }
}

/// Reports that a client is alive.
package struct SFUHealthRequest: Body {
    /// The id of the session.
    package var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
    }
}

/// Starts or stops noise cancellation for a session's microphone.
package struct NoiseCancellationRequest: Body {
    /// The id of the session.
    package var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
    }
}

/// Announces tracks. Tracks that are not muted are published; missing tracks are unpublished.
package struct SetPublisherRequest: Body {
    /// The number of the last event of the session's stream that the client has handled; nil when unknown. A track that a
    /// later event unpublishes remains unpublished.
    package var asOf: Int?
    /// All tracks of the client, at most one of each type.
    package var tracks: [TrackInfo] = []
    /// The id of the session.
    package var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("as_of", &asOf)
        try coder.list("tracks", &tracks)
        try coder.field("session_id", &sessionId)
    }
}

/// Publishes announced tracks or stops publishing them.
package struct UpdateMuteStatesRequest: Body {
    /// The id of the session.
    package var sessionId = ""
    /// The tracks that change.
    package var muteStates: [TrackMuteState] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("session_id", &sessionId)
        try coder.list("mute_states", &muteStates)
    }
}

/// Subscribes to tracks of other participants. Audio needs no subscription.
package struct UpdateSubscriptionsRequest: Body {
    /// All tracks that the client requests.
    package var tracks: [TrackSubscription] = []
    /// The id of the session.
    package var sessionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("tracks", &tracks)
        try coder.field("session_id", &sessionId)
    }
}
