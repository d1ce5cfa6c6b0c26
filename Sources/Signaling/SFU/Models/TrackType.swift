import Wire

/// What a participant may publish (`semantics.md` 5.2).
public enum TrackType: Int, CaseIterable, Comparable, FieldValue {
    /// Their voice.
    case audio = 1
    /// Their picture.
    case video = 2
    /// Their screen.
    case screenShare = 3
    /// The sound of their screen.
    case screenShareAudio = 4

    /// What they may publish in that order.
    public static func < (lhs: TrackType, rhs: TrackType) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// What a user must be able to do in the call to publish it.
    public var capability: OwnCapability {
        switch self {
        case .audio: .sendAudio
        case .video: .sendVideo
        case .screenShare, .screenShareAudio: .screenshare
        }
    }

    /// The name that requests and scenarios use.
    public var name: String {
        switch self {
        case .audio: "audio"
        case .video: "video"
        case .screenShare: "screenshare"
        case .screenShareAudio: "screenshare_audio"
        }
    }
}

extension TrackType {
    package static func read(at place: Int, _ coder: inout BodyCoder) throws(BodyError) -> TrackType {
        guard let type = try readElement(at: place, &coder) else {
            throw coder.badValue(at: place, "must be 1 (audio), 2 (video), 3 (screen) or 4 (its sound)")
        }
        return type
    }

    /// Lists leave out types that this code does not know.
    package static func readElement(at place: Int, _ coder: inout BodyCoder) throws(BodyError) -> TrackType? {
        Int(exactly: try Int64.read(at: place, &coder)).flatMap(TrackType.init(rawValue:))
    }

    package static func write(_ type: TrackType, _ coder: inout BodyCoder) {
        coder.writer.write(Int64(type.rawValue))
    }

    package static func describe(in schema: Schema) -> String {
        schema.rule("track-type", "1..4", "1 audio, 2 video, 3 screenshare, 4 screenshare audio")
    }
}

/// Why a track is not published any more.
public enum TrackUnpublishReason: Int, FieldNumber {
    /// Not told.
    case unspecified = 0
    /// Its publisher switched it off.
    case userMuted = 1
    /// Its publisher may not publish it any more.
    case permissionRevoked = 2
    /// Somebody with the right to do so switched it off.
    case moderation = 3

    package static let fallback = TrackUnpublishReason.unspecified
}

/// How good somebody's connection is.
public enum ConnectionQuality: Int, FieldNumber {
    /// Not told.
    case unknown = 0
    /// Bad.
    case poor = 1
    /// Good.
    case good = 2
    /// Very good.
    case excellent = 3

    package static let fallback = ConnectionQuality.unknown
}

/// Where a participant comes from.
public enum ParticipantSource: Int, FieldNumber {
    /// From a client like this one.
    case webrtc = 0
    /// From an RTMP publisher.
    case rtmp = 1
    /// From a WHIP publisher.
    case whip = 2
    /// From a telephone.
    case sip = 3
    /// From an RTSP camera.
    case rtsp = 4
    /// From an SRT publisher.
    case srt = 5
    /// From somewhere that this code does not know.
    case unrecognized = 6

    /// The sources that feed a call from outside, the ones to be shown first foremost; a telephone is none.
    public static let ingress: [ParticipantSource] = [.rtmp, .srt, .whip, .rtsp]

    package static let fallback = ParticipantSource.unrecognized
}
