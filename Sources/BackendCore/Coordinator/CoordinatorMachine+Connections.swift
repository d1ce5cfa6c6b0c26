import Chance
import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// Opens a connection's event stream, or opens it again where it broke off.
    mutating func connect(
        _ request: ServerRequest, _ userId: inout String?
    ) throws(APIError) -> Answered {
        let body = try request.body(ConnectRequest.self)
        let token: AccessToken
        do {
            token = try AccessToken(body.token, secret: configuration.secret, at: date)
        } catch {
            throw .token(error)
        }
        guard token.userId == body.user.id else { throw .otherUser(body.user.id, token: token.userId) }
        userId = token.userId
        try limiter.take(token.userId, at: now)
        guard request.observes else { throw .observeMissing }
        try check(body.user)
        let user = known(body.user)
        guard user.role != CallRole.anonymous else { throw .anonymous }
        let before = users.updateValue(user, forKey: user.id)
        let resumed = resume(body, with: token)
        let receiver = resumed ?? open(user)
        bind(receiver, to: token, at: request.peer.host)
        if resumed == nil { catchUp(receiver, user, away: body.resume.flatMap { absences.take($0) }) }
        if let before, before != user { changed(user, butFor: receiver) }
        return start(receiver, user, isResumed: resumed != nil)
    }

    /// Everybody who has a call with a user is told what these say of themselves.
    func check(_ user: User) throws(APIError) {
        for (field, text, limit) in [("user.name", user.name, 256), ("user.image", user.image ?? "", 2048)] {
            guard text.utf8.count <= limit else { throw .tooLong(field, text.utf8.count, limit: limit) }
        }
        try check(user.custom, "user.custom")
    }

    /// What is known of a user who connects: their own words about themselves, but never about their role.
    private func known(_ user: User) -> User {
        var user = user
        guard let before = users[user.id] else {
            if ![CallRole.guest, CallRole.anonymous].contains(user.role) { user.role = CallRole.user }
            return user
        }
        user.role = before.role
        if user.name == user.id { user.name = before.name }
        user.image = user.image ?? before.image
        if user.custom.isEmpty { user.custom = before.custom }
        return user
    }

    /// A user who comes back is not quite who they were: all who have calls with them are told.
    private mutating func changed(_ user: User, butFor receiver: ReceiverID) {
        var told = [user.id]
        for cid in calls.keys.sorted() {
            guard let call = calls[cid] else { continue }
            if call.session?.contains(userId: user.id) ?? false {
                calls.changeSession(of: cid) { $0.update(user) }
                tellSFU(of: cid, .describe(cid, user, roles: [call.visibleRole(of: user)]))
            }
            guard call.member(user.id) != nil else { continue }
            calls[cid]?.update(user)
            told += call.members.map(\.userId).filter { !call.isBlocked($0) }
        }
        tell(UserUpdatedEvent(at: date, UserPayload { $0.user = user }), toUsers: told, butFor: receiver)
    }

    /// Binds a connection to the token that its client presented and the host that it was presented from.
    private mutating func bind(_ receiver: ReceiverID, to token: AccessToken, at host: HostAddress) {
        connections.inPlace(receiver) {
            $0.tokenExpiresAt = token.expiresAt
            $0.callCid = token.callCid
            $0.host = host
        }
        if token.callCid != nil { hasTokensForOneCall = true }
    }

    /// Resumes the user's former connection. Returns nil when its events are no longer kept, or when the token has another
    /// scope than the events.
    private mutating func resume(_ body: ConnectRequest, with token: AccessToken) -> ReceiverID? {
        guard let id = body.resume, let connection = connections[id: id], connection.userId == body.user.id,
            connection.callCid == token.callCid
        else { return nil }
        let last = body.lastEvent ?? 0
        guard streams.resume(connection.receiver, after: last, leavingOut: ConnectedEvent.type) else {
            close(connection.receiver, .forgotten)
            return nil
        }
        return connection.receiver
    }

    private mutating func open(_ user: User) -> ReceiverID {
        let receiver = streams.add()
        connections.add(
            Connection(
                id: generator.identifier(), userId: user.id, receiver: receiver, lastHealth: date, lastHeard: now))
        return receiver
    }

    private mutating func start(
        _ receiver: ReceiverID, _ user: User, isResumed: Bool
    ) -> Answered {
        let id = connections[receiver]?.id ?? ""
        let (stream, replaced) = streams.attach(receiver)
        if let replaced { effects.append(.close(replaced)) }
        watchOver(receiver)
        let event = OutgoingEvent(
            ConnectedEvent {
                $0.connectionId = id
                $0.me = user
                $0.createdAt = date
                $0.resumed = isResumed
            })
        let payload = streams.opening(of: receiver, with: event)
        trace(.connection(isResumed ? .resumed : .opened, connectionId: id, userId: user.id))
        return Answered(answer: ServerAnswer(.content, payload), stream: stream)
    }

    /// Closes a connection as its client wishes.
    mutating func disconnect(_ receiver: ReceiverID) -> ServerAnswer {
        close(receiver, .closed)
        return ServerAnswer(.deleted)
    }
}
