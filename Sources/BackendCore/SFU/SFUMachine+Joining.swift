internal import Containers
import Signaling
import Timing
import Wire

extension SFUMachine {
    func join(
        _ request: ServerRequest, _ body: SFUJoinRequest, _ userId: inout String?
    ) throws(APIError) -> HandledRequest {
        let token: AccessToken
        do {
            token = try AccessToken(body.token, secret: configuration.secret, at: date)
        } catch {
            throw .token(error)
        }
        let client = try provingClient(of: token, request, body)
        userId = token.userId
        try admit(token.userId)
        guard let cid = token.callCid else { throw .tokenWithoutCall }
        guard request.observes else { throw .observeMissing }
        try check(sessionId: body.sessionId)
        guard let call = calls[cid], let admission = call.admitted[token.userId] else { throw .notAdmitted(cid) }
        if let session = sessions[body.sessionId] {
            guard session.userId == token.userId, session.cid == cid, session.client?.clientKey == client?.clientKey
            else { throw .foreignSession(body.sessionId) }
            if let attempt = body.rejoinAttempt, session.isPast(attempt) {
                throw .pastAttempt(body.sessionId)
            }
            return rejoin(session, in: call, body, request)
        }
        try checkNew(body, of: token.userId, in: call, from: request.peer)
        call.begin(at: date)
        let previous = body.reconnectDetails?.previousSessionId
        let replaced = replace(previous, of: token.userId, in: call)
        dropRemote(previous, of: token.userId, in: call)
        return enter(call, admission, body, request, client, replacing: replaced)
    }

    /// Verifies the join of a client whose token belongs to a key, and returns the client; nil for a token of any
    /// bearer.
    private func provingClient(
        of token: AccessToken, _ request: ServerRequest, _ body: SFUJoinRequest
    ) throws(APIError) -> ProvingClient? {
        guard let key = token.clientKey else {
            try request.verify(for: nil)
            guard !configuration.requiresProofs else { throw .proofMissing }
            return nil
        }
        let client: ProvingClient
        if let present = sessions[body.sessionId]?.client, present.clientKey == key {
            client = present
        } else {
            client = try provingClients.client(key, at: date)
        }
        try client.verify(request)
        provingClients.remember(client, of: token.userId, at: date)
        return client
    }

    private func checkNew(
        _ body: SFUJoinRequest, of userId: String, in call: SFUCall, from peer: SocketAddress
    ) throws(APIError) {
        // A session that has ended is not resumed: its client must learn that it missed events.
        guard body.reconnectDetails?.strategy != .fast && !body.fastReconnect else {
            throw .sessionIsGone(body.sessionId)
        }
        // On the SFU of the other participant, the join would end that session.
        if let remote = call.remote(body.sessionId), remote.user.id != userId {
            throw .foreignSession(body.sessionId)
        }
        guard !endedSessions.contains(body.sessionId, from: peer) else { throw .sessionIsOver(body.sessionId) }
        if isFull { throw .sfuFull }
        try checkCountOfGuests(userId, call.admitted[userId]?.user)
        try checkLimit(for: userId, in: call)
        try check(body.tracks, "announced_tracks")
    }

    /// Refuses a session of a guest beyond the limits.
    private func checkCountOfGuests(_ userId: String, _ user: User?) throws(APIError) {
        guard user?.role == CallRole.guest else { return }
        guard sessionsOfGuests[userId] ?? 0 < Self.maxSessionsOfGuest else { throw .guestSessionsAreMany }
        guard countOfGuests < Self.maxCountOfGuests else { throw .sessionsOfGuestsAreMany }
    }

    /// Adds a session that joins the call here, and notifies the other participants and the coordinator.
    private func enter(
        _ call: SFUCall, _ admission: SFUCall.Admission, _ body: SFUJoinRequest, _ request: ServerRequest,
        _ client: ProvingClient?, replacing replaced: SFUSession?
    ) -> HandledRequest {
        let isOfGuest = admission.user.role == CallRole.guest
        let receiver = streams.add(isOfGuest ? .ofGuest : nil)
        let previous = body.reconnectDetails?.previousSessionId
        let withdrawals = previous.map { endedSessions.withdrawals(of: $0, at: now) } ?? []
        let tracks = body.tracks.muted(by: withdrawals)
        let participant = participant(receiver, in: call, admission, body, tracks)
        announceJoin(of: participant, in: call, previous, replacing: replaced)
        let session = SFUSession(
            participant, cid: call.cid, receiver: receiver, peer: request.peer, client: client,
            rejoinAttempt: body.rejoinAttempt ?? 0, at: now)
        session.tracks = tracks
        session.awaited = published(tracks, admission.grants).filter { !participant.publishedTracks.contains($0) }
        session.subscriptions = body.reconnectDetails?.subscriptions ?? []
        session.capabilities = body.capabilities
        add(session, to: call)
        let handled = open(session, in: call, isReconnected: false, wantsMedia: body.wantsMedia)
        repeatWithdrawals(withdrawals, to: session)
        return handled
    }

