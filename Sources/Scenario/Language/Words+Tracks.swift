internal import Signaling

extension Words {
    /// The names of `TrackType`.
    public static let tracks = Words("track", TrackType.allCases.map(\.name))
    /// What grants are about.
    public static let grants = Words("grant", ["audio", "video", "screenshare"])
    /// The cases of `ParticipantSource`.
    public static let sources = Words("source", ParticipantSource.allCases.map { "\($0)" })
    /// The cases of `ReconnectStrategy`.
    public static let strategies = Words("strategy", ReconnectStrategy.allCases.map { "\($0)" })
    /// The cases of `SFUError.Code`.
    public static let sfuErrors = Words("SFU error", SFUError.Code.allCases.map { "\($0)" })
    /// The cases of `GoAwayReason`.
    public static let goAwayReasons = Words("reason to go away", GoAwayReason.allCases.map { "\($0)" })
    /// The events that can come late.
    public static let lateEvents = Words(
        "late event", ["track_published", "track_unpublished", "participant_updated", "dominant_speaker_changed"])
    /// The capabilities that have a documented meaning.
    public static let capabilities = Words("capability", OwnCapability.all.map(\.rawValue))
    /// Where sound comes from.
    public static let devices = Words("device", ["speaker", "earpiece"])
    /// The cases of `ClientCapability`.
    public static let clientCapabilities = Words("client capability", ClientCapability.allCases.map(\.rawValue))
    /// The cases of `IncomingVideoQualitySettings`.
    public static let videoQualities = Words("video quality", ["none", "manual", "disabled"])
}
