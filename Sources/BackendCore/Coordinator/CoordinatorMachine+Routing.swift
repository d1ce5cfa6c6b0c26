import Signaling
import Wire

/// The way of a request: its route, the checks that every request passes, and the function that performs its action.
extension CoordinatorMachine {
    /// Responds to a request with one effect.
    func respond(to request: ServerRequest) {
        respond(to: request) { (trace: inout RequestTrace) throws(APIError) in try route(request, &trace) }
    }

    private func route(
        _ request: ServerRequest, _ trace: inout RequestTrace
    ) throws(APIError) -> HandledRequest {
        let route: CoordinatorRoute
        do {
            route = try CoordinatorRoute(method: request.method, options: request.options)
        } catch {
            throw .route(error, request.path) { (try? CoordinatorRoute(method: $0, options: request.options)) != nil }
        }
        if isTraced { trace.route = .coordinator(route) }
        switch route {
        case .connect:
            return try connect(request, &trace.userId)
        case .health:
            let connection = try connection(of: request)
            trace.userId = connection.userId
            guard !connection.isLost else { throw .connectionLost }
            noteReceived(from: connection.receiver)
            return HandledRequest(response: ServerResponse(.content))
        case .disconnect:
            let connection = try connection(of: request)
            trace.userId = connection.userId
            return HandledRequest(response: disconnect(connection))
        case .call(let cid, let action):
            return HandledRequest(response: try perform(action, callRequest(request, cid, &trace.userId)))
        case .egress(let cid, let action):
            return HandledRequest(response: try performInRoom(action, callRequest(request, cid, &trace.userId)))
        case .client(.createGuest):
            return HandledRequest(response: try createGuest(request, &trace.userId))
        case .client(let action):
            let connection = try connection(of: request)
            trace.userId = connection.userId
            try admit(connection.userId, cost: cost(of: action))
            if Self.isGuest(connection.userId) { try request.checkSize() }
            let clientRequest = ClientRequest(requester: requester(of: connection), message: request)
            return HandledRequest(response: try perform(action, clientRequest))
        }
    }

    /// Returns the connection that a request names, if its token is valid.
    private func connection(of request: ServerRequest) throws(APIError) -> Connection {
        guard let id = request.query(QueryName.connectionId) else { throw .connectionIdMissing }
        guard let connection = connections[id: id] else { throw .connectionUnknown }
        // The id alone proves nothing: it travels in clear text. Another process of the same host has another port.
        guard connection.peer == request.peer else { throw .connectionElsewhere }
        try request.verify(for: connection.client)
        if let expiry = connection.tokenExpiresAt, expiry <= date { throw .tokenExpired }
        connection.lastReceived = now
        return connection
    }

    /// Performs the checks of every request about a call.
    private func callRequest(
        _ request: ServerRequest, _ cid: CallCid, _ userId: inout String?
    ) throws(APIError) -> CallRequest {
        let connection = try connection(of: request)
        userId = connection.userId
        try admit(connection.userId)
        if Self.isGuest(connection.userId) { try request.checkSize() }
        if let only = connection.callCid, only != cid { throw .otherCall(cid) }
        return CallRequest(cid: cid, requester: requester(of: connection), message: request)
    }

    private func requester(of connection: Connection) -> Requester {
        Requester(
            user: users[connection.userId] ?? User(id: connection.userId), receiver: connection.receiver,
            onlyCall: connection.callCid, clientKey: connection.client?.clientKey)
    }

    private func perform(_ action: CallAction, _ request: CallRequest) throws(APIError) -> ServerResponse {
        switch action {
        case .get: try get(request)
        case .getOrCreate: try getOrCreate(request)
        case .join: try join(request)
        case .ring: try ring(request)
        case .accept: try accept(request)
        case .reject: try reject(request)
        case .markEnded: try markEnded(request)
        case .sendEvent: try sendEvent(request)
        case .block: try setBlocked(request, true)
        case .unblock: try setBlocked(request, false)
        case .kick: try kick(request)
        case .muteUsers: try muteUsers(request)
        case .pin: try setPinned(request, true)
        case .unpin: try setPinned(request, false)
        case .userPermissions: try updatePermissions(request)
        case .requestPermission: try requestPermission(request)
        case .update: try update(request)
        case .delete: try delete(request)
        case .updateMembers: try updateMembers(request)
        case .getParticipants: try getParticipants(request)
        case .getRingState: try getRingState(request)
        case .sendReaction: try sendReaction(request)
        case .raiseHand: try setHandRaised(request, true)
        case .lowerHand: try setHandRaised(request, false)
        case .submitFeedback: try submitFeedback(request)
        }
    }

    /// The number of requests that an action counts as. A query examines every call.
    private func cost(of action: ClientAction) -> Int {
        switch action {
        case .queryCalls, .queryCallStats: 1 + calls.count / 100
        default: 1
        }
    }

    private func perform(_ action: ClientAction, _ request: ClientRequest) throws(APIError) -> ServerResponse {
        switch action {
        case .queryCalls: try queryCalls(request)
        case .queryMembers: try queryMembers(request)
        case .queryCallStats: try queryCallStats(request)
        case .createDevice: try createDevice(request)
        case .listDevices: listDevices(request)
        case .deleteDevice: try deleteDevice(request)
        case .getEdges: getEdges()
        case .createGuest: throw .nothing(at: action.shape.path)
        }
    }
}
