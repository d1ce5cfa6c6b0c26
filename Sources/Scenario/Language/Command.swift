/// A call, named `type:id`.
public struct CallReference: Hashable, Sendable {
    /// The call type, such as `default`.
    public let type: String
    /// The identifier within its type.
    public let id: String

    /// Names a call.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// `type:id`.
    public var cid: String { "\(type):\(id)" }
}

/// What starting a call needs.
public struct CallStart: Hashable, Sendable {
    /// The call.
    public var call: CallReference
    /// The users to be members, without doubles, in the order of the file; the caller may be among them.
    public var members: [String]
    /// Custom data of the call.
    public var custom: [Value.Entry]
    /// Whether it is a video call; nil leaves it to the library.
    public var video: Bool?
}

/// Something that a participant is told to do.
///
/// Commands without a prefix are those of `CallViewModel`, which does not throw: its errors show in its `error`.
/// Those that start with `call.` are those of `Call`, and `connect` and `disconnect` are the client's; they throw.
/// A call that is nil is the participant's own: the one that it is in, rings or is rung for.
public enum Command: Hashable, Sendable {
    /// `CallViewModel.startCall(ring: true)`.
    case ring(CallStart)
    /// `CallViewModel.startCall(ring: false)`.
    case startCall(CallStart)
    /// `CallViewModel.joinAndRingCall`.
    case joinAndRing(CallStart)
    /// `CallViewModel.joinCall`.
    case join(CallReference)
    /// `CallViewModel.enterLobby`; members are users.
    case enterLobby(CallReference, members: [String])
    /// `CallViewModel.acceptCall`.
    case accept(CallReference?)
    /// `CallViewModel.rejectCall`.
    case reject(CallReference?)
    /// `CallViewModel.hangUp`.
    case hangUp(reason: String?)
    /// `Call.get`.
    case callGet(CallReference)
    /// `Call.create`.
    case callCreate(CallStart, ring: Bool, notify: Bool)
    /// `Call.ring`; members are users, none means all members.
    case callRing(CallReference?, members: [String], video: Bool?)
    /// `Call.join`; an interceptor that is nil is the participant's own.
    case callJoin(CallReference?, create: Bool, ring: Bool, notify: Bool, interceptor: InterceptorSpec?)
    /// `Call.accept`.
    case callAccept(CallReference?)
    /// `Call.reject`.
    case callReject(CallReference?, reason: String?)
    /// `Call.leave`.
    case callLeave(CallReference?, reason: String?)
    /// `Call.end`.
    case callEnd(CallReference?)
    /// `Call.sendCustomEvent`.
    case callSendCustomEvent(CallReference?, custom: [Value.Entry])
    /// `Call.updateParticipantsSorting`.
    case callSort(CallReference?, by: [String])
    /// Something that a participant wishes to see of another one, a user.
    case callView(CallReference?, ViewWish, user: String)
    /// A switch of `CallViewModel`.
    case toggle(CallSwitch)
    /// `StreamVideo.connect`.
    case connect
    /// `StreamVideo.disconnect`.
    case disconnect
}

/// What a participant wishes to see of another one; nobody else is told.
public enum ViewWish: Hashable, Sendable {
    /// `Call.changePinState`, enabled.
    case pinHere
    /// `Call.changePinState`, not enabled.
    case unpinHere
    /// `Call.changeTrackVisibility`, visible.
    case showTrack
    /// `Call.changeTrackVisibility`, not visible.
    case hideTrack
}

/// What a participant can switch over.
public enum CallSwitch: Hashable, Sendable {
    /// `CallViewModel.toggleMicrophoneEnabled`.
    case microphone
    /// `CallViewModel.toggleCameraEnabled`.
    case camera
    /// `CallViewModel.toggleCameraPosition`.
    case cameraPosition
    /// `CallViewModel.toggleSpeaker`.
    case speaker
    /// `CallViewModel.toggleAudioOutput`.
    case audioOutput
}

/// The commands by the name that a scenario file gives them.
public enum CommandName: String, CaseIterable, Sendable {
    case ring
    case startCall
    case joinAndRing
    case join
    case enterLobby
    case accept
    case reject
    case hangUp
    case callGet = "call.get"
    case callCreate = "call.create"
    case callRing = "call.ring"
    case callJoin = "call.join"
    case callAccept = "call.accept"
    case callReject = "call.reject"
    case callLeave = "call.leave"
    case callEnd = "call.end"
    case callSendCustomEvent = "call.sendCustomEvent"
    case callSort = "call.sort"
    case callPinHere = "call.pinHere"
    case callUnpinHere = "call.unpinHere"
    case callShowTrack = "call.showTrack"
    case callHideTrack = "call.hideTrack"
    case toggleMicrophone
    case toggleCamera
    case toggleCameraPosition
    case toggleSpeaker
    case toggleAudioOutput
    case connect
    case disconnect
}
