public import CallCore

/// A setting that is either on or off.
public enum CallSettingsStatus: String, CaseIterable, Hashable, Sendable {
    /// The setting is on.
    case enabled
    /// The setting is off.
    case disabled

    init(_ isOn: Bool) {
        self = isOn ? .enabled : .disabled
    }
}

extension Call {
    /// The control of the microphone.
    public var microphone: MicrophoneManager { MicrophoneManager(call: self) }
    /// The control of the camera.
    public var camera: CameraManager { CameraManager(call: self) }
    /// The control of the speaker.
    public var speaker: SpeakerManager { SpeakerManager(call: self) }

    /// Changes one setting, also of a pending join. A medium that the user may not publish remains off.
    func switchSetting(_ setting: CallSettings.Setting, _ change: (inout CallSettings) -> Void) {
        updateState { $0.switchSetting(setting, change) }
        join?.laterChoices.choose(setting, from: state.values.callSettings)
    }
}

/// Switches the microphone of one call. The status reflects the call's settings.
@MainActor
public struct MicrophoneManager {
    let call: Call

    /// The status of the microphone.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.audioOn) }

    /// The status of noise cancellation for the microphone.
    public var noiseCancellationStatus: CallSettingsStatus { CallSettingsStatus(call.state.isNoiseCancellationOn) }

    /// Enables the microphone if this user may publish audio.
    public func enable() async throws { call.switchSetting(.audio) { $0.audioOn = true } }

    /// Disables the microphone.
    public func disable() async throws { call.switchSetting(.audio) { $0.audioOn = false } }

    /// Toggles the microphone.
    public func toggle() async throws { call.switchSetting(.audio) { $0.audioOn.toggle() } }
}

/// Switches the camera of one call. The status reflects the call's settings.
@MainActor
public struct CameraManager {
    let call: Call

    /// The status of the camera.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.videoOn) }

    /// The position of the camera in use.
    public var direction: CameraPosition { call.state.callSettings.cameraPosition }

    /// Enables the camera if this user may publish video.
    public func enable() async throws { call.switchSetting(.video) { $0.videoOn = true } }

    /// Disables the camera.
    public func disable() async throws { call.switchSetting(.video) { $0.videoOn = false } }

    /// Toggles the camera.
    public func toggle() async throws { call.switchSetting(.video) { $0.videoOn.toggle() } }

    /// Switches to the opposite camera.
    public func flip() async throws {
        call.switchSetting(.camera) { $0.cameraPosition = $0.cameraPosition.opposite }
    }
}

/// Switches the audio output of one call. The status reflects the call's settings.
@MainActor
public struct SpeakerManager {
    let call: Call

    /// The status of the loudspeaker.
    public var status: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.speakerOn) }

    /// The status of audio output as a whole.
    public var audioOutputStatus: CallSettingsStatus { CallSettingsStatus(call.state.callSettings.audioOutputOn) }

    /// Routes audio to the loudspeaker.
    public func enableSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn = true } }

    /// Routes audio away from the loudspeaker.
    public func disableSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn = false } }

    /// Toggles the loudspeaker.
    public func toggleSpeakerPhone() async throws { call.switchSetting(.speaker) { $0.speakerOn.toggle() } }

    /// Enables audio output.
    public func enableAudioOutput() async throws { call.switchSetting(.audioOutput) { $0.audioOutputOn = true } }

    /// Disables audio output.
    public func disableAudioOutput() async throws { call.switchSetting(.audioOutput) { $0.audioOutputOn = false } }
}
