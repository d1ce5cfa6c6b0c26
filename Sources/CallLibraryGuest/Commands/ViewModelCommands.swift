import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Commands {
    /// User actions on a screen, through `CallViewModel`.
    static let viewModelCommands: [CommandRow] = starting + answering + switches + showing

    private static let starting: [CommandRow] = [
        CommandRow(
            "ring", "view model: rings the members", needs: [.call, .members],
            takes: [.custom, .startsIn, .team, .video], canThrow: false, rings: true
        ) {
            $0.start($1, ring: true)
        },
        CommandRow(
            "startCall", "view model: starts a call without ringing", needs: [.call],
            takes: [.members, .custom, .startsIn, .team, .video, .publisherHint], canThrow: false
        ) {
            $0.start($1, ring: false)
        },
        CommandRow(
            "joinAndRing", "view model: joins, then rings the members", needs: [.call, .members],
            takes: [.custom, .startsIn, .team, .video], canThrow: false, rings: true
        ) { participant, arguments in
            guard let call = arguments.call(.call) else { return }
            participant.viewModel.joinAndRingCall(
                callType: call.type, callId: call.id, members: arguments.memberRequests,
                custom: arguments.customData, startsAt: participant.start(arguments), team: arguments.text(.team),
                video: arguments.flag(.video))
        },
        .viewModel("join", "joins a call", needs: [.call], takes: [.publisherHint]) { viewModel, arguments in
            guard let call = arguments.call(.call) else { return }
            viewModel.joinCall(
                callType: call.type, callId: call.id,
                hintHighScaleLivestreamPublisher: arguments.flag(.publisherHint))
        },
        .viewModel("enterLobby", "enters the lobby of a call", needs: [.call], takes: [.members]) {
            viewModel, arguments in
            guard let call = arguments.call(.call) else { return }
            viewModel.enterLobby(
                callType: call.type, callId: call.id, members: arguments.texts(.members).map { User(id: $0) })
        },
    ]

    private static let answering: [CommandRow] = [
        CommandRow("accept", "view model: accepts the call that rings here", takes: [.call], canThrow: false) {
            let call = try $0.neededCall($1)
            $0.viewModel.acceptCall(callType: call.callType, callId: call.callId)
        },
        CommandRow("reject", "view model: rejects the call that rings here", takes: [.call], canThrow: false) {
            let call = try $0.neededCall($1)
            $0.viewModel.rejectCall(callType: call.callType, callId: call.callId)
        },
        .viewModel("hangUp", "ends the participant's part of its call", takes: [.reason]) {
            $0.hangUp(reason: $1.text(.reason))
        },
        CommandRow(
            "answerOutside", "code outside the view model, such as a system's call screen, accepts and joins the call",
            takes: [.call]
        ) {
            let call = try $0.neededCall($1)
            try await $0.externalAnswerer.answer(callType: call.callType, callId: call.callId)
        },
    ]

    private static let switches: [CommandRow] = [
        .viewModel("toggleMicrophone", "toggles the microphone") { viewModel, _ in
            viewModel.toggleMicrophoneEnabled()
        },
        .viewModel("toggleCamera", "toggles the camera") { viewModel, _ in viewModel.toggleCameraEnabled() },
        .viewModel("toggleCameraPosition", "uses the other camera") { viewModel, _ in
            viewModel.toggleCameraPosition()
        },
        .viewModel("toggleSpeaker", "toggles the speaker") { viewModel, _ in viewModel.toggleSpeaker() },
        .viewModel("toggleAudioOutput", "turns sound output on or off") { viewModel, _ in viewModel.toggleAudioOutput()
        },
    ]

    private static let showing: [CommandRow] = [
        .viewModel("changeLayout", "arranges the participants in another way", needs: [.layout]) {
            $0.participantsLayout = ParticipantsLayout(rawValue: $1.text(.layout) ?? "") ?? .grid
        },
        CommandRow(
            "setActiveCall", "view model: shows the client's active call, or that there is none", canThrow: false
        ) { participant, _ in
            participant.viewModel.setActiveCall(participant.client.state.activeCall)
        },
        CommandRow(
            "renewViewModel", "replaces the view model with a new one", canThrow: false
        ) { participant, _ in
            participant.renewViewModel()
        },
    ]
}

extension Argument {
    fileprivate static let layout = Argument(
        "layout", .value(.word(.layouts)), "the arrangement of the participants", such: "layout: spotlight")
}

extension StageParticipant {
    /// Returns the start date of a call.
    fileprivate func start(_ arguments: Arguments) -> Timestamp? {
        arguments.duration(.startsIn).map { date.advanced(by: $0) }
    }

    fileprivate func start(_ arguments: Arguments, ring: Bool) {
        guard let call = arguments.call(.call) else { return }
        viewModel.startCall(
            callType: call.type, callId: call.id, members: arguments.memberRequests, ring: ring,
            custom: arguments.customData, startsAt: start(arguments), team: arguments.text(.team),
            video: arguments.flag(.video), hintHighScaleLivestreamPublisher: arguments.flag(.publisherHint))
    }
}
