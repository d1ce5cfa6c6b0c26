/// What both ends agree on about packets, as an offer and an answer would elsewhere.
public enum MediaFormat {
    /// The number of the audio level in header extensions (RFC 6464).
    public static let audioLevelElement: UInt8 = 1
    /// The UDP port of media, the one that is registered for RTP.
    public static let port: UInt16 = 5004

    /// Returns the name under which an SFU checks a path itself; `username` is the client's.
    public static func usernameOfSFU(for username: String) -> String { "sfu:\(username)" }
}

extension TrackType {
    /// Units of the timestamps in a second (RFC 3551 section 6).
    public var clockRate: UInt32 { isSound ? 8000 : 90_000 }

    /// The payload type of its packets: PCMU and H.261, whose clocks every tool knows without having seen an offer (RFC
    /// 3551 section 6). Which track a packet is of, its source says.
    public var payloadType: UInt8 { isSound ? 0 : 31 }

    /// Whether it is sound; otherwise it is pictures.
    public var isSound: Bool { self == .audio || self == .screenShareAudio }
}
