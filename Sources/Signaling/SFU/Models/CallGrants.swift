import Wire

/// What somebody may publish in a session.
public struct CallGrants: Body {
    /// Whether sound.
    public var canPublishAudio: Bool
    /// Whether pictures.
    public var canPublishVideo: Bool
    /// Whether the screen, and its sound.
    public var canScreenshare: Bool

    /// Describes grants; all unless told otherwise.
    public init(canPublishAudio: Bool = true, canPublishVideo: Bool = true, canScreenshare: Bool = true) {
        self.canPublishAudio = canPublishAudio
        self.canPublishVideo = canPublishVideo
        self.canScreenshare = canScreenshare
    }

    /// What these capabilities bring.
    public init(_ capabilities: [OwnCapability]) {
        self.init(
            canPublishAudio: capabilities.contains(.sendAudio), canPublishVideo: capabilities.contains(.sendVideo),
            canScreenshare: capabilities.contains(.screenshare))
    }

    /// Whether a track of this type may be published.
    public func allow(_ trackType: TrackType) -> Bool {
        switch trackType {
        case .audio: canPublishAudio
        case .video: canPublishVideo
        case .screenShare, .screenShareAudio: canScreenshare
        }
    }

    /// The capabilities with those that grants are about as these grants have them.
    public func applied(to capabilities: [OwnCapability]) -> [OwnCapability] {
        let told: [(OwnCapability, Bool)] = [
            (.sendAudio, canPublishAudio), (.sendVideo, canPublishVideo), (.screenshare, canScreenshare),
        ]
        let others = capabilities.filter { capability in !told.contains { $0.0 == capability } }
        return (others + told.filter(\.1).map(\.0)).sorted()
    }

    /// Reads `can_publish_audio`, `can_publish_video` and `can_screenshare`; what is absent is not granted.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            canPublishAudio: try fields.optionalBoolean("can_publish_audio") ?? false,
            canPublishVideo: try fields.optionalBoolean("can_publish_video") ?? false,
            canScreenshare: try fields.optionalBoolean("can_screenshare") ?? false)
    }

    /// Writes all three.
    public func write(to fields: inout FieldWriter) {
        fields.set("can_screenshare", canScreenshare)
        fields.set("can_publish_audio", canPublishAudio)
        fields.set("can_publish_video", canPublishVideo)
    }
}
