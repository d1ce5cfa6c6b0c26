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
    public func toggleCameraEnabled() { change(.video) { $0.videoOn.toggle() } }

    /// Toggles the microphone.
    public func toggleMicrophoneEnabled() { change(.audio) { $0.audioOn.toggle() } }

    /// Switches to the opposite camera.
    public func toggleCameraPosition() { change(.camera) { $0.cameraPosition = $0.cameraPosition.opposite } }

    /// Toggles the loudspeaker.
    public func toggleSpeaker() { change(.speaker) { $0.speakerOn.toggle() } }

    /// Toggles audio output.
    public func toggleAudioOutput() { change(.audioOutput) { $0.audioOutputOn.toggle() } }

    private func change(_ setting: CallSettings.Setting, _ change: (inout CallSettings) -> Void) {
        localCallSettingsChange = true
        if let call, call.stage == .joined {
            call.updateState { $0.switchSettings(change) }
            settingsBeforeCall = call.state.callSettings
        } else {
            change(&settingsBeforeCall)
            laterChoices.choose(setting, from: settingsBeforeCall)
        }
    }

    /// Returns the settings for a join that is ordered now; nil when the call's defaults apply. A call that is entered
    /// already takes none of them with its join.
    func orderSettings(for call: Call) -> CallSettings? {
        if !call.isEntered { laterChoices = CallSettings.Choices() }
        return chosenSettings
    }

    /// Applies the settings that the user changed after the join was ordered. The others may have been switched off
    /// during the join.
    func takeSettings(into call: Call) {
        let later = laterChoices
        laterChoices = CallSettings.Choices()
        call.updateState { values in values.switchSettings { $0 = later.applied(to: $0) } }
    }

    /// Applies the defaults of the lobby's call, unless the user has changed a setting.
    func adopt(_ response: GetCallResponse) {
        guard !localCallSettingsChange, case .lobby(let info) = callingState, info.cid == response.call.cid else {
            return
        }
        settingsBeforeCall = CallSettings(response.call.settings).limited(to: response.ownCapabilities)
    }

    /// Resets the settings that an earlier lobby showed, unless the user has changed a setting.
    func forgetLobby() {
        if case .lobby = shownState, !localCallSettingsChange { settingsBeforeCall = CallSettings() }
    }

    /// Resets the settings after a leave. The end of a ring that became no call keeps them.
    func resetSettings() {
        guard !keepsSettings else { return }
        settingsBeforeCall = CallSettings()
        laterChoices = CallSettings.Choices()
        localCallSettingsChange = false
    }
}
