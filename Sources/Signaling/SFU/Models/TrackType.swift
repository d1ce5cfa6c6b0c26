import Wire

/// The type of a track that a participant may publish (`semantics.md` 5.2).
public enum TrackType: Int, CaseIterable, Comparable, FieldValue {
    /// Audio of the microphone.
    case audio = 1
    /// Video of the camera.
    case video = 2
    /// Video of the screen.
    case screenShare = 3
    /// Audio of the screen.
    case screenShareAudio = 4

    /// Orders types by their numbers.
    public static func < (lhs: TrackType, rhs: TrackType) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// The capability that is needed to publish the type.
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
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> TrackType {
        guard let type = try readElement(at: position, &coder) else {
            throw coder.badValue(at: position, "must be 1 (audio), 2 (video), 3 (screen) or 4 (its sound)")
        }
        return type
    }

    /// Returns nil for an unknown type, so that lists omit it.
    package static func readElement(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> TrackType? {
        Int(exactly: try Int64.read(at: position, &coder)).flatMap(TrackType.init(rawValue:))
    }

    package static func write(_ type: TrackType, _ coder: inout BodyCoder) {
        coder.writer.write(Int64(type.rawValue))
    }
}

/// The reason for which a track was unpublished.
public enum TrackUnpublishReason: Int, FieldNumber {
    /// The reason is not specified.
    case unspecified = 0
    /// The publisher switched the track off.
    case userMuted = 1
    /// The publisher lost the permission.
    case permissionRevoked = 2
    /// A moderator muted the track.
    case moderation = 3

    package static let fallback = TrackUnpublishReason.unspecified
}

/// The quality of a participant's connection.
public enum ConnectionQuality: Int, FieldNumber {
    /// The quality is not specified.
    case unknown = 0
    /// A poor connection.
    case poor = 1
    /// A good connection.
    case good = 2
    /// An excellent connection.
    case excellent = 3

    package static let fallback = ConnectionQuality.unknown
}

/// The kind of client through which a participant joined.
public enum ParticipantSource: Int, FieldNumber {
    /// A client of an application, such as one of this library.
    case webrtc = 0
    /// An RTMP publisher.
    case rtmp = 1
    /// A WHIP publisher.
    case whip = 2
    /// A telephone.
    case sip = 3
    /// An RTSP camera.
    case rtsp = 4
    /// An SRT publisher.
    case srt = 5
    /// An unknown source.
    case unrecognized = 6

    /// The sources of ingress, in their order of display. A telephone is not ingress.
    public static let ingress: [ParticipantSource] = [.rtmp, .srt, .whip, .rtsp]

    package static let fallback = ParticipantSource.unrecognized
}
