/// A track that a client announces. An announced track can be published and muted.
package struct TrackInfo: Body {
    /// The SSRC of its RTP packets (RFC 3550); nil without media.
    package var ssrc: UInt32?
    /// True when the track is announced and not published.
    package var muted = false
    /// The client's name for the track.
    package var trackId: String?
    /// The type of the track.
    package var trackType = TrackType.audio

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("ssrc", &ssrc)
        try coder.field("muted", &muted, omitting: false)
        try coder.field("track_id", &trackId)
        try coder.field("track_type", &trackType)
    }
}

/// The mute state of an announced track.
package struct TrackMuteState: Body {
    /// True when the track is not published.
    package var muted = false
    /// The type of the track.
    package var trackType = TrackType.audio

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("muted", &muted)
        try coder.field("track_type", &trackType)
    }
}

/// The size of a video, in pixels.
public struct VideoDimension: Body {
    /// The number of columns.
    public var width = 0
    /// The number of rows.
    public var height = 0

    package init() {}

    /// Creates a size.
    package init(width: Int, height: Int) {
        self.init()
        self.width = width
        self.height = height
    }

    /// The default size of a video in a subscription.
    package static let standard = VideoDimension(width: 1024, height: 720)

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("width", &width)
        try coder.field("height", &height)
    }
}

/// A track of another participant that a client subscribes to.
package struct TrackSubscription: Body, Comparable {
    /// The participant that publishes it.
    package var participant = ParticipantReference()
    /// The shown size; nil for audio and for the ``VideoDimension/usual`` size.
    package var dimension: VideoDimension?
    /// The type of the track.
    package var trackType = TrackType.audio

    package init() {}

    /// Creates a subscription.
    package init(_ participant: ParticipantReference, _ trackType: TrackType, dimension: VideoDimension? = nil) {
        self.participant = participant
        self.trackType = trackType
        self.dimension = dimension == .standard ? nil : dimension
    }

    /// Orders subscriptions by session, then by type.
    package static func < (lhs: TrackSubscription, rhs: TrackSubscription) -> Bool {
        (lhs.participant.sessionId, lhs.trackType) < (rhs.participant.sessionId, rhs.trackType)
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try participant.code(&coder)
        try coder.field("dimension", &dimension)
        try coder.field("track_type", &trackType)
        if dimension == .standard { dimension = nil }
    }
}

/// The options of the SFU for tracks of a type. The client decides where a limit is nil.
public struct PublishOption: Body {
    /// The maximum number of frames per second.
    public var fps: Int?
    /// The codec, such as `opus` or `vp8`.
    public var codec = ""
    /// The maximum number of bits per second.
    public var bitrate: Int?
    /// The type of the tracks.
    public var trackType = TrackType.audio
    /// The maximum size.
    public var dimension: VideoDimension?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("fps", &fps)
        try coder.field("codec", &codec)
        try coder.field("bitrate", &bitrate)
        try coder.field("track_type", &trackType)
        try coder.field("video_dimension", &dimension)
    }
}

/// The required quality of a published track.
public struct SenderQuality: Body {
    /// True when a participant subscribes to the track.
    public var active = false
    /// The type of the track.
    public var trackType = TrackType.audio
    /// The maximum number of bits per second; nil without a limit.
    public var maxBitrate: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("active", &active)
        try coder.field("track_type", &trackType)
        try coder.field("max_bitrate", &maxBitrate)
    }
}

/// The SSRC (RFC 3550 section 3) of a track's packets.
public struct TrackSource: Body {
    /// The SSRC.
    public var ssrc: UInt32 = 0
    /// The type of the track.
    public var trackType = TrackType.audio

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("ssrc", &ssrc)
        try coder.field("track_type", &trackType)
    }
}
