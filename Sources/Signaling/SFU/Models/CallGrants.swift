import Wire

/// The permissions of a participant to publish tracks in a session.
public struct CallGrants: Body {
    /// True when the screen and its audio may be published.
    public var canScreenshare = false
    /// True when audio may be published.
    public var canPublishAudio = false
    /// True when video may be published.
    public var canPublishVideo = false

    package init() {}

    /// Creates the grants that follow from capabilities.
    package init(_ capabilities: [OwnCapability]) {
        canPublishAudio = capabilities.contains(.sendAudio)
        canPublishVideo = capabilities.contains(.sendVideo)
        canScreenshare = capabilities.contains(.screenshare)
    }

    /// Returns true when a track of this type may be published.
    package func allow(_ trackType: TrackType) -> Bool {
        switch trackType {
        case .audio: canPublishAudio
        case .video: canPublishVideo
        case .screenShare, .screenShareAudio: canScreenshare
        }
    }

    /// Returns the capabilities, with those for publishing replaced by these grants.
    package func applied(to capabilities: [OwnCapability]) -> [OwnCapability] {
        let listed: [(OwnCapability, Bool)] = [
            (.sendAudio, canPublishAudio), (.sendVideo, canPublishVideo), (.screenshare, canScreenshare),
        ]
        let others = capabilities.filter { capability in !listed.contains { $0.0 == capability } }
        return (others + listed.filter(\.1).map(\.0)).sorted()
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("can_screenshare", &canScreenshare, whenAbsent: false)
        try coder.field("can_publish_audio", &canPublishAudio, whenAbsent: false)
        try coder.field("can_publish_video", &canPublishVideo, whenAbsent: false)
    }
}
