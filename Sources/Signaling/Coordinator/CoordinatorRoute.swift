public import Wire

/// A request to the coordinator: its CoAP method and path as one value (`semantics.md` section 6).
public enum CoordinatorRoute: Hashable, Sendable {
    /// Opens the event stream of a user's device: FETCH with Observe on `video/connect`.
    case connect
    /// Verifies that the stream is open: GET on `video/connect`.
    case health
    /// Closes the stream: DELETE on `video/connect`.
    case disconnect
    /// An action on one call: a method on `video/call/{type}/{id}`, with or without a further segment.
    case call(CallCid, CallAction)
    /// A recording or broadcast of a call: a method and a path of up to three segments after the call's.
    case egress(CallCid, EgressAction)
    /// A request without a single call, such as a query.
    case client(ClientAction)
}

/// An action on one call.
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
    /// Reject or cancel the ring.
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
    /// Mute tracks of users.
    case muteUsers
    /// Pin a participant for everyone.
    case pin
    /// Remove a pin for everyone.
    case unpin
    /// Change the capabilities of a user.
    case userPermissions
    /// Request capabilities.
    case requestPermission
    /// Change the call.
    case update
    /// Delete the call.
    case delete
    /// Add, change and remove members.
    case updateMembers
    /// Read the participants of the session.
    case getParticipants
    /// Read the state of the ring.
    case getRingState
    /// Send a reaction.
    case sendReaction
    /// Raise the user's hand.
    case raiseHand
    /// Lower the user's hand.
    case lowerHand
    /// Submit feedback about the call.
    case submitFeedback

    /// The method, the path segment and the bodies of the action, with the required capability.
    package struct Shape {
        package let method: CoAP.Code
        /// The last path segment; nil for the call itself.
        package let segment: String?
        package let request: any Body.Type
        package let response: any Body.Type
        /// The capability that the action needs. Nil where other rules decide: a join needs more than one, an update
        /// those of its changes, and a response to a ring needs a ring.
        package let capability: OwnCapability?

        fileprivate init(
            _ method: CoAP.Code, _ segment: String?, _ request: any Body.Type, _ response: any Body.Type,
            needs capability: OwnCapability? = nil
        ) {
            self.method = method
            self.segment = segment
            self.request = request
            self.response = response
            self.capability = capability
        }
    }

    /// The table of actions.
    package var shape: Shape {
        switch self {
        case .get: Shape(.get, nil, EmptyBody.self, GetCallResponse.self, needs: .readCall)
        case .getOrCreate: Shape(.post, nil, GetOrCreateCallRequest.self, GetCallResponse.self, needs: .readCall)
        case .join: Shape(.post, "join", JoinCallRequest.self, JoinCallResponse.self)
        case .ring: Shape(.post, "ring", RingCallRequest.self, GetCallResponse.self, needs: .joinCall)
        case .accept: Shape(.post, "accept", EmptyBody.self, CallChangeResponse.self, needs: .joinCall)
        case .reject: Shape(.post, "reject", RejectCallRequest.self, CallChangeResponse.self)
        case .markEnded: Shape(.post, "mark_ended", EmptyBody.self, CallChangeResponse.self, needs: .endCall)
        case .sendEvent: Shape(.post, "event", SendEventRequest.self, EmptyBody.self, needs: .joinCall)
        case .block: Shape(.post, "block", UserIdRequest.self, EmptyBody.self, needs: .blockUsers)
        case .unblock: Shape(.post, "unblock", UserIdRequest.self, EmptyBody.self, needs: .blockUsers)
        case .kick: Shape(.post, "kick", KickUserRequest.self, EmptyBody.self, needs: .kickUser)
        case .muteUsers: Shape(.post, "mute_users", MuteUsersRequest.self, EmptyBody.self, needs: .muteUsers)
        case .pin: Shape(.post, "pin", ParticipantReference.self, EmptyBody.self, needs: .pinForEveryone)
        case .unpin: Shape(.post, "unpin", ParticipantReference.self, EmptyBody.self, needs: .pinForEveryone)
        case .userPermissions:
            Shape(
                .post, "user_permissions", UpdateUserPermissionsRequest.self, EmptyBody.self,
                needs: .updateCallPermissions)
        case .requestPermission:
            Shape(.post, "request_permission", RequestPermissionRequest.self, EmptyBody.self, needs: .joinCall)
        case .update: Shape(.patch, nil, UpdateCallRequest.self, GetCallResponse.self)
        case .delete: Shape(.post, "delete", DeleteCallRequest.self, CallChangeResponse.self, needs: .endCall)
        case .updateMembers: Shape(.post, "members", UpdateCallMembersRequest.self, UpdateCallMembersResponse.self)
        case .getParticipants:
            Shape(.get, "participants", EmptyBody.self, GetParticipantsResponse.self, needs: .readCall)
        case .getRingState: Shape(.get, "ring_state", EmptyBody.self, RingStateResponse.self, needs: .readCall)
        case .sendReaction:
            Shape(.post, "reaction", SendReactionRequest.self, SendReactionResponse.self, needs: .createReaction)
        case .raiseHand: Shape(.post, "raise_hand", EmptyBody.self, EmptyBody.self, needs: .createReaction)
        case .lowerHand: Shape(.post, "lower_hand", EmptyBody.self, EmptyBody.self, needs: .createReaction)
        case .submitFeedback:
            Shape(.post, "feedback", CollectUserFeedbackRequest.self, EmptyBody.self, needs: .readCall)
        }
    }

    /// The actions at the call itself.
    static let atCall = allCases.filter { $0.shape.segment == nil }

    /// The last path segments of actions.
    private static let segments = Set(allCases.compactMap(\.shape.segment)).sorted()
    private static let known = KnownTexts(segments)
    private static let bySegment = segments.map { segment in allCases.filter { $0.shape.segment == segment } }

    /// Returns the actions at a last path segment; nil without any.
    static func at(_ segment: Span<UInt8>) -> [CallAction]? { known.number(of: segment).map { bySegment[$0] } }
}

extension CoordinatorRoute {
    /// The reason for which a method and a path are not a route.
    public enum Problem: Error, Hashable, Sendable {
        /// The path is unknown.
        case notFound
        /// The path does not allow the method.
        case methodNotAllowed
    }

    /// The method of the request.
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

    /// The path of the request, with one Uri-Path option per segment.
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

    /// Creates the route of a request.
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
    /// The id of the requesting connection.
    public static let connectionId = "connection_id"
    /// True to ring the members of a call that is read.
    public static let ring = "ring"
    /// True to notify the members of a call that is read.
    public static let notify = "notify"
    /// True for a video call.
    public static let video = "video"
    /// The maximum number of members in the response.
    public static let membersLimit = "members_limit"
    /// The id of the object of a request without a body, such as a device.
    public static let id = "id"
}
