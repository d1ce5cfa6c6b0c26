/// Something that a command is told beside its name; the keys beside it in a step.
public enum Argument: String, CaseIterable, Sendable {
    case call
    case members
    case custom
    case video
    case reason
    case create
    case ring
    case notify
    case interceptor
    case participant
    case by
    case ending
}

extension Argument {
    /// What it is, and how it may look.
    public var row: (about: String, example: String) {
        switch self {
        case .call: ("the call", "call: default:standup")
        case .members: ("the members of the call, participants or their users", "members: [bob]")
        case .custom: ("custom data", "custom: {topic: plans}")
        case .video: ("whether it is a video call", "video: true")
        case .reason: ("the reason", "reason: decline")
        case .create: ("whether the call is made when it is not there", "create: true")
        case .ring: ("whether the members are rung", "ring: true")
        case .notify: ("whether the members are notified", "notify: true")
        case .interceptor: ("the interceptor of this join, in place of the participant's", "interceptor: throw")
        case .participant: ("the other participant, or its user", "participant: bob")
        case .by: ("what to sort by, the most important first", "by: [pinned, name]")
        case .ending: ("why the call is over for them; sessionEnded when it is not said", "ending: kicked")
        }
    }
}

/// What a command takes.
public struct CommandRow: Hashable, Sendable {
    /// The arguments that must be there.
    public let required: [Argument]
    /// The arguments that may be there.
    public let optional: [Argument]
    /// Whether it can throw; the commands of the view model cannot.
    public let canThrow: Bool
    /// What it does.
    public let about: String

    init(
        _ required: [Argument], _ optional: [Argument] = [], canThrow: Bool = false, _ about: String
    ) {
        self.required = required
        self.optional = optional
        self.canThrow = canThrow
        self.about = about
    }

    /// All arguments.
    public var arguments: [Argument] { required + optional }
}

extension CommandName {
    /// What it takes and does.
    public var row: CommandRow {
        switch self {
        case .ring: CommandRow([.call, .members], [.custom, .video], "view model: rings the members")
        case .startCall: CommandRow([.call], [.members, .custom, .video], "view model: starts a call without ringing")
        case .joinAndRing:
            CommandRow([.call, .members], [.custom, .video], "view model: joins, then rings the members")
        case .join: CommandRow([.call], [], "view model: joins a call")
        case .enterLobby: CommandRow([.call], [.members], "view model: enters the lobby of a call")
        case .accept: CommandRow([], [.call], "view model: accepts the call that rings here")
        case .reject: CommandRow([], [.call], "view model: rejects the call that rings here")
        case .hangUp: CommandRow([], [.reason], "view model: ends the participant's part of its call")
        case .callGet: CommandRow([.call], canThrow: true, "reads a call")
        case .callCreate:
            CommandRow(
                [.call], [.members, .custom, .video, .ring, .notify], canThrow: true, "makes a call, or reads it")
        case .callRing: CommandRow([], [.call, .members, .video], canThrow: true, "rings members of a call")
        case .callJoin:
            CommandRow([], [.call, .create, .ring, .notify, .interceptor], canThrow: true, "joins a call")
        case .callAccept: CommandRow([], [.call], canThrow: true, "accepts a call, without joining it")
        case .callReject: CommandRow([], [.call, .reason], canThrow: true, "rejects a call")
        case .callLeave: CommandRow([], [.call, .reason], canThrow: true, "leaves a call")
        case .callEnd: CommandRow([], [.call], canThrow: true, "ends a call for everybody")
        case .callSendCustomEvent:
            CommandRow([.custom], [.call], canThrow: true, "sends a custom event to the others in the call")
        case .callSort: CommandRow([.by], [.call], canThrow: true, "sorts the participants of a call")
        case .callPinHere:
            CommandRow([.participant], [.call], canThrow: true, "pins a participant for this client alone")
        case .callUnpinHere: CommandRow([.participant], [.call], canThrow: true, "takes such a pin away")
        case .callShowTrack:
            CommandRow([.participant], [.call], canThrow: true, "says that a participant's video is on the screen")
        case .callHideTrack:
            CommandRow([.participant], [.call], canThrow: true, "says that a participant's video is not on the screen")
        case .toggleMicrophone: CommandRow([], [], "view model: switches the microphone over")
        case .toggleCamera: CommandRow([], [], "view model: switches the camera over")
        case .toggleCameraPosition: CommandRow([], [], "view model: uses the other camera")
        case .toggleSpeaker: CommandRow([], [], "view model: switches the speaker over")
        case .toggleAudioOutput: CommandRow([], [], "view model: lets sound out, or none")
        case .connect: CommandRow([], [], canThrow: true, "connects the client to the coordinator")
        case .disconnect: CommandRow([], [], canThrow: true, "disconnects the client from the coordinator")
        }
    }
}
