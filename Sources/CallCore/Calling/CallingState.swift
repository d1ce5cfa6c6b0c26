public import Signaling
public import Wire

/// What an application should show of calls just now, as documented.
public enum CallingState: Hashable, Sendable {
    /// There is no call.
    case idle
    /// The user looks at a call before joining it.
    indirect case lobby(LobbyInfo)
    /// Somebody rings the user.
    indirect case incoming(IncomingCall)
    /// The user rings somebody.
    case outgoing
    /// The user is on the way into a call.
    case joining
    /// The user is in a call.
    case inCall
    /// The connection was lost and is being mended.
    case reconnecting

    /// The case's name without what it carries.
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

    /// The names of all cases, in the order of the documents.
    public static let names = ["idle", "lobby", "incoming", "joining", "outgoing", "inCall", "reconnecting"]
}

/// What is shown of a call that the user may join.
public struct LobbyInfo: Hashable, Sendable {
    /// The call's id.
    public let callId: String
    /// The call's type.
    public let callType: String
    /// Who is there already.
    public var participants: [User]

    /// The call.
    public var cid: CallCid { CallCid(type: callType, id: callId) }

    /// Describes a lobby.
    public init(callId: String, callType: String, participants: [User]) {
        self.callId = callId
        self.callType = callType
        self.participants = participants
    }

    /// The lobby with somebody more in the call; nobody is there twice.
    func joined(by user: User) -> LobbyInfo {
        guard !participants.contains(where: { $0.id == user.id }) else { return self }
        return LobbyInfo(callId: callId, callType: callType, participants: participants + [user])
    }

    /// The lobby without somebody who left the call.
    func left(by user: User) -> LobbyInfo {
        LobbyInfo(callId: callId, callType: callType, participants: participants.filter { $0.id != user.id })
    }
}

/// What is shown of a call that rings; two are equal when they are the same call.
public struct IncomingCall: Sendable {
    /// The call.
    public let cid: CallCid
    /// Who rings.
    public let caller: User
    /// Everybody who belongs to the call, the caller included.
    public let members: [Member]
    /// How long it rings (`incoming_call_timeout_ms`); zero means until somebody does something.
    public let timeout: Duration
    /// Whether it is to be a video call.
    public let video: Bool
    /// Data of the application's own about the call.
    public let custom: CBOR.Map

    /// The call's id.
    public var id: String { cid.id }
    /// The call's type.
    public var type: String { cid.type }

    /// Describes a ringing call; a caller who is no member is added to them.
    public init(cid: CallCid, caller: User, members: [Member], timeout: Duration, video: Bool, custom: CBOR.Map) {
        self.cid = cid
        self.caller = caller
        self.members = members.contains { $0.userId == caller.id } ? members : members + [Member { $0.user = caller }]
        self.timeout = timeout
        self.video = video
        self.custom = custom
    }

    /// Describes the call that an event rings for.
    public init(_ event: CallRingEvent) {
        self.init(
            cid: event.callCid, caller: event.user, members: event.members,
            timeout: event.call.settings.ring.incomingCallTimeout, video: event.video, custom: event.call.custom)
    }
}

extension IncomingCall: Hashable {
    /// Whether both are the same call.
    public static func == (lhs: IncomingCall, rhs: IncomingCall) -> Bool {
        lhs.cid == rhs.cid
    }

    /// Hashes the call's cid.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cid)
    }
}
