import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// The screen's content: properties of `CallViewModel`.
    static let viewModelProperties: [PropertyRow] = calling + ringing + layout + switches + observed

    private static let calling: [PropertyRow] = [
        .viewModel("callingState", .word(.callingStates), "the view model's calling state") {
            .text($0.shownState.name)
        },
        .viewModel("error", .error, "the error that the view model shows") { .optional($0.error.map(errorName)) },
        .viewModel("underlyingError", .text, "the cause of the error that the view model shows") {
            .optional(($0.error as? CallJoinInterceptionError).map { "\($0.underlyingError)" })
        },
        .viewModel("toast", .text, "the view model's message about the error") { .optional($0.toast) },
        .viewModel("errorAlertShown", .boolean, "true while an alert about the error is shown") {
            .boolean($0.errorAlertShown)
        },
        .viewModel("call", .call, "the view model's call") { .optional($0.call?.cId) },
    ]

    private static let ringing: [PropertyRow] = [
        .viewModel("incomingCall", .call, "the call that rings here") { .optional($0.incoming?.cid.description) },
        .viewModel("incomingCall.caller", .user, "the caller") { .optional($0.incoming?.caller.id) },
        .viewModel("incomingCall.members", .users, "the members of the call that rings here") {
            $0.incoming.map { .texts($0.members.map(\.userId)) } ?? .none
        },
        .viewModel("incomingCall.video", .boolean, "true for a ring with video") {
            $0.incoming.map { .boolean($0.video) } ?? .none
        },
        .viewModel("incomingCall.timeout", .duration, "the limit of the ring") {
            $0.incoming.map { .duration($0.timeout) } ?? .none
        },
        .viewModel("incomingCall.custom", .anything, "the custom data of the call that rings here") {
            $0.incoming.map { Value(.map($0.custom)) } ?? .none
        },
        .viewModel("lobby", .call, "the call of the lobby") {
            .optional($0.lobby?.cid.description)
        },
        .viewModel("lobby.participants", .users, "the users in the lobby's list") {
            $0.lobby.map { .texts($0.participants.map(\.id)) } ?? .none
        },
        .viewModel("outgoingCallMembers", .users, "the users that the participant rings") {
            .texts($0.outgoingCallMembers.map(\.userId))
        },
        .viewModel("participantEvent", .text, "the last join or leave that is shown, such as `join bob`") {
            .optional($0.participantEvent.map { "\($0.action.rawValue) \($0.user)" })
        },
        .viewModel("shownParticipants", .users, "the users in the view model's grid") {
            .texts($0.participants.map(\.userId))
        },
    ]

    private static let layout: [PropertyRow] = [
        .viewModel("participantsLayout", .word(.layouts), "the layout of the participants") {
            .text($0.participantsLayout.rawValue)
        },
        .viewModel("participantsShown", .boolean, "true while the list of participants is shown") {
            .boolean($0.participantsShown)
        },
        .viewModel("isMinimized", .boolean, "true while the call is minimised") { .boolean($0.isMinimized) },
        .viewModel("localVideoPrimary", .boolean, "true while the participant's own video is the large one") {
            .boolean($0.localVideoPrimary)
        },
        .viewModel("hideUIElements", .boolean, "true while only videos are shown") { .boolean($0.hideUIElements) },
    ]

    private static let switches: [PropertyRow] = [
        .viewModel("localCallSettingsChange", .boolean, "true when the participant itself changed a setting") {
            .boolean($0.localCallSettingsChange)
        },
        PropertyRow("callSettings.audioOn", .boolean, "true while the microphone is on") {
            .boolean($0.settings.audioOn)
        },
        PropertyRow("callSettings.videoOn", .boolean, "true while the camera is on") { .boolean($0.settings.videoOn) },
        PropertyRow("callSettings.speakerOn", .boolean, "true while the speaker is on") {
            .boolean($0.settings.speakerOn)
        },
        PropertyRow("callSettings.audioOutputOn", .boolean, "true while audio output is on") {
            .boolean($0.settings.audioOutputOn)
        },
        PropertyRow("callSettings.cameraPosition", .word(.cameraPositions), "the position of the camera") {
            .text($0.settings.cameraPosition.rawValue)
        },
        .manager("microphone.status", "the state of the call's microphone") { $0.microphone.status },
        .manager("microphone.noiseCancellation", "the state of noise cancellation") {
            $0.microphone.noiseCancellationStatus
        },
        .manager("camera.status", "the state of the call's camera") { $0.camera.status },
        .manager("speaker.status", "the state of the call's speaker") { $0.speaker.status },
        .manager("speaker.audioOutputStatus", "the state of the call's audio output") {
            $0.speaker.audioOutputStatus
        },
    ]

    /// The complete sequences of values that a subscriber has received.
    private static let observed: [PropertyRow] = [
        .observed(.callingState, "the calling states"), .observed(.ringingCall, "the values of `ringingCall`"),
        .observed(.activeCall, "the values of `activeCall`"),
        .observed(.audioOn, "the states of the microphone, on or off,"),
        .observed(.videoOn, "the states of the camera, on or off,"),
        .observed(.speakerOn, "the states of the speaker, on or off,"),
    ]
}

extension PropertyRow {
    fileprivate static func observed(_ property: PublishedHistory.Property, _ about: String) -> PropertyRow {
        PropertyRow(
            "observed.\(property.rawValue)", .anything, "\(about) that a subscriber has received, in order"
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
