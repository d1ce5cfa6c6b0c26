public import CallCore
public import Signaling

/// What the view model shows of its call, and what the user switches.
extension CallViewModel {
    /// Everybody in the call, by the id of their stay.
    public var callParticipants: [String: CallParticipant] { call?.participants ?? [:] }

    /// Who may not join the call.
    public var blockedUsers: [User] { call?.state.blockedUsers ?? [] }

    /// Whether the call is being recorded.
    public var recordingState: RecordingState { call?.recordingState ?? .noRecording }

    /// The connection to the call in full detail.
    public var connectionPhase: ConnectionPhase { call?.state.connectionPhase ?? .disconnected }

    // MARK: Switches

    /// Switches the camera over.
    public func toggleCameraEnabled() { change { $0.videoOn.toggle() } }

    /// Switches the microphone over.
    public func toggleMicrophoneEnabled() { change { $0.audioOn.toggle() } }

    /// Uses the other camera.
    public func toggleCameraPosition() { change { $0.cameraPosition = $0.cameraPosition.opposite } }

    /// Switches the speaker over.
    public func toggleSpeaker() { change { $0.speakerOn.toggle() } }

    /// Lets sound out, or none.
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

    /// Gives the call what the user switched while it was being joined.
    func takeSettings(into call: Call) {
        guard let chosen = chosenSettings else { return }
        call.updateState { values in _ = values.switchSettings { $0 = chosen } }
    }

    /// Takes over the defaults of the call in whose lobby the user is, unless they chose for themselves.
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
