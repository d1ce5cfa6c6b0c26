/// The constants of media packets on which both ends agree without an offer and an answer.
public enum MediaFormat {
    /// The id of the audio level in header extensions (RFC 6464).
    public static let audioLevelElement: UInt8 = 1
    /// The UDP port of media, as registered for RTP.
    public static let port: UInt16 = 5004

    /// Returns the user name for the SFU's own checks of a path; `username` is the client's.
    public static func usernameOfSFU(for username: String) -> String { "sfu:\(username)" }
}

extension TrackType {
    /// The frequency of the RTP timestamps in hertz (RFC 3551 section 6).
    public var clockRate: UInt32 { isSound ? 8000 : 90_000 }

    /// The payload type of its packets: PCMU and H.261, whose clock rates tools know without an offer (RFC 3551 section
    /// 6). The SSRC of a packet identifies its track.
    public var payloadType: UInt8 { isSound ? 0 : 31 }

    /// True for audio, false for video.
    public var isSound: Bool { self == .audio || self == .screenShareAudio }
}
