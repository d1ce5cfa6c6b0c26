/// What both ends agree on about packets, as an offer and an answer would elsewhere.
public enum MediaFormat {
    /// The number of the audio level in header extensions (RFC 6464).
    public static let audioLevelElement: UInt8 = 1
    /// The UDP port of media, the one that is registered for RTP.
    public static let port: UInt16 = 5004
}

extension TrackType {
    /// Units of the timestamps in a second (RFC 7587 section 4.1 for sound, RFC 7741 section 4.1 for pictures).
    public var clockRate: UInt32 { isSound ? 48_000 : 90_000 }

    /// The payload type of its packets.
    public var payloadType: UInt8 {
        switch self {
        case .audio: 111
        case .video: 96
        case .screenShare: 97
        case .screenShareAudio: 112
        }
    }

    /// Whether it is sound; otherwise it is pictures.
    public var isSound: Bool { self == .audio || self == .screenShareAudio }
}