    /// Returns the participant of a new session. A session that moves here from another SFU keeps its date.
    private func participant(
        _ receiver: ReceiverID, in call: SFUCall, _ admission: SFUCall.Admission, _ body: SFUJoinRequest,
        _ tracks: [TrackInfo]
    ) -> SFUParticipant {
        var participant = SFUParticipant {
            $0.user = admission.user
            $0.sessionId = body.sessionId
            $0.joinedAt = call.remote(body.sessionId)?.joinedAt ?? date
            $0.trackLookupPrefix = String(receiver.number)
            $0.roles = admission.roles
        }
        participant.source = body.source
        participant.publishedTracks = published(tracks, admission.grants)
        if let remote = call.remote(body.sessionId) {
            // The former SFU may have withdrawn the others without an acknowledgement of the client.
            participant.publishedTracks.removeAll { !remote.publishedTracks.contains($0) }
        }
        if body.wantsMedia { participant.sources = sources(tracks, of: body.sessionId, in: call.cid) }
        return participant
    }

    /// Reports a new session to the coordinator and notifies the other participants, for which a session that moves
    /// here from another SFU is the same participant.
    private func announceJoin(
        of participant: SFUParticipant, in call: SFUCall, _ previous: String?, replacing replaced: SFUSession?
    ) {
        let sessionId = participant.sessionId
        let isPinned = movePin(of: replaced, to: participant.reference, in: call)
        effects.append(
            .report(
                .joined(
                    call.cid, userId: participant.user.id, sessionId: sessionId, replacing: previous, at: date)))
        if let replaced { reportEnd(of: replaced) }
        if call.remote(sessionId) == nil {
            notify(.participantJoined(participant, isPinned: isPinned), in: call.cid)
        } else {
            _ = call.removeRemote(sessionId, keepingPin: true)
            media.forgetRemote(sessionId)
            notify(.participantUpdated(participant), in: call.cid)
        }
    }

    /// Adds a session to the tables, and schedules the first check of its health.
    private func add(_ session: SFUSession, to call: SFUCall) {
        sessionIds[session.receiver] = session.sessionId
        let check = now.advanced(by: configuration.timeouts.health)
        session.healthTimer = timers.schedule(.health(session.sessionId), at: check)
        sessions[session.sessionId] = session
        count(session, 1)
        call.add(session)
        trace(.joined, session)
    }

    /// Resumes a session on a new stream, possibly from a new address.
    private func rejoin(
        _ session: SFUSession, in call: SFUCall, _ body: SFUJoinRequest, _ request: ServerRequest
    ) -> HandledRequest {
        move(session, to: request.peer)
        session.lastHealth = now
        session.lostAt = nil
        session.rejoinAttempt = body.rejoinAttempt ?? session.rejoinAttempt
        session.isRejoinComplete = body.rejoinAttempt == nil
        session.capabilities = body.capabilities
        watchHealth(of: session)
        let withdrawals = unacknowledgedWithdrawals(of: session)
        session.withdrawals = []
        if let details = body.reconnectDetails {
            announce(details.announcedTracks.muted(by: withdrawals), of: session)
            session.subscriptions = details.subscriptions
        }
        let unacknowledged = streams.restart(session.receiver)
        trace(.rejoined, session)
        let handled = open(session, in: call, isReconnected: true, wantsMedia: body.wantsMedia)
        for event in unacknowledged where Self.absentFromResponse.contains(event.type) {
            streams.append(event, to: session.receiver, isUrgent: true, at: now)
            traceEvent(event.type, call.cid, count: 1, to: [session.userId])
        }
        repeatWithdrawals(withdrawals, to: session)
        return handled
    }

    /// The events about state that the response to a join lacks. All of them are sent again on a new stream, because
    /// each can be about other tracks than the next.
    private static let absentFromResponse: Set<String> = [
        "call_ended", "call_grants_updated", "change_publish_quality", "go_away", "inbound_state_notification",
        "participant_migration_complete",
    ]

    private func open(
        _ session: SFUSession, in call: SFUCall, isReconnected: Bool, wantsMedia: Bool
    ) -> HandledRequest {
        let path = wantsMedia ? openPath(of: session) : nil
        let (stream, replaced) = streams.attach(session.receiver)
        if let replaced { effects.append(.close(replaced)) }
        let state = state(of: call, shownTo: session.sessionId)
        var response = SFUJoinResponse {
            $0.callState = state
            $0.reconnected = isReconnected
            $0.publishOptions = session.publishOptions
            $0.fastReconnectDeadline = configuration.timeouts.fastReconnect
        }
        response.path = path.map { credentials in
            MediaPathResponse {
                $0.port = Int(mediaPort)
                $0.credentials = credentials
            }
        }
        return HandledRequest(response: ServerResponse(.content, response), stream: stream)
    }

    /// Ends the session that a new one of the same user replaces, and returns it.
    private func replace(_ sessionId: String?, of userId: String, in call: SFUCall) -> SFUSession? {
        guard let sessionId, let session = sessions[sessionId], session.userId == userId, session.cid == call.cid
        else { return nil }
        let pins = call.pins
        endReplaced(session)
        // The new session inherits the pin, at its place among the others.
        call.pins = pins
        return session
    }
}

extension SFUSession {
    /// True for an attempt to rejoin that the client has given up or completed.
    fileprivate func isPast(_ attempt: Int) -> Bool {
        attempt < rejoinAttempt || (attempt == rejoinAttempt && isRejoinComplete)
    }
}

extension SFUJoinRequest {
    /// The number of the attempt to rejoin, or nil when the request is not a rejoin.
    fileprivate var rejoinAttempt: Int? {
        guard let reconnectDetails, reconnectDetails.strategy == .rejoin else { return nil }
        return reconnectDetails.reconnectAttempt
    }
}
