import CallLibrary
import ScenarioLanguage

extension Properties {
    /// The screen's content: properties of `CallViewModel`.
    static let viewModelProperties: [PropertyRow] = calling + ringing + layout + switches + observed

    private static let calling: [PropertyRow] = [
        .viewModel("callingState", .word(.callingStates), "the view model's calling state") {
            .text($0.shownState.name)
        },
        .viewModel("error", .error, "the error that the view model shows") { .optional($0.error.map(errorName)) },
        .viewModel("underlyingError", .text, "what caused the error that the view model shows") {
            .optional(($0.error as? CallJoinInterceptionError).map { "\($0.underlyingError)" })
        },
        .viewModel("toast", .text, "what the view model tells the user of the error") { .optional($0.toast) },
        .viewModel("errorAlertShown", .boolean, "whether an alert about the error is to be shown") {
            .boolean($0.errorAlertShown)
        },
        .viewModel("call", .call, "the view model's call") { .optional($0.call?.cId) },
    ]

    private static let ringing: [PropertyRow] = [
        .viewModel("incomingCall", .call, "the call that rings here") { .optional($0.incoming?.cid.description) },
        .viewModel("incomingCall.caller", .user, "who rings") { .optional($0.incoming?.caller.id) },
        .viewModel("incomingCall.members", .users, "the members of the call that rings here") {
            $0.incoming.map { .texts($0.members.map(\.userId)) } ?? .none
        },
        .viewModel("incomingCall.video", .boolean, "whether it rings with video") {
            $0.incoming.map { .boolean($0.video) } ?? .none
        },
        .viewModel("incomingCall.timeout", .duration, "how long it rings") {
            $0.incoming.map { .duration($0.timeout) } ?? .none
        },
        .viewModel("incomingCall.custom", .anything, "the custom data of the call that rings here") {
            $0.incoming.map { Value(.map($0.custom)) } ?? .none
        },
        .viewModel("lobby", .call, "the call in whose lobby the participant is") {
            .optional($0.lobby?.cid.description)
        },
        .viewModel("lobby.participants", .users, "who is shown in the lobby") {
            $0.lobby.map { .texts($0.participants.map(\.id)) } ?? .none
        },
        .viewModel("outgoingCallMembers", .users, "whom the participant rings") {
            .texts($0.outgoingCallMembers.map(\.userId))
        },
        .viewModel("participantEvent", .text, "what is shown of who came or left last, such as `join bob`") {
            .optional($0.participantEvent.map { "\($0.action.rawValue) \($0.user)" })
        },
        .viewModel("shownParticipants", .users, "who is shown in the view model's grid") {
            .texts($0.participants.map(\.userId))
        },
    ]

    private static let layout: [PropertyRow] = [
        .viewModel("participantsLayout", .word(.layouts), "how the participants are arranged") {
            .text($0.participantsLayout.rawValue)
        },
        .viewModel("participantsShown", .boolean, "whether the list of participants is shown") {
            .boolean($0.participantsShown)
        },
        .viewModel("isMinimized", .boolean, "whether the call is shown small") { .boolean($0.isMinimized) },
        .viewModel("localVideoPrimary", .boolean, "whether the participant's own video is the large one") {
            .boolean($0.localVideoPrimary)
        },
        .viewModel("hideUIElements", .boolean, "whether nothing but videos is shown") { .boolean($0.hideUIElements) },
    ]

    private static let switches: [PropertyRow] = [
        .viewModel("localCallSettingsChange", .boolean, "whether the participant switched something itself") {
            .boolean($0.localCallSettingsChange)
        },
        PropertyRow("callSettings.audioOn", .boolean, "whether the microphone is on") {
            .boolean($0.settings.audioOn)
        },
        PropertyRow("callSettings.videoOn", .boolean, "whether the camera is on") { .boolean($0.settings.videoOn) },
        PropertyRow("callSettings.speakerOn", .boolean, "whether sound comes from the speaker") {
            .boolean($0.settings.speakerOn)
        },
        PropertyRow("callSettings.audioOutputOn", .boolean, "whether any sound comes out") {
            .boolean($0.settings.audioOutputOn)
        },
        PropertyRow("callSettings.cameraPosition", .word(.cameraPositions), "which camera is used") {
            .text($0.settings.cameraPosition.rawValue)
        },
        .manager("microphone.status", "whether the microphone of the call is switched on") { $0.microphone.status },
        .manager("microphone.noiseCancellation", "whether noise is taken out of what it hears") {
            $0.microphone.noiseCancellationStatus
        },
        .manager("camera.status", "whether the camera of the call is switched on") { $0.camera.status },
        .manager("speaker.status", "whether the sound of the call comes from the speaker") { $0.speaker.status },
        .manager("speaker.audioOutputStatus", "whether any sound of the call comes out") {
            $0.speaker.audioOutputStatus
        },
    ]

    /// The complete sequences of values that a subscriber has received.
    private static let observed: [PropertyRow] = [
        .observed(.callingState, "the calling states"), .observed(.ringingCall, "the ringing calls, or none"),
        .observed(.activeCall, "the active calls, or none"), .observed(.audioOn, "on and off of the microphone"),
        .observed(.videoOn, "on and off of the camera"), .observed(.speakerOn, "on and off of the speaker"),
    ]
}

extension PropertyRow {
    fileprivate static func observed(_ property: PublishedHistory.Property, _ about: String) -> PropertyRow {
        PropertyRow(
            "observed.\(property.rawValue)", .anything, "\(about) that a subscriber has received, in their order"
        ) { .list($0.published.values(of: property).map { .text($0) }) }
    }

    fileprivate static func manager(
        _ name: String, _ about: String, read: @escaping @MainActor (Call) -> CallSettingsStatus
    ) -> PropertyRow {
        PropertyRow(name, .word(.statusesOfSwitches), about) { participant in
            participant.call.map { .text(read($0).rawValue) } ?? .none
        }
    }
}

extension StageParticipant {
    /// The current settings: of a call that was joined without the view model, or of the view model.
    fileprivate var settings: CallSettings {
        guard viewModel.call == nil, let call, call.stage == .joined else { return viewModel.callSettings }
        return call.state.values.callSettings
    }
}

extension CallViewModel {
    fileprivate var incoming: IncomingCall? {
        if case .incoming(let call) = shownState { call } else { nil }
    }

    fileprivate var lobby: LobbyInfo? {
        if case .lobby(let info) = shownState { info } else { nil }
    }
}
