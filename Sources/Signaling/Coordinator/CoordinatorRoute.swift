public import Wire

/// What a request to the coordinator asks for: its CoAP method and path as one value (`semantics.md` section 6).
public enum CoordinatorRoute: Hashable, Sendable {
    /// Opens the event stream of a user's device: FETCH with Observe on `video/connect`.
    case connect
    /// Asks whether it is still there: GET on `video/connect`.
    case health
    /// Closes it: DELETE on `video/connect`.
    case disconnect
    /// Something about one call: a method on `video/call/{type}/{id}` and what follows.
    case call(CallCid, CallAction)
    /// Something about going live and what leaves the call: a method and a path of up to three segments behind it.
    case egress(CallCid, EgressAction)
    /// Something that is about no call alone, such as a query.
    case client(ClientAction)
}

/// What can be asked about one call.
public enum CallAction: String, CaseIterable, Hashable, Sendable {
    /// Read the call.
    case get
    /// Create the call or read it.
    case getOrCreate
    /// Get credentials for an SFU.
    case join
    /// Ring members.
    case ring
    /// Accept the ring.
    case accept
    /// Reject the ring, or take it back.
    case reject
    /// End the call for everyone.
    case markEnded
    /// Send a custom event.
    case sendEvent
    /// Block a user.
    case block
    /// Unblock a user.
    case unblock
    /// Remove a user from the session.
    case kick
    /// Take tracks of users from them.
    case muteUsers
    /// Pin a stay for everyone.
    case pin
    /// Take such a pin away.
    case unpin
    /// Change what a user may do.
    case userPermissions
    /// Ask for something that one may not do.
    case requestPermission
    /// Change the call.
    case update
    /// Delete the call.
    case delete
    /// Add, change and remove members.
    case updateMembers
    /// Read who is in the session.
    case getParticipants
    /// Read who is rung and who answered how.
    case getRingState
    /// React to what happens in the call.
    case sendReaction
    /// Tell what one thinks of the call.
    case submitFeedback

    /// The method and the last path segment, nil for the call itself.
    public var shape: (method: CoAP.Code, segment: String?) {
        switch self {
        case .get: (.get, nil)
        case .getOrCreate: (.post, nil)
        case .join: (.post, "join")
        case .ring: (.post, "ring")
        case .accept: (.post, "accept")
        case .reject: (.post, "reject")
        case .markEnded: (.post, "mark_ended")
        case .sendEvent: (.post, "event")
        case .block: (.post, "block")
        case .unblock: (.post, "unblock")
        case .kick: (.post, "kick")
        case .muteUsers: (.post, "mute_users")
        case .pin: (.post, "pin")
        case .unpin: (.post, "unpin")
        case .userPermissions: (.post, "user_permissions")
        case .requestPermission: (.post, "request_permission")
        case .update: (.patch, nil)
        case .delete: (.post, "delete")
        case .updateMembers: (.post, "members")
        case .getParticipants: (.get, "participants")
        case .getRingState: (.get, "ring_state")
        case .sendReaction: (.post, "reaction")
        case .submitFeedback: (.post, "feedback")
        }
    }

    /// The actions at the call itself.
    static let atCall = allCases.filter { $0.shape.segment == nil }

    /// The last path segments at which there are actions.
    private static let segments = Set(allCases.compactMap(\.shape.segment)).sorted()
    private static let known = KnownTexts(segments)
    private static let bySegment = segments.map { segment in allCases.filter { $0.shape.segment == segment } }

    /// The actions at a last path segment; nil when there are none.
    static func at(_ segment: Span<UInt8>) -> [CallAction]? { known.number(of: segment).map { bySegment[$0] } }
}

extension CoordinatorRoute {
    /// Why a method and a path are no route.
    public enum Problem: Error, Hashable, Sendable {
        /// Nothing is there.
        case notFound
        /// Something is there, which does not take this method.
        case methodNotAllowed
    }

    /// The request's method.
    public var method: CoAP.Code {
        switch self {
        case .connect: .fetch
        case .health: .get
        case .disconnect: .delete
        case .call(_, let action): action.shape.method
        case .egress(_, let action): action.method
        case .client(let action): action.shape.method
        }
    }

    /// The request's path, one Uri-Path option a segment.
    public var path: [String] {
        switch self {
        case .connect, .health, .disconnect: ["video", "connect"]
        case .call(let cid, let action):
            if let segment = action.shape.segment {
                ["video", "call", cid.type, cid.id, segment]
            } else {
                ["video", "call", cid.type, cid.id]
            }
        case .egress(let cid, let action):
            ["video", "call", cid.type, cid.id] + action.segments
        case .client(let action): action.shape.path
        }
    }

    /// Finds the route of a request.
    public init(method: CoAP.Code, path: [String]) throws(Problem) {
        guard path.first == "video", path.count >= 2 else { throw .notFound }
        switch path[1] {
        case "connect" where path.count == 2:
            switch method {
            case .fetch: self = .connect
            case .get: self = .health
            case .delete: self = .disconnect
            default: throw .methodNotAllowed
            }
        case "call" where (4...7).contains(path.count) && path[2...].allSatisfy({ !$0.isEmpty }):
            let cid = CallCid(type: path[2], id: path[3])
            let rest = Array(path[4...])
            let segment = rest.first
            guard rest.count < 2, let actions = segment.map({ CallAction.at($0.utf8.span) }) ?? CallAction.atCall else {
                self = .egress(cid, try EgressAction(method: method, segments: rest))
                return
            }
            guard let action = actions.first(where: { $0.shape.method == method }) else { throw .methodNotAllowed }
            self = .call(cid, action)
        default:
            self = .client(try ClientAction(method: method, path: path))
        }
    }
}

/// Names of the Uri-Query options of requests.
public enum QueryName {
    /// The connection in whose name the request is made.
    public static let connectionId = "connection_id"
    /// Whether a read call's members are rung.
    public static let ring = "ring"
    /// Whether a read call's members are notified.
    public static let notify = "notify"
    /// Whether that is for a video call.
    public static let video = "video"
    /// How many members an answer may show.
    public static let membersLimit = "members_limit"
    /// What a request without a body is about.
    public static let id = "id"
}
