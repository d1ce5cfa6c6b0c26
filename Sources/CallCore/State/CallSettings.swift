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

extension CallSettings {
    /// The settings that the user chose before the session; nil where the call's defaults apply.
    public struct Choices: Hashable, Sendable {
        private var audioOn: Bool?
        private var videoOn: Bool?
        private var speakerOn: Bool?
        private var audioOutputOn: Bool?
        private var cameraPosition: CameraPosition?

        /// Describes a user without choices.
        public init() {}

        /// Notes one setting as it is in `settings`.
        mutating func choose(_ setting: Setting, from settings: CallSettings) {
            switch setting {
            case .audio: audioOn = settings.audioOn
            case .video: videoOn = settings.videoOn
            case .speaker: speakerOn = settings.speakerOn
            case .audioOutput: audioOutputOn = settings.audioOutputOn
            case .camera: cameraPosition = settings.cameraPosition
            }
        }

        /// Returns `settings` with the user's choices in place of its values.
        public func applied(to settings: CallSettings) -> CallSettings {
            CallSettings(
                audioOn: audioOn ?? settings.audioOn, videoOn: videoOn ?? settings.videoOn,
                speakerOn: speakerOn ?? settings.speakerOn, audioOutputOn: audioOutputOn ?? settings.audioOutputOn,
                cameraPosition: cameraPosition ?? settings.cameraPosition)
        }
    }

    /// One of the settings that a user can switch.
    public enum Setting: CaseIterable, Hashable, Sendable {
        /// The microphone.
        case audio
        /// The camera.
        case video
        /// The speaker.
        case speaker
        /// All sound.
        case audioOutput
        /// Which camera is used.
        case camera
    }
}
