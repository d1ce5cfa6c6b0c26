import Wire

/// How a client comes back to a session (`semantics.md` 5.2).
public enum ReconnectStrategy: Int, CaseIterable, Hashable, Sendable {
    /// It does not come back: it joins for the first time.
    case unspecified = 0
    /// It must not come back.
    case disconnect = 1
    /// The same session on the same SFU, with everything kept.
    case fast = 2
    /// A new session in place of the old one.
    case rejoin = 3
    /// The same call on another SFU.
    case migrate = 4
}

/// What a client can do that not every client can.
public enum ClientCapability: String, CaseIterable, Hashable, Sendable {
    /// It understands that a video of others is paused for it.
    case subscriberVideoPause = "subscriber_video_pause"
}

/// Enters a session.
public struct SFUJoinRequest: Body {
    /// The token of the coordinator's credentials.
    public var token: [UInt8]
    /// Names this stay; made by the client, never empty.
    public var sessionId: String
    /// The same through all that replaces this stay; nil when it is ``sessionId``.
    public var unifiedSessionId: String?
    /// What the client publishes from the start when it comes for the first time.
    public var announcedTracks: [TrackInfo]
    /// Whether it comes back to a stay that is still there.
    public var fastReconnect: Bool
    /// How it comes back; nil when it comes for the first time.
    public var reconnectDetails: ReconnectDetails?
    /// What it can do, as ``ClientCapability`` or in words of other clients.
    public var capabilities: [String]
    /// Where it comes from.
    public var source: ParticipantSource
    /// Whether the client wants a path for media.
    public var wantsMedia = false

    /// Describes the request.
    public init(
        token: [UInt8], sessionId: String, unifiedSessionId: String? = nil, announcedTracks: [TrackInfo] = [],
        fastReconnect: Bool = false, reconnectDetails: ReconnectDetails? = nil, capabilities: [String] = [],
        source: ParticipantSource = .webrtc
    ) {
        self.token = token
        self.sessionId = sessionId
        self.unifiedSessionId = unifiedSessionId
        self.announcedTracks = announcedTracks
        self.fastReconnect = fastReconnect
        self.reconnectDetails = reconnectDetails
        self.capabilities = capabilities
        self.source = source
    }

    /// What the client publishes, however it comes.
    public var tracks: [TrackInfo] { reconnectDetails?.announcedTracks ?? announcedTracks }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        guard let token = try fields.optionalBytes("token") else {
            throw .wrongType(field: fields.path(of: "token"), expected: "a byte string")
        }
        self.init(
            token: token, sessionId: try fields.name("session_id"),
            unifiedSessionId: try fields.optionalText("unified_session_id"),
            announcedTracks: try fields.list("announced_tracks"),
            fastReconnect: try fields.optionalBoolean("fast_reconnect") ?? false,
            reconnectDetails: try fields.optional("reconnect_details"),
            capabilities: try fields.texts("capabilities"), source: try fields.known("source", or: .webrtc))
        wantsMedia = try fields.optionalBoolean("media") ?? false
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        if wantsMedia { fields.set("media", wantsMedia) }
        fields.set("token", bytes: token)
        if source != .webrtc { fields.set("source", source.rawValue) }
        fields.set("session_id", sessionId)
        fields.set("capabilities", capabilities)
        if fastReconnect { fields.set("fast_reconnect", fastReconnect) }
        fields.set("announced_tracks", announcedTracks)
        fields.set("reconnect_details", reconnectDetails)
        fields.set("unified_session_id", unifiedSessionId)
    }
}

/// How a client comes back, and what it had before.
public struct ReconnectDetails: Body {
    /// How it comes back.
    public var strategy: ReconnectStrategy
    /// What it publishes.
    public var announcedTracks: [TrackInfo]
    /// What it wants of the others.
    public var subscriptions: [TrackSubscription]
    /// How often it has come back.
    public var reconnectAttempt: Int
    /// The SFU that it comes from.
    public var fromSFU: String?
    /// The stay that the new one replaces.
    public var previousSessionId: String?
    /// Why, in words.
    public var reason: String?

    /// Describes a return.
    public init(
        _ strategy: ReconnectStrategy, announcedTracks: [TrackInfo] = [], subscriptions: [TrackSubscription] = [],
        reconnectAttempt: Int = 0, fromSFU: String? = nil, previousSessionId: String? = nil, reason: String? = nil
    ) {
        self.strategy = strategy
        self.announcedTracks = announcedTracks
        self.subscriptions = subscriptions
        self.reconnectAttempt = reconnectAttempt
        self.fromSFU = fromSFU
        self.previousSessionId = previousSessionId
        self.reason = reason
    }

    /// Reads the details.
    public init(_ fields: Fields) throws(BodyError) {
        let number = try fields.optionalInteger("strategy") ?? 0
        guard let strategy = Int(exactly: number).flatMap(ReconnectStrategy.init(rawValue:)) else {
            throw .badValue(field: fields.path(of: "strategy"), problem: "must lie between 0 and 4")
        }
        self.init(
            strategy, announcedTracks: try fields.list("announced_tracks"),
            subscriptions: try fields.list("subscriptions"),
            reconnectAttempt: Int(clamping: try fields.optionalInteger("reconnect_attempt") ?? 0),
            fromSFU: try fields.optionalText("from_sfu_id"),
            previousSessionId: try fields.optionalText("previous_session_id"),
            reason: try fields.optionalText("reason"))
    }

    /// Writes the details.
    public func write(to fields: inout FieldWriter) {
        fields.set("reason", reason)
        fields.set("strategy", strategy.rawValue)
        fields.set("from_sfu_id", fromSFU)
        fields.set("subscriptions", subscriptions)
        fields.set("announced_tracks", announcedTracks)
        if reconnectAttempt > 0 { fields.set("reconnect_attempt", reconnectAttempt) }
        fields.set("previous_session_id", previousSessionId)
    }
}
