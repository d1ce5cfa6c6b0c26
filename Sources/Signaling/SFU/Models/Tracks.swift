import Wire

/// A track that a client announces: from then on it may be published and muted.
public struct TrackInfo: Body {
    /// What it is.
    public var trackType: TrackType
    /// The client's own name for it.
    public var trackId: String?
    /// The SSRC of its RTP packets (RFC 3550); nil while no media is sent.
    public var ssrc: UInt32?
    /// Whether it is announced without being published.
    public var muted: Bool

    /// Describes a track.
    public init(_ trackType: TrackType, trackId: String? = nil, ssrc: UInt32? = nil, muted: Bool = false) {
        self.trackType = trackType
        self.trackId = trackId
        self.ssrc = ssrc
        self.muted = muted
    }

    /// Reads the track.
    public init(_ fields: Fields) throws(BodyError) {
        var ssrc: UInt32?
        if let number = try fields.optionalInteger("ssrc") {
            guard let value = UInt32(exactly: number) else {
                throw .badValue(field: fields.path(of: "ssrc"), problem: "must fit 32 bits")
            }
            ssrc = value
        }
        self.init(
            try fields.trackType("track_type"), trackId: try fields.optionalText("track_id"), ssrc: ssrc,
            muted: try fields.optionalBoolean("muted") ?? false)
    }

    /// Writes the track.
    public func write(to fields: inout FieldWriter) {
        fields.set("ssrc", ssrc)
        if muted { fields.set("muted", muted) }
        fields.set("track_id", trackId)
        fields.set("track_type", trackType.rawValue)
    }
}

/// Whether an announced track is published.
public struct TrackMuteState: Body {
    /// The track.
    public var trackType: TrackType
    /// Whether it is not.
    public var muted: Bool

    /// Describes the state of a track.
    public init(_ trackType: TrackType, muted: Bool) {
        self.trackType = trackType
        self.muted = muted
    }

    /// Reads `track_type` and `muted`.
    public init(_ fields: Fields) throws(BodyError) {
        trackType = try fields.trackType("track_type")
        muted = try fields.boolean("muted")
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("muted", muted)
        fields.set("track_type", trackType.rawValue)
    }
}

/// How large a video is, in pixels.
public struct VideoDimension: Body {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// What a video is shown as when nothing else is said.
    public static let usual = VideoDimension(width: 1024, height: 720)

    /// Describes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads `width` and `height`.
    public init(_ fields: Fields) throws(BodyError) {
        width = try fields.count("width")
        height = try fields.count("height")
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("width", width)
        fields.set("height", height)
    }
}

/// A track of somebody else that a client wants.
public struct TrackSubscription: Body, Comparable {
    /// Whose.
    public var participant: ParticipantReference
    /// Which.
    public var trackType: TrackType
    /// How large it will be shown; nil for sound and for the ``VideoDimension/usual`` size.
    public var dimension: VideoDimension?

    /// Describes a wish.
    public init(_ participant: ParticipantReference, _ trackType: TrackType, dimension: VideoDimension? = nil) {
        self.participant = participant
        self.trackType = trackType
        self.dimension = dimension == .usual ? nil : dimension
    }

    /// By session, then by type.
    public static func < (lhs: TrackSubscription, rhs: TrackSubscription) -> Bool {
        lhs.participant.sessionId == rhs.participant.sessionId
            ? lhs.trackType < rhs.trackType : lhs.participant.sessionId < rhs.participant.sessionId
    }

    /// Reads the wish.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            try ParticipantReference(fields), try fields.trackType("track_type"),
            dimension: try fields.optional("dimension"))
    }

    /// Writes the wish.
    public func write(to fields: inout FieldWriter) {
        fields.set("user_id", participant.userId)
        fields.set("dimension", dimension)
        fields.set("session_id", participant.sessionId)
        fields.set("track_type", trackType.rawValue)
    }
}

/// How the SFU wants a kind of track to be published.
public struct PublishOption: Body {
    /// The kind.
    public var trackType: TrackType
    /// The codec, such as `opus` or `vp8`.
    public var codec: String
    /// At most so many bits a second; nil leaves it to the client.
    public var bitrate: Int?
    /// At most so many pictures a second; nil leaves it to the client.
    public var fps: Int?
    /// At most so large; nil leaves it to the client.
    public var dimension: VideoDimension?

    /// Describes what is wanted.
    public init(
        _ trackType: TrackType, codec: String, bitrate: Int? = nil, fps: Int? = nil, dimension: VideoDimension? = nil
    ) {
        self.trackType = trackType
        self.codec = codec
        self.bitrate = bitrate
        self.fps = fps
        self.dimension = dimension
    }

    /// Reads the option.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            try fields.trackType("track_type"), codec: try fields.name("codec"),
            bitrate: try fields.optionalInteger("bitrate").map(Int.init(clamping:)),
            fps: try fields.optionalInteger("fps").map(Int.init(clamping:)),
            dimension: try fields.optional("video_dimension"))
    }

    /// Writes the option.
    public func write(to fields: inout FieldWriter) {
        fields.set("fps", fps)
        fields.set("codec", codec)
        fields.set("bitrate", bitrate)
        fields.set("track_type", trackType.rawValue)
        fields.set("video_dimension", dimension)
    }
}

/// How well a track that is published needs to be just now.
public struct SenderQuality: Body {
    /// The track.
    public var trackType: TrackType
    /// Whether anybody wants it at all.
    public var active: Bool
    /// At most so many bits a second; nil means no limit.
    public var maxBitrate: Int?

    /// Describes what is needed.
    public init(_ trackType: TrackType, active: Bool, maxBitrate: Int? = nil) {
        self.trackType = trackType
        self.active = active
        self.maxBitrate = maxBitrate
    }

    /// Reads the need.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            try fields.trackType("track_type"), active: try fields.boolean("active"),
            maxBitrate: try fields.optionalInteger("max_bitrate").map(Int.init(clamping:)))
    }

    /// Writes the need.
    public func write(to fields: inout FieldWriter) {
        fields.set("active", active)
        fields.set("track_type", trackType.rawValue)
        fields.set("max_bitrate", maxBitrate)
    }
}
