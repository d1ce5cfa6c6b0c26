import CallLibrary

extension CommandSpec {
    /// What a person does on a screen, through `CallViewModel`.
    static let viewModelCommands: [CommandSpec] = starting + answering + switches

    private static let starting: [CommandSpec] = [
        .viewModel("ring", "rings the members", needs: [.call, .members], takes: [.custom, .video], rings: true) {
            $0.start($1, ring: true)
        },
        .viewModel("startCall", "starts a call without ringing", needs: [.call], takes: [.members, .custom, .video]) {
            $0.start($1, ring: false)
        },
        .viewModel(
            "joinAndRing", "joins, then rings the members", needs: [.call, .members], takes: [.custom, .video],
            rings: true
        ) { viewModel, arguments in
            guard let call = arguments.call(.call) else { return }
            viewModel.joinAndRingCall(
                callType: call.type, callId: call.id, members: arguments.memberRequests,
                custom: arguments.customData, video: arguments.flag(.video))
        },
        .viewModel("join", "joins a call", needs: [.call]) { viewModel, arguments in
            guard let call = arguments.call(.call) else { return }
            viewModel.joinCall(callType: call.type, callId: call.id)
        },
        .viewModel("enterLobby", "enters the lobby of a call", needs: [.call], takes: [.members]) {
            viewModel, arguments in
            guard let call = arguments.call(.call) else { return }
            viewModel.enterLobby(
                callType: call.type, callId: call.id, members: arguments.texts(.members).map { User(id: $0) })
        },
    ]

    private static let answering: [CommandSpec] = [
        CommandSpec("accept", "view model: accepts the call that rings here", takes: [.call], canThrow: false) {
            let call = try $0.neededCall($1)
            $0.viewModel.acceptCall(callType: call.callType, callId: call.callId)
        },
        CommandSpec("reject", "view model: rejects the call that rings here", takes: [.call], canThrow: false) {
            let call = try $0.neededCall($1)
            $0.viewModel.rejectCall(callType: call.callType, callId: call.callId)
        },
        .viewModel("hangUp", "ends the participant's part of its call", takes: [.reason]) {
            $0.hangUp(reason: $1.text(.reason))
        },
    ]

    private static let switches: [CommandSpec] = [
        .viewModel("toggleMicrophone", "switches the microphone over") { viewModel, _ in
            viewModel.toggleMicrophoneEnabled()
        },
        .viewModel("toggleCamera", "switches the camera over") { viewModel, _ in viewModel.toggleCameraEnabled() },
        .viewModel("toggleCameraPosition", "uses the other camera") { viewModel, _ in
            viewModel.toggleCameraPosition()
        },
        .viewModel("toggleSpeaker", "switches the speaker over") { viewModel, _ in viewModel.toggleSpeaker() },
        .viewModel("toggleAudioOutput", "lets sound out, or none") { viewModel, _ in viewModel.toggleAudioOutput() },
    ]
}

extension CallViewModel {
    fileprivate func start(_ arguments: Arguments, ring: Bool) {
        guard let call = arguments.call(.call) else { return }
        startCall(
            callType: call.type, callId: call.id, members: arguments.memberRequests, ring: ring,
            custom: arguments.customData, video: arguments.flag(.video))
    }
}
