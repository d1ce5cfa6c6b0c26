public import Signaling
public import Wire

/// The documented state of calls that an application shows.
public enum CallingState: Hashable, Sendable {
    /// There is no call.
    case idle
    /// The user is in the lobby of a call.
    indirect case lobby(LobbyInfo)
    /// Another user rings this one.
    indirect case incoming(IncomingCall)
    /// This user rings other users.
    case outgoing
    /// The user is joining a call.
    case joining
    /// The user has joined a call.
    case inCall
    /// The connection was lost, and the client reconnects.
    case reconnecting

    /// The case's name without its associated values.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .lobby: "lobby"
        case .incoming: "incoming"
        case .outgoing: "outgoing"
        case .joining: "joining"
        case .inCall: "inCall"
        case .reconnecting: "reconnecting"
        }
    }

    /// The names of all cases, in the order of the documentation.
    public static let names = ["idle", "lobby", "incoming", "joining", "outgoing", "inCall", "reconnecting"]
}

/// The lobby of a call that the user may join.
public struct LobbyInfo: Hashable, Sendable {
    /// The call's id.
    public let callId: String
    /// The call's type.
    public let callType: String
    /// The participants of the call.
    public var participants: [User]

    /// The call's type and id.
    public var cid: CallCid { CallCid(type: callType, id: callId) }

    /// Creates the lobby of a call.
    public init(callId: String, callType: String, participants: [User]) {
        self.callId = callId
        self.callType = callType
        self.participants = participants
    }

    /// Returns the lobby with another participant. A user is listed once.
    func joined(by user: User) -> LobbyInfo {
        guard !participants.contains(where: { $0.id == user.id }) else { return self }
        return LobbyInfo(callId: callId, callType: callType, participants: participants + [user])
    }

    /// Returns the lobby without a participant.
    func left(by user: User) -> LobbyInfo {
        LobbyInfo(callId: callId, callType: callType, participants: participants.filter { $0.id != user.id })
    }
}

/// A ringing call. Two values are equal when they have the same cid.
public struct IncomingCall: Sendable {
    /// The call's type and id.
    public let cid: CallCid
    /// The user that rings.
    public let caller: User
    /// The members of the call, including the caller.
    public let members: [Member]
    /// The duration of the ring (`incoming_call_timeout_ms`); zero for no limit.
    public let timeout: Duration
    /// True for a video call.
    public let video: Bool
    /// Custom data of the application.
    public let custom: CBOR.Map

    /// The call's id.
    public var id: String { cid.id }
    /// The call's type.
    public var type: String { cid.type }

    /// Creates a ringing call. A caller that is not a member is added to the members.
    public init(cid: CallCid, caller: User, members: [Member], timeout: Duration, video: Bool, custom: CBOR.Map) {
        self.cid = cid
        self.caller = caller
        self.members = members.contains { $0.userId == caller.id } ? members : members + [Member { $0.user = caller }]
        self.timeout = timeout
        self.video = video
        self.custom = custom
    }

    /// Creates the ringing call of an event.
    public init(_ event: CallRingEvent) {
        self.init(
            cid: event.callCid, caller: event.user, members: event.members,
            timeout: event.call.settings.ring.incomingCallTimeout, video: event.video, custom: event.call.custom)
    }
}

extension IncomingCall: Hashable {
    /// True when both have the same cid.
    public static func == (lhs: IncomingCall, rhs: IncomingCall) -> Bool {
        lhs.cid == rhs.cid
    }

    /// Hashes the call's cid.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cid)
    }
}
