import CallLibrary

extension StageParticipant {
    /// Switches something over, as a person does on a screen.
    func toggle(_ what: CallSwitch) {
        switch what {
        case .microphone: viewModel.toggleMicrophoneEnabled()
        case .camera: viewModel.toggleCameraEnabled()
        case .cameraPosition: viewModel.toggleCameraPosition()
        case .speaker: viewModel.toggleSpeaker()
        case .audioOutput: viewModel.toggleAudioOutput()
        }
    }

    /// Changes what this participant sees of all stays of a user.
    func view(_ wish: ViewWish, _ userId: String, in call: Call) {
        for participant in call.state.values.participants where participant.userId == userId {
            switch wish {
            case .pinHere: call.changePinState(isEnabled: true, sessionId: participant.sessionId)
            case .unpinHere: call.changePinState(isEnabled: false, sessionId: participant.sessionId)
            case .showTrack: call.changeTrackVisibility(for: participant, isVisible: true)
            case .hideTrack: call.changeTrackVisibility(for: participant, isVisible: false)
            }
        }
    }
}

extension ParticipantComparator {
    /// The comparator that a scenario names.
    static func named(_ name: String) -> ParticipantComparator? {
        switch name {
        case "pinned": .pinned
        case "screenSharing": .screenSharing
        case "dominantSpeaker": .dominantSpeaker
        case "speaking": .speaking
        case "video": .publishingVideo
        case "audio": .publishingAudio
        case "name": .name
        case "userId": .userId
        case "joinedAt": .joinedAt
        case "roles": .roles()
        case "ingress": .ingress
        case "standard": .standard
        case "speakerLayout": .speakerLayout
        case "paginatedLayout": .paginatedLayout
        case "livestreamOrAudioRoom": .livestreamOrAudioRoom
        default: nil
        }
    }
}
