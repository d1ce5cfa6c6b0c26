/// What of a participant a scenario can look at.
public enum Property: Hashable, Sendable {
    /// A property of the view model, the client or the call.
    case named(PropertyName)
    /// A property of one participant of the call, as this participant sees it; by the participant's name in the file.
    case participant(String, ParticipantProperty)
    /// One entry of the call's custom data.
    case custom(String)
    /// How many events of a type this participant has received.
    case events(String)
    /// How many notifications of a name this participant's client has posted.
    case notifications(String)
}

extension Property {
    /// What its values are.
    public var type: ValueType {
        switch self {
        case .named(let name): name.row.type
        case .participant(_, let property): property.row.type
        case .custom: .anything
        case .events, .notifications: .number
        }
    }
}

extension Property: CustomStringConvertible {
    /// The path as a scenario file writes it, without the participant before it.
    public var description: String {
        switch self {
        case .named(let name): name.rawValue
        case .participant(let participant, let property): "participants.\(participant).\(property.rawValue)"
        case .custom(let key): "custom.\(key)"
        case .events(let type): "events.\(type)"
        case .notifications(let name): "notifications.\(name)"
        }
    }
}

/// The properties of view model, client and call that stand at a fixed path.
public enum PropertyName: String, CaseIterable, Sendable {
    case callingState
    case error
    case underlyingError
    case call
    case incomingCall
    case incomingCallCaller = "incomingCall.caller"
    case incomingCallMembers = "incomingCall.members"
    case incomingCallVideo = "incomingCall.video"
    case incomingCallTimeout = "incomingCall.timeout"
    case lobby
    case lobbyParticipants = "lobby.participants"
    case outgoingCallMembers
    case participantEvent
    case shownParticipants
    case localCallSettingsChange
    case audioOn = "callSettings.audioOn"
    case videoOn = "callSettings.videoOn"
    case speakerOn = "callSettings.speakerOn"
    case audioOutputOn = "callSettings.audioOutputOn"
    case cameraPosition = "callSettings.cameraPosition"

    case connectionStatus
    case ringingCall
    case activeCall

    case roster
    case rosterOrder
    case localParticipant
    case dominantSpeaker
    case members
    case participantCount
    case anonymousParticipantCount
    case sessionId
    case reconnectionStatus
    case connectionPhase
    case createdBy
    case createdAt
    case endedAt
    case backstage
    case recordingState
    case blockedUsers
    case ownCapabilities
    case acceptedBy = "session.acceptedBy"
    case rejectedBy = "session.rejectedBy"
    case missedBy = "session.missedBy"

    case interceptions
    case interceptionsCancelled
}

extension PropertyName {
    /// The type of its values and what it is.
    public var row: (type: ValueType, about: String) {
        switch self {
        case .callingState: (.word(.callingStates), "the view model's calling state")
        case .error: (.error, "the error that the view model shows")
        case .underlyingError: (.text, "what caused the error that the view model shows")
        case .call: (.call, "the view model's call")
        case .incomingCall: (.call, "the call that rings here")
        case .incomingCallCaller: (.user, "who rings")
        case .incomingCallMembers: (.users, "the members of the call that rings here")
        case .incomingCallVideo: (.boolean, "whether it rings with video")
        case .incomingCallTimeout: (.duration, "how long it rings")
        case .lobby: (.call, "the call in whose lobby the participant is")
        case .lobbyParticipants: (.users, "who is shown in the lobby")
        case .outgoingCallMembers: (.users, "whom the participant rings")
        case .participantEvent: (.text, "what is shown of who came or left last, such as `join bob`")
        case .shownParticipants: (.users, "who is shown in the view model's grid")
        case .localCallSettingsChange: (.boolean, "whether the participant switched something itself")
        case .audioOn: (.boolean, "whether the microphone is on")
        case .videoOn: (.boolean, "whether the camera is on")
        case .speakerOn: (.boolean, "whether sound comes from the speaker")
        case .audioOutputOn: (.boolean, "whether any sound comes out")
        case .cameraPosition: (.word(.cameraPositions), "which camera is used")
        case .connectionStatus: (.word(.connectionStatuses), "the client's connection to the coordinator")
        case .ringingCall: (.call, "the client's ringing call")
        case .activeCall: (.call, "the client's active call")
        case .roster: (.users, "the users of the participants in the call, as this participant sees them")
        case .rosterOrder: (.text, "the same users in the order of the list, with spaces between them")
        case .localParticipant: (.user, "the user of the call's local participant")
        case .dominantSpeaker: (.user, "the user who speaks more than all others")
        case .members: (.users, "the members of the call")
        case .participantCount: (.number, "how many participants the call has")
        case .anonymousParticipantCount: (.number, "how many anonymous participants the call has")
        case .sessionId: (.text, "the identifier of the participant's session with the SFU")
        case .reconnectionStatus: (.word(.reconnectionStatuses), "the documented reconnection status")
        case .connectionPhase: (.word(.connectionPhases), "the finer connection phase")
        case .createdBy: (.user, "who made the call")
        case .createdAt: (.date, "when the call was made")
        case .endedAt: (.date, "when the call was ended")
        case .backstage: (.boolean, "whether the call is in backstage")
        case .recordingState: (.word(.recordingStates), "whether the call is being recorded")
        case .blockedUsers: (.users, "who is blocked in the call")
        case .ownCapabilities: (.texts, "what the participant may do in the call")
        case .acceptedBy: (.users, "who accepted the call")
        case .rejectedBy: (.users, "who rejected the call")
        case .missedBy: (.users, "who missed the call")
        case .interceptions: (.number, "how often the participant's interceptor was called")
        case .interceptionsCancelled: (.number, "how often the interceptor's task was cancelled")
        }
    }
}

/// The properties of a participant of a call, as another one sees it.
public enum ParticipantProperty: String, CaseIterable, Sendable {
    case name
    case userId
    case sessionId
    case role
    case roles
    case joinedAt
    case hasAudio
    case hasVideo
    case isScreensharing
    case isSpeaking
    case isDominantSpeaker
    case connectionQuality
    case isPinned
    case isPinnedRemotely
    case showTrack

    /// The type of its values and what it is.
    public var row: (type: ValueType, about: String) {
        switch self {
        case .name: (.text, "the name of the user")
        case .userId: (.user, "the user")
        case .sessionId: (.text, "the identifier of the session")
        case .role: (.text, "the first role")
        case .roles: (.texts, "all roles")
        case .joinedAt: (.date, "when the participant joined")
        case .hasAudio: (.boolean, "whether it publishes audio")
        case .hasVideo: (.boolean, "whether it publishes video")
        case .isScreensharing: (.boolean, "whether it shares its screen")
        case .isSpeaking: (.boolean, "whether it speaks")
        case .isDominantSpeaker: (.boolean, "whether it speaks more than all others")
        case .connectionQuality: (.word(.connectionQualities), "how good its connection is")
        case .isPinned: (.boolean, "whether it is pinned, here or for everyone")
        case .isPinnedRemotely: (.boolean, "whether it is pinned for everyone")
        case .showTrack: (.boolean, "whether its video is on the screen")
        }
    }
}
