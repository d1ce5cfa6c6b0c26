public import CallCore
public import Signaling

/// The view model's properties of the call, and the user's settings.
extension CallViewModel {
    /// The participants of the call, by session id.
    public var callParticipants: [String: CallParticipant] { call?.participants ?? [:] }

    /// The users that may not join the call.
    public var blockedUsers: [User] { call?.state.blockedUsers ?? [] }

    /// The state of the call's recording.
    public var recordingState: RecordingState { call?.recordingState ?? .noRecording }

    /// The detailed state of the connection to the call.
    public var connectionPhase: ConnectionPhase { call?.state.connectionPhase ?? .disconnected }

    // MARK: Settings

    /// Toggles the camera.
    public func toggleCameraEnabled() { change { $0.videoOn.toggle() } }

    /// Toggles the microphone.
    public func toggleMicrophoneEnabled() { change { $0.audioOn.toggle() } }

    /// Switches to the opposite camera.
    public func toggleCameraPosition() { change { $0.cameraPosition = $0.cameraPosition.opposite } }

    /// Toggles the loudspeaker.
    public func toggleSpeaker() { change { $0.speakerOn.toggle() } }

    /// Toggles audio output.
    public func toggleAudioOutput() { change { $0.audioOutputOn.toggle() } }

    private func change(_ change: (inout CallSettings) -> Void) {
        localCallSettingsChange = true
        if let call, call.stage == .joined {
            call.updateState { _ = $0.switchSettings(change) }
            settingsBeforeCall = call.state.callSettings
        } else {
            change(&settingsBeforeCall)
        }
    }

    /// Applies the settings that the user changed during the join.
    func takeSettings(into call: Call) {
        guard let chosen = chosenSettings else { return }
        call.updateState { values in _ = values.switchSettings { $0 = chosen } }
    }

    /// Applies the defaults of the lobby's call, unless the user has changed a setting.
    func adopt(_ response: GetCallResponse) {
        guard !localCallSettingsChange, case .lobby(let info) = callingState, info.cid == response.call.cid else {
            return
        }
        settingsBeforeCall = CallSettings(response.call.settings).limited(to: response.ownCapabilities)
    }

    func resetSettings() {
        settingsBeforeCall = CallSettings()
        localCallSettingsChange = false
    }
}
