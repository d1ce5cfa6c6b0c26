import CallLibrary
import Timing
import Wire

extension StageParticipant {
    /// What a property is just now; `users` turns a participant's name of the scenario into a user's id.
    func value(of property: Property, userId: (String) -> String) -> Value {
        switch property {
        case .named(let name): value(of: name)
        case .participant(let participant, let property):
            value(of: property, atParticipant: userId(participant))
        case .custom(let key): call?.state.values.custom[key].map(Value.init) ?? .none
        case .events(let type): .integer(Int64(eventCounts[type] ?? 0))
        case .notifications(let name): .integer(Int64(notificationCounts[name] ?? 0))
        }
    }

    private func value(of property: ParticipantProperty, atParticipant userId: String) -> Value {
        .of(call?.state.values.participant { $0.userId == userId }, property)
    }

    private func value(of name: PropertyName) -> Value {
        switch name {
        case .callingState, .error, .underlyingError, .call, .incomingCall, .incomingCallCaller,
            .incomingCallMembers, .incomingCallVideo, .incomingCallTimeout, .lobby, .lobbyParticipants,
            .outgoingCallMembers, .participantEvent, .shownParticipants, .localCallSettingsChange:
            valueOfViewModel(name)
        case .audioOn, .videoOn, .speakerOn, .audioOutputOn, .cameraPosition: Self.value(of: name, in: settings)
        case .connectionStatus: .text(client.state.connection.name)
        case .ringingCall: .optional(client.state.ringingCall?.cId)
        case .activeCall: .optional(client.state.activeCall?.cId)
        case .interceptions: .integer(Int64(interceptor?.calls ?? 0))
        case .interceptionsCancelled: .integer(Int64(interceptor?.cancellations ?? 0))
        case .roster, .rosterOrder, .localParticipant, .dominantSpeaker, .recordingState, .members, .participantCount,
            .anonymousParticipantCount, .sessionId,
            .reconnectionStatus, .connectionPhase, .createdBy, .createdAt, .endedAt, .backstage, .blockedUsers,
            .ownCapabilities, .acceptedBy, .rejectedBy, .missedBy:
            call.map { Self.value(of: name, in: $0.state.values) } ?? .none
        }
    }

    /// What is switched on: in the call that was joined without the view model, or in the view model's.
    private var settings: CallSettings {
        guard viewModel.call == nil, let call, call.stage == .joined else { return viewModel.callSettings }
        return call.state.values.callSettings
    }

    private func valueOfViewModel(_ name: PropertyName) -> Value {
        let incoming: IncomingCall? =
            if case .incoming(let call) = viewModel.callingState { call } else { nil }
        let lobby: LobbyInfo? = if case .lobby(let info) = viewModel.callingState { info } else { nil }
        return switch name {
        case .callingState: .text(viewModel.callingState.name)
        case .error: .optional(viewModel.error.map(errorName))
        case .underlyingError:
            .optional((viewModel.error as? CallJoinInterceptionError).map { "\($0.underlyingError)" })
        case .call: .optional(viewModel.call?.cId)
        case .incomingCall: .optional(incoming?.cid.description)
        case .incomingCallCaller: .optional(incoming?.caller.id)
        case .incomingCallMembers: incoming.map { .texts($0.members.map(\.userId)) } ?? .none
        case .incomingCallVideo: incoming.map { .boolean($0.video) } ?? .none
        case .incomingCallTimeout: incoming.map { .duration($0.timeout) } ?? .none
        case .lobby: .optional(lobby?.cid.description)
        case .lobbyParticipants: lobby.map { .texts($0.participants.map(\.id)) } ?? .none
        case .outgoingCallMembers: .texts(viewModel.outgoingCallMembers.map(\.userId))
        case .participantEvent: .optional(viewModel.participantEvent.map { "\($0.action.rawValue) \($0.user)" })
        case .shownParticipants: .texts(viewModel.participants.map(\.userId))
        case .localCallSettingsChange: .boolean(viewModel.localCallSettingsChange)
        default: .none
        }
    }

