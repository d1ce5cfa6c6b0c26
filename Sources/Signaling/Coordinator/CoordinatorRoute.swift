public import Wire

/// What a request to the coordinator asks for: its CoAP method and path as one value (`semantics.md` section 6).
public enum CoordinatorRoute: Hashable, Sendable {
    /// Opens the event stream of a user's device: FETCH with Observe on `video/connect`.
    case connect
    /// Closes it: DELETE on `video/connect`.
    case disconnect
    /// Something about one call: a method on `video/call/{type}/{id}` and what follows.
    case call(CallCid, CallAction)
    /// Something about going live and what leaves the call: a method and a path of up to three segments behind it.
    case egress(CallCid, EgressAction)
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
        }
    }

    /// The actions at each last path segment; the empty one stands for the call itself.
    static let bySegment = Dictionary(grouping: allCases) { $0.shape.segment ?? "" }
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
        case .disconnect: .delete
        case .call(_, let action): action.shape.method
        case .egress(_, let action): action.method
        }
    }

    /// The request's path, one Uri-Path option a segment.
    public var path: [String] {
        switch self {
        case .connect, .disconnect: ["video", "connect"]
        case .call(let cid, let action):
            ["video", "call", cid.type, cid.id] + (action.shape.segment.map { [$0] } ?? [])
        case .egress(let cid, let action):
            ["video", "call", cid.type, cid.id] + action.segments
        }
    }

    /// Finds the route of a request.
    public init(method: CoAP.Code, path: [String]) throws(Problem) {
        guard path.first == "video", path.count >= 2 else { throw .notFound }
        switch path[1] {
        case "connect" where path.count == 2:
            switch method {
            case .fetch: self = .connect
            case .delete: self = .disconnect
            default: throw .methodNotAllowed
            }
        case "call" where (4...7).contains(path.count) && path[2...].allSatisfy({ !$0.isEmpty }):
            let cid = CallCid(type: path[2], id: path[3])
            let rest = Array(path[4...])
            guard rest.count < 2, let actions = CallAction.bySegment[rest.first ?? ""] else {
                self = .egress(cid, try EgressAction(method: method, segments: rest))
                return
            }
            guard let action = actions.first(where: { $0.shape.method == method }) else { throw .methodNotAllowed }
            self = .call(cid, action)
        default:
            throw .notFound
        }
    }
}

/// Names of the Uri-Query options of requests.
public enum QueryName {
    /// The connection in whose name the request is made.
    public static let connectionId = "connection_id"
}
