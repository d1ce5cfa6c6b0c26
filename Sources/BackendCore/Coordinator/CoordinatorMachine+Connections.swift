import Chance
internal import Containers
import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Opens the event stream of a new connection, or resumes that of an earlier one.
    func connect(
        _ request: ServerRequest, _ userId: inout String?
    ) throws(APIError) -> HandledRequest {
        try admitBody(of: request)
        let body = try request.body(ConnectRequest.self)
        let client = try provingClient(of: body)
        let token = try token(of: request, body, client)
        guard token.userId == body.user.id else { throw .otherUser(body.user.id, token: token.userId) }
        userId = token.userId
        try admit(token.userId)
        guard request.observes else { throw .observeMissing }
        try check(body.user)
        let user = known(body.user)
        guard user.role != CallRole.anonymous else { throw .anonymous }
        let resumed = resume(body, with: token, by: client)
        if resumed == nil, user.role == CallRole.guest, connections.countOfGuests >= ConnectionTable.maxCountOfGuests {
            throw .guestConnectionsAreMany
        }
        if user.role == CallRole.guest { try provideRoom(for: user, with: devices[user.id] ?? []) }
        let before = users.updateValue(user, forKey: user.id)
        let connection = resumed ?? open(user, client)
        bind(connection, to: token, at: request.peer)
        if resumed == nil {
            catchUp(connection.receiver, user, away: body.resume.flatMap { absences.take($0, at: date) })
        }
        if let before, before != user {
            limiter.charge(user.id, cost: calls.count / 100, at: now)
            changed(user, except: connection.receiver)
        }
        return start(connection, user, isResumed: resumed != nil)
    }

    /// Returns the client of a connect that presents a key, or nil when it presents none.
    private func provingClient(of body: ConnectRequest) throws(APIError) -> ProvingClient? {
        if let key = body.clientKey {
            let present = body.resume.flatMap { connections[id: $0]?.client }
            if let present, present.clientKey == key { return present }
            return try provingClients.client(key, at: date)
        }
        guard body.sealedToken == nil else { throw .unreadable(.missing(field: "client_key")) }
        guard !configuration.requiresProofs else { throw .proofMissing }
        return nil
    }

    /// Returns the valid token of a connect. A client that proves its requests has sealed the token.
    private func token(
        of request: ServerRequest, _ body: ConnectRequest, _ client: ProvingClient?
    ) throws(APIError) -> AccessToken {
        let bytes: [UInt8]
        if let client {
            guard body.token == nil else { throw .badField("token", "must be sealed when there is a client_key") }
            bytes = try client.token(body.sealedToken, in: client.verify(request), at: date)
        } else {
            try request.verify(for: nil)
            guard let token = body.token else { throw .unreadable(.missing(field: "token")) }
            bytes = token
        }
        do throws(AccessToken.Refusal) {
            let token = try AccessToken(bytes, secret: configuration.secret, at: date)
            if let key = token.clientKey, key != client?.clientKey { throw AccessToken.Refusal.foreignKey }
            if let client { provingClients.remember(client, of: token.userId, at: date) }
            return token
        } catch {
            throw .token(error)
        }
    }

    /// Refuses a profile beyond the limits, because it is sent to all users with a common call.
    func check(_ user: User) throws(APIError) {
        for (field, text, limit) in [("user.name", user.name, 256), ("user.image", user.image ?? "", 2048)] {
            guard text.utf8.count <= limit else { throw .tooLong(field, text.utf8.count, limit: limit) }
        }
        try check(user.custom, "user.custom")
    }

    /// Returns the profile of a connecting user. The client may change everything except the role.
    private func known(_ user: User) -> User {
        var user = user
        guard let before = users[user.id] else {
            // A guest that was forgotten stays a guest.
            if Self.isGuest(user.id) {
                user.role = CallRole.guest
            } else if ![CallRole.guest, CallRole.anonymous].contains(user.role) {
                user.role = CallRole.user
            }
            return user
        }
        user.role = before.role
        if user.name == user.id { user.name = before.name }
        user.image = user.image ?? before.image
        if user.custom.isEmpty { user.custom = before.custom }
        return user
    }

    /// Updates a changed profile in all calls, and notifies the user's devices and the receivers of these calls' events.
    private func changed(_ user: User, except receiver: ReceiverID) {
        var notified = connections.receivers(ofUser: user.id)
        let own = calls.values.filter { $0.session?.contains(userId: user.id) == true || $0.member(user.id) != nil }
        for call in own.sorted(by: { $0.cid < $1.cid }) {
            if call.session?.contains(userId: user.id) == true {
                call.session?.updateParticipants(of: user.id) { $0.user = user }
                order(.describe(call.cid, user, roles: [call.visibleRole(of: user)]), in: call)
            }
            call.update(user)
            notified += permitted(call.audience(among: connections), call.cid).receivers
        }
        if Self.isGuest(user.id) { guestWork.add(calls.count + notified.count, at: now) }
        notify(UserUpdatedEvent(at: date, UserPayload { $0.user = user }), to: notified, except: receiver)
    }

    /// Binds a connection to the token that its client presented and the address that it was presented from.
    private func bind(_ connection: Connection, to token: AccessToken, at peer: SocketAddress) {
        connection.tokenExpiresAt = token.expiresAt
        connection.callCid = token.callCid
        connection.peer = peer
        if token.callCid != nil { hasTokensForOneCall = true }
    }

    /// Resumes the user's earlier connection. Returns nil when its events are no longer kept, or when the token has
    /// another scope than the events.
    private func resume(
        _ body: ConnectRequest, with token: AccessToken, by client: ProvingClient?
    ) -> Connection? {
        guard let id = body.resume, let connection = connections[id: id], connection.userId == body.user.id,
            connection.callCid == token.callCid, connection.client?.clientKey == client?.clientKey
        else { return nil }
        let last = body.lastEvent ?? 0
        guard streams.resume(connection.receiver, after: last, leavingOut: ConnectedEvent.type) else {
            forget(connection)
            return nil
        }
        noteReceived(from: connection.receiver)
        return connection
    }

    private func open(_ user: User, _ client: ProvingClient?) -> Connection {
        let receiver = streams.add(user.role == CallRole.guest ? .ofGuest : nil)
        let connection = Connection(
            id: generator.identifier(), user: user, client: client, receiver: receiver, completeAt: date,
            lastReceived: now)
        connections.add(connection)
        return connection
    }

    private func start(_ connection: Connection, _ user: User, isResumed: Bool) -> HandledRequest {
        let (stream, replaced) = streams.attach(connection.receiver)
        if let replaced { effects.append(.close(replaced)) }
        watchOver(connection)
        let event = OutgoingEvent(
            ConnectedEvent {
                $0.connectionId = connection.id
                $0.me = user
                $0.createdAt = date
                $0.resumed = isResumed
            })
        let payload = streams.opening(of: connection.receiver, with: event)
        trace(.connection(isResumed ? .resumed : .opened, connectionId: connection.id, userId: user.id))
        return HandledRequest(response: ServerResponse(.content, payload), stream: stream)
    }

    /// Closes a connection on its client's request.
    func disconnect(_ connection: Connection) -> ServerResponse {
        close(connection, .closed)
        return ServerResponse(.deleted)
    }
}
