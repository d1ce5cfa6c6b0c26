public import Signaling

/// The position of a camera.
public enum CameraPosition: String, CaseIterable, Hashable, Sendable {
    /// The camera that faces the user.
    case front
    /// The camera that faces away from the user.
    case back

    /// The other position.
    public var opposite: CameraPosition { self == .front ? .back : .front }
}

/// The user's media settings on this device (`semantics.md` 3.5).
public struct CallSettings: Hashable, Sendable {
    /// True when the microphone is on.
    public var audioOn: Bool
    /// True when the camera is on.
    public var videoOn: Bool
    /// True when audio is routed to the loudspeaker.
    public var speakerOn: Bool
    /// True when audio output is on.
    public var audioOutputOn: Bool
    /// The position of the camera in use.
    public var cameraPosition: CameraPosition

    /// Creates settings.
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

    /// Creates the defaults of a call.
    public init(_ settings: CallSettingsResponse) {
        self.init(
            audioOn: settings.audio.micDefaultOn, videoOn: settings.video.cameraDefaultOn,
            speakerOn: settings.video.cameraDefaultOn || settings.audio.speakerDefaultOn
                || settings.audio.defaultDevice == "speaker")
    }

    /// True when the microphone or the camera is on.
    public var shouldPublish: Bool { audioOn || videoOn }

    /// Returns the settings without media that the capabilities do not allow.
    public func limited(to capabilities: [OwnCapability]) -> CallSettings {
        var settings = self
        settings.audioOn = audioOn && capabilities.contains(.sendAudio)
        settings.videoOn = videoOn && capabilities.contains(.sendVideo)
        return settings
    }
}

extension CallSettings {
    /// The settings that the user chose before or during a join; nil where others apply.
    public struct Choices: Hashable, Sendable {
        private var audioOn: Bool?
        private var videoOn: Bool?
        private var speakerOn: Bool?
        private var audioOutputOn: Bool?
        private var cameraPosition: CameraPosition?

        /// Creates a set without choices.
        public init() {}

        /// Records the value of one setting.
        package mutating func choose(_ setting: Setting, from settings: CallSettings) {
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
        /// The loudspeaker.
        case speaker
        /// Audio output as a whole.
        case audioOutput
        /// The position of the camera in use.
        case camera
    }
}
