public import Signaling

/// Which of the two cameras is used.
public enum CameraPosition: String, CaseIterable, Hashable, Sendable {
    /// The one that looks at the user.
    case front
    /// The other one.
    case back

    /// The one that this is not.
    public var opposite: CameraPosition { self == .front ? .back : .front }
}

/// What the user has switched on, on this device (`semantics.md` 3.5).
public struct CallSettings: Hashable, Sendable {
    /// Whether the microphone is on.
    public var audioOn: Bool
    /// Whether the camera is on.
    public var videoOn: Bool
    /// Whether sound comes from the speaker.
    public var speakerOn: Bool
    /// Whether any sound comes out.
    public var audioOutputOn: Bool
    /// Which camera is used.
    public var cameraPosition: CameraPosition

    /// Describes settings.
    public init(
        audioOn: Bool = true, videoOn: Bool = true, speakerOn: Bool = true, audioOutputOn: Bool = true,
        cameraPosition: CameraPosition = .front
    ) {
        self.audioOn = audioOn
        self.videoOn = videoOn
        self.speakerOn = speakerOn
        self.audioOutputOn = audioOutputOn
        self.cameraPosition = cameraPosition
    }

    /// The defaults that the call's settings ask for.
    public init(_ settings: CallSettingsResponse) {
        self.init(
            audioOn: settings.audio.micDefaultOn, videoOn: settings.video.cameraDefaultOn,
            speakerOn: settings.video.cameraDefaultOn || settings.audio.speakerDefaultOn
                || settings.audio.defaultDevice == "speaker")
    }

    /// Whether anything is to be published.
    public var shouldPublish: Bool { audioOn || videoOn }

    /// The same settings without what the capabilities do not allow.
    public func limited(to capabilities: [OwnCapability]) -> CallSettings {
        var settings = self
        settings.audioOn = audioOn && capabilities.contains(.sendAudio)
        settings.videoOn = videoOn && capabilities.contains(.sendVideo)
        return settings
    }
}