    private static func value(of name: PropertyName, in settings: CallSettings) -> Value {
        switch name {
        case .audioOn: .boolean(settings.audioOn)
        case .videoOn: .boolean(settings.videoOn)
        case .speakerOn: .boolean(settings.speakerOn)
        case .audioOutputOn: .boolean(settings.audioOutputOn)
        case .cameraPosition: .text(settings.cameraPosition.rawValue)
        default: .none
        }
    }

    private static func value(of name: PropertyName, in state: CallStateValues) -> Value {
        switch name {
        case .roster: .texts(state.participantUserIds)
        case .rosterOrder: .text(state.participantUserIds.joined(separator: " "))
        case .dominantSpeaker: .optional(state.dominantSpeaker?.userId)
        case .recordingState: .text(state.recordingState.rawValue)
        case .localParticipant: .optional(state.localParticipant?.userId)
        case .members: .texts(state.members.map(\.userId))
        case .participantCount: .integer(Int64(state.participantCount))
        case .anonymousParticipantCount: .integer(Int64(state.anonymousParticipantCount))
        case .sessionId: .optional(state.sessionId.isEmpty ? nil : state.sessionId)
        case .reconnectionStatus: .text(state.reconnectionStatus.rawValue)
        case .connectionPhase: .text(state.connectionPhase.rawValue)
        case .createdBy: .optional(state.createdBy?.id)
        case .createdAt: .date(state.createdAt)
        case .endedAt: .date(state.endedAt)
        case .backstage: .boolean(state.backstage)
        case .blockedUsers: .texts(state.blockedUserIds)
        case .ownCapabilities: .texts(state.ownCapabilities.map(\.rawValue))
        case .acceptedBy: .texts((state.sessionSummary?.acceptedBy.keys).map { $0.sorted() } ?? [])
        case .rejectedBy: .texts((state.sessionSummary?.rejectedBy.keys).map { $0.sorted() } ?? [])
        case .missedBy: .texts((state.sessionSummary?.missedBy.keys).map { $0.sorted() } ?? [])
        default: .none
        }
    }
}

extension StreamVideo.ConnectionStatus {
    /// The case's name without what it carries.
    fileprivate var name: String {
        switch self {
        case .initialized: "initialized"
        case .connecting: "connecting"
        case .connected: "connected"
        case .disconnected: "disconnected"
        }
    }
}

extension Value {
    fileprivate static func date(_ date: Timestamp?) -> Value {
        date.map { .integer($0.milliseconds) } ?? .none
    }

    fileprivate static func of(_ participant: CallParticipant?, _ property: ParticipantProperty) -> Value {
        guard let participant else { return .none }
        return switch property {
        case .name: .text(participant.name)
        case .userId: .text(participant.userId)
        case .sessionId: .text(participant.sessionId)
        case .role: .text(participant.role)
        case .roles: .texts(participant.roles)
        case .joinedAt: .date(participant.joinedAt)
        case .hasAudio: .boolean(participant.hasAudio)
        case .hasVideo: .boolean(participant.hasVideo)
        case .isScreensharing: .boolean(participant.isScreensharing)
        case .isSpeaking: .boolean(participant.isSpeaking)
        case .isDominantSpeaker: .boolean(participant.isDominantSpeaker)
        case .connectionQuality: .text("\(participant.connectionQuality)")
        case .isPinned: .boolean(participant.isPinned)
        case .isPinnedRemotely: .boolean(participant.isPinnedRemotely)
        case .showTrack: .boolean(participant.showTrack)
        }
    }

    /// A data item of the wire as a scenario shows it.
    fileprivate init(_ item: CBOR) {
        if let integer = item.integer {
            self = .integer(integer)
        } else if let text = item.text {
            self = .text(text)
        } else if let truth = item.boolean {
            self = .boolean(truth)
        } else if let number = item.double {
            self = .number(number)
        } else if let items = item.array {
            self = .list(items.map { Value($0) })
        } else if let map = item.map {
            self = .map(map.map { Entry(key: $0.key.text ?? $0.key.diagnostic, value: Value($0.value)) })
        } else {
            self = .none
        }
    }
}
