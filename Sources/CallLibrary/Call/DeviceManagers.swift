public import CallCore

/// Whether something is switched on.
public enum CallSettingsStatus: String, CaseIterable, Hashable, Sendable {
    /// It is on.
    case enabled
    /// It is off.
    case disabled

    init(_ isOn: Bool) {
        self = isOn ? .enabled : .disabled
    }
}

extension Call {
    /// Switches the microphone.
    public var microphone: MicrophoneManager { MicrophoneManager(call: self) }
    /// Switches the camera.
    public var camera: CameraManager { CameraManager(call: self) }
    /// Switches what is heard.
    public var speaker: SpeakerManager { SpeakerManager(call: self) }

    /// Switches one setting; a medium that the user may not publish stays off.
    func switchSetting(_ setting: CallSettings.Setting, _ change: (inout CallSettings) -> Void) {
        updateState { $0.switchSetting(setting, change) }
    }
}

/// Switches the microphone of one call; its status is what the call's settings say.
@MainActor
public struct MicrophoneManager {
    let call: Call

    /// Whether the microphone is on.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.audioOn) }

    /// Whether noise is taken out of what it hears.
    public var noiseCancellationStatus: CallSettingsStatus { CallSettingsStatus(call.state.isNoiseCancellationOn) }

    /// Switches it on, if this user may publish audio.
    public func enable() async throws { call.switchSetting(.audio) { $0.audioOn = true } }

    /// Switches it off.
    public func disable() async throws { call.switchSetting(.audio) { $0.audioOn = false } }

    /// Switches it over.
    public func toggle() async throws { call.switchSetting(.audio) { $0.audioOn.toggle() } }
}

/// Switches the camera of one call; its status is what the call's settings say.
@MainActor
public struct CameraManager {
    let call: Call

    /// Whether the camera is on.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.videoOn) }

    /// Which camera is used.
    public var direction: CameraPosition { call.state.callSettings.cameraPosition }

    /// Switches it on, if this user may publish video.
    public func enable() async throws { call.switchSetting(.video) { $0.videoOn = true } }

    /// Switches it off.
    public func disable() async throws { call.switchSetting(.video) { $0.videoOn = false } }

    /// Switches it over.
    public func toggle() async throws { call.switchSetting(.video) { $0.videoOn.toggle() } }

    /// Uses the other camera.
    public func flip() async throws {
        call.switchSetting(.camera) { $0.cameraPosition = $0.cameraPosition.opposite }
    }
}

/// Switches what is heard of one call; its status is what the call's settings say.
@MainActor
public struct SpeakerManager {
    let call: Call

    /// Whether sound comes from the speaker.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.speakerOn) }

    /// Whether any sound comes out.
    public var audioOutputStatus: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.audioOutputOn) }

    /// Lets sound come from the speaker.
    public func enableSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn = true } }

    /// Lets sound come from elsewhere.
    public func disableSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn = false } }

    /// Switches the speaker over.
    public func toggleSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn.toggle() } }

    /// Lets sound out.
    public func enableAudioOutput() async throws { call.switchSetting(.audioOutput) { $0.audioOutputOn = true } }

    /// Lets no sound out.
    public func disableAudioOutput() async throws { call.switchSetting(.audioOutput) { $0.audioOutputOn = false } }
}
