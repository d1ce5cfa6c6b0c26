import Signaling
import Timing
import Wire

extension SFUMachine {
    // MARK: Entering

    mutating func join(
        _ request: ServerRequest, _ body: SFUJoinRequest, _ userId: inout String?
    ) throws(APIError) -> Answered {
        let token: AccessToken
        do {
            token = try AccessToken(body.token, secret: configuration.secret, at: date)
        } catch {
            throw .token(error)
        }
        userId = token.userId
        try limiter.take(token.userId, at: now)
        guard let cid = token.callCid else { throw .tokenWithoutCall }
        guard request.observes else { throw .observeMissing }
        try check(sessionId: body.sessionId)
        let admission = sessions.inPlace(cid) { $0.admitted[token.userId] }
        guard let admission else { throw .notAdmitted(cid) }
        if let stay = stays[body.sessionId] {
            guard stay.userId == token.userId, stay.cid == cid else { throw .foreignStay(body.sessionId) }
            return comeBack(to: stay, body, request)
        }
        // A stay that came to its end meanwhile is not begun again: its client must know that it missed something.
        guard body.reconnectDetails?.strategy != .fast && !body.fastReconnect else { throw .stayIsGone(body.sessionId) }
        guard !departures.contains(body.sessionId, from: request.peer) else { throw .stayIsOver(body.sessionId) }
        if isFull { throw .sfuFull }
        try checkPlace(for: token.userId, in: cid)
        try check(body.tracks, "announced_tracks")
        let replaced = replace(body.reconnectDetails?.previousSessionId, of: token.userId, in: cid)
        dropRemote(body.reconnectDetails?.previousSessionId, of: token.userId, in: cid)
        return enter(cid, admission, body, request, replacing: replaced)
    }

    private mutating func enter(
        _ cid: CallCid, _ admission: SFUSession.Admission, _ body: SFUJoinRequest, _ request: ServerRequest,
        replacing replaced: Stay?
    ) -> Answered {
        let (receiver, sessionId) = (streams.add(), body.sessionId)
        let elsewhere = sessions.inPlace(cid) { session in session.remotes.first { $0.sessionId == sessionId } }
        var participant = SFUParticipant {
            $0.user = admission.user
            $0.sessionId = sessionId
            $0.joinedAt = elsewhere?.joinedAt ?? date
            $0.trackLookupPrefix = String(receiver.number)
            $0.roles = admission.roles
        }
        participant.source = body.source
        participant.publishedTracks = published(body.tracks, admission.grants)
        if body.wantsMedia { participant.sources = sources(body.tracks, of: sessionId, in: cid) }
        let isPinned = passOnPin(of: replaced, to: participant.reference, in: cid)
        effects.append(
            .report(
                .joined(
                    cid, userId: participant.user.id, sessionId: sessionId,
                    replacing: body.reconnectDetails?.previousSessionId, at: date)))
        if elsewhere == nil {
            tell(.participantJoined(participant, isPinned: isPinned), in: cid)
        } else {
            _ = sessions[cid]?.removeRemote(sessionId)
            media.forgetRemote(sessionId)
            tell(.participantUpdated(participant), in: cid)
        }
        sessionIds[receiver] = sessionId
        let check = now.advanced(by: configuration.patience.health)
        stays.insert(
            Stay(
                participant: participant, cid: cid, receiver: receiver, peer: request.peer, lastHealth: now,
                staleness: timers.schedule(.health(sessionId), at: check), tracks: body.tracks,
                subscriptions: body.reconnectDetails?.subscriptions ?? [], capabilities: body.capabilities),
            for: sessionId)
        sessions.inPlace(cid) { $0.add(participant, receiver) }
        trace(.joined, cid, participant)
        return open(receiver, cid, isReconnected: false, path: body.wantsMedia ? openPath(of: sessionId, in: cid) : nil)
    }

    /// The same stay, on a new stream and perhaps from a new address.
    private mutating func comeBack(
        to stay: Stay, _ body: SFUJoinRequest, _ request: ServerRequest
    ) -> Answered {
        stays[stay.sessionId]?.peer = request.peer
        stays[stay.sessionId]?.lastHealth = now
        stays[stay.sessionId]?.lostAt = nil
        watchHealth(of: stay.sessionId)
        if let details = body.reconnectDetails {
            announce(details.announcedTracks, of: stay)
            stays[stay.sessionId]?.subscriptions = details.subscriptions
        }
        streams.restart(stay.receiver)
        trace(.rejoined, stay.cid, stay.participant)
        let path = body.wantsMedia ? openPath(of: stay.sessionId, in: stay.cid) : nil
        return open(stay.receiver, stay.cid, isReconnected: true, path: path)
    }

    private mutating func open(
        _ receiver: ReceiverID, _ cid: CallCid, isReconnected: Bool, path: PathCredentials?
    ) -> Answered {
        let (stream, replaced) = streams.attach(receiver)
        if let replaced { effects.append(.close(replaced)) }
        let (count, startedAt, pins) =
            sessions.inPlace(cid) { ($0.count, $0.startedAt, $0.pins) } ?? (ParticipantCount { $0.total = 0 }, nil, [])
        let state = SFUCallState {
            $0.participants = everybody(in: cid, shownTo: sessionIds[receiver])
            $0.participantCount = count
            $0.startedAt = startedAt ?? date
            $0.pins = pins
        }
        var response = SFUJoinResponse {
            $0.callState = state
            $0.reconnected = isReconnected
            $0.fastReconnectDeadline = configuration.patience.fastReconnect
        }
        response.path = path.map { credentials in
            MediaPathResponse {
                $0.port = Int(mediaPort)
                $0.credentials = credentials
            }
        }
        return Answered(answer: ServerAnswer(.content, response), stream: stream)
    }

    /// Ends the stay that another one of the same user takes the place of.
    private mutating func replace(_ sessionId: String?, of userId: String, in cid: CallCid) -> Stay? {
        guard let sessionId, let stay = stays[sessionId], stay.userId == userId, stay.cid == cid else { return nil }
        let isPinned = sessions[cid]?.isPinned(sessionId) ?? false
        end(sessionId, .replaced)
        if isPinned { sessions[cid]?.pins.append(stay.participant.reference) }
        return stay
    }

    // MARK: Leaving

    mutating func leave(
        _ request: ServerRequest, _ body: SFULeaveRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        try check(sessionId: body.sessionId)
        if let (user, peer, cid) = stays.inPlace(body.sessionId, { ($0.userId, $0.peer, $0.cid) }) {
            guard peer == request.peer || isToken(body.token, of: user, in: cid) else {
                throw .otherStay(body.sessionId)
            }
            userId = user
            end(body.sessionId, .left)
        } else {
            // The join may have been overtaken on its way; when it comes, it must not bring back who has left.
            departures.add(body.sessionId, from: request.peer, at: now)
        }
        return ServerAnswer(.changed)
    }

    /// Whether this is the token that the stay's own user was let in with, which counts from any address.
    private func isToken(_ bytes: [UInt8]?, of userId: String, in cid: CallCid) -> Bool {
        guard let bytes, let token = try? AccessToken(bytes, secret: configuration.secret, at: date) else {
            return false
        }
        return token.userId == userId && token.callCid == cid
    }

    /// Ends a stay: the others and the coordinator are told.
    mutating func end(_ sessionId: String, _ change: BackendTrace.StayChange) {
        guard let stay = takeOut(sessionId, change) else { return }
        tell(.participantLeft(stay.participant), in: stay.cid)
        effects.append(.report(.left(stay.cid, sessionId: sessionId, at: date)))
        forget(stay.receiver)
    }

    private mutating func takeOut(_ sessionId: String, _ change: BackendTrace.StayChange) -> Stay? {
        guard let stay = stays.removeValue(forKey: sessionId) else { return nil }
        departures.add(sessionId, at: now)
        media.close(sessionId)
        if let timer = stay.staleness { timers.cancel(timer) }
        sessions.inPlace(stay.cid) { $0.remove(stay.participant) }
        trace(change, stay.cid, stay.participant)
        return stay
    }

    /// Gives up a stay that another SFU has taken over; it may come back here one day.
    mutating func takeOver(_ stay: Stay) {
        stays.removeValue(forKey: stay.sessionId)
        media.close(stay.sessionId)
        if let timer = stay.staleness { timers.cancel(timer) }
        let pins = sessions[stay.cid]?.pins ?? []
        sessions[stay.cid]?.remove(stay.participant)
        sessions[stay.cid]?.pins = pins
        trace(.moved, stay.cid, stay.participant)
    }

    // MARK: What the coordinator wants

    /// Lets a user in no more, and ends their stays; they are told why, and the others that they left.
    mutating func remove(_ userId: String, from cid: CallCid, _ reason: CallEndedReason) {
        sessions[cid]?.admitted[userId] = nil
        for entry in sessions[cid]?.entries ?? [] where stays[entry.sessionId]?.userId == userId {
            guard let stay = takeOut(entry.sessionId, .removed) else { continue }
            tell(.participantLeft(stay.participant), in: cid)
            effects.append(.report(.left(cid, sessionId: entry.sessionId, at: date)))
            bidFarewell(to: stay.receiver, OutgoingEvent(.callEnded(reason)))
        }
    }

    /// Ends every stay; nobody is told of the others, for it is over for all.
    mutating func end(_ cid: CallCid, _ reason: CallEndedReason) {
        let event = OutgoingEvent(.callEnded(reason))
        for entry in sessions[cid]?.entries ?? [] {
            guard let stay = takeOut(entry.sessionId, .removed) else { continue }
            bidFarewell(to: stay.receiver, event)
        }
        for remote in sessions[cid]?.remotes ?? [] { media.forgetRemote(remote.sessionId) }
        sessions.removeValue(forKey: cid)
    }

    /// The call is in backstage again: everybody is told, and who may not be there is let out and not in again.
    mutating func endLive(_ cid: CallCid, staying: Set<String>) {
        let event = OutgoingEvent(.callEnded(.liveEnded))
        var left: [Stay] = []
        for entry in sessions[cid]?.entries ?? [] {
            if let stay = stays[entry.sessionId], staying.contains(stay.userId) {
                streams.append(event, to: stay.receiver, pressing: true, at: now)
            } else if let stay = takeOut(entry.sessionId, .removed) {
                left.append(stay)
            }
        }
        let admitted = sessions[cid]?.admitted ?? [:]
        sessions[cid]?.admitted = admitted.filter { staying.contains($0.key) }
        for stay in left {
            tell(.participantLeft(stay.participant), in: cid)
            effects.append(.report(.left(cid, sessionId: stay.sessionId, at: date)))
            bidFarewell(to: stay.receiver, event)
        }
    }

    private mutating func bidFarewell(to receiver: ReceiverID, _ event: OutgoingEvent) {
        guard streams.hasListener(receiver) else { return forget(receiver) }
        farewells.insert(receiver)
        streams.append(event, to: receiver, pressing: true, at: now)
    }

    // MARK: Health

    mutating func health(
        _ request: ServerRequest, _ body: SFUHealthRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        let cid = try check(body.sessionId, of: request, &userId)
        let isLost = stays.inPlace(body.sessionId) { $0.lostAt != nil } ?? true
        if isLost { throw .signalLost(body.sessionId) }
        stays.inPlace(body.sessionId) { [now] in $0.lastHealth = now }
        let count = sessions.inPlace(cid) { $0.count } ?? ParticipantCount { $0.total = 0 }
        return ServerAnswer(.changed, SFUHealthResponse { $0.participantCount = count })
    }

    /// The stay that a request names, if it comes from the stay's own client.
    mutating func stay(_ sessionId: String, of request: ServerRequest) throws(APIError) -> Stay {
        var userId: String?
        _ = try check(sessionId, of: request, &userId)
        guard let stay = stays[sessionId] else { throw .unknownStay(sessionId) }
        return stay
    }

    /// Checks that a request comes from the own client of the stay that it names; returns the call.
    mutating func check(
        _ sessionId: String, of request: ServerRequest, _ userId: inout String?
    ) throws(APIError) -> CallCid {
        guard let (user, peer, cid) = stays.inPlace(sessionId, { ($0.userId, $0.peer, $0.cid) }) else {
            throw .unknownStay(sessionId)
        }
        guard peer == request.peer else { throw .otherStay(sessionId) }
        try limiter.take(user, at: now)
        userId = user
        return cid
    }

    private mutating func watchHealth(of sessionId: String) {
        guard let stay = stays[sessionId] else { return }
        if let timer = stay.staleness { timers.cancel(timer) }
        let timer = timers.schedule(.health(sessionId), at: nextCheck(of: stay))
        stays[sessionId]?.staleness = timer
    }

    /// When a stay is to be looked at: when its signal counts as lost, or when its client had its time to come back.
    private func nextCheck(of stay: Stay) -> Instant {
        guard let lostAt = stay.lostAt else { return stay.lastHealth.advanced(by: configuration.patience.health) }
        return lostAt.advanced(by: configuration.patience.fastReconnect)
    }

    /// Counts the signal as lost if nothing was heard since the timer was set, and ends a stay whose client did not
    /// come back in time after that.
    mutating func checkHealth(of sessionId: String) {
        guard let stay = stays[sessionId] else { return }
        guard nextCheck(of: stay) <= now else { return watchHealth(of: sessionId) }
        guard stay.lostAt == nil else {
            trace(.timer("return to \(sessionId)"))
            return end(sessionId, .stale)
        }
        trace(.timer("health of \(sessionId)"))
        loseSignal(of: sessionId, .signalLost)
    }

    /// Keeps a stay whose client cannot be reached for as long as it may come back.
    mutating func loseSignal(of sessionId: String, _ change: BackendTrace.StayChange) {
        guard let stay = stays[sessionId], stay.lostAt == nil else { return }
        stays[sessionId]?.lostAt = now
        trace(change, stay.cid, stay.participant)
        watchHealth(of: sessionId)
    }

    // MARK: Telling

    /// Tells everybody in the session, but for one stay that knows it already.
    mutating func tell(_ event: SFUEvent, in cid: CallCid, butFor sessionId: String? = nil) {
        share(event, in: cid)
        tellHere(event, in: cid, butFor: sessionId)
    }

    /// Tells everybody who is in the session on this SFU.
    mutating func tellHere(_ event: SFUEvent, in cid: CallCid, butFor sessionId: String? = nil) {
        let reach = reach(of: event, in: cid)
        guard var entries = sessions.inPlace(cid, { $0.entries }), !entries.isEmpty else { return }
        if let sessionId, let index = entries.firstIndex(where: { $0.sessionId == sessionId }) {
            entries.remove(at: index)
        }
        let outgoing: OutgoingEvent
        switch reach {
        case .everyone(let shown): outgoing = OutgoingEvent(shown)
        case .ownClient(let own):
            entries.removeAll { $0.sessionId != own }
            outgoing = OutgoingEvent(event)
        case .none: return
        }
        for entry in entries { streams.append(outgoing, to: entry.receiver, pressing: true, at: now) }
        traceEvent(outgoing.type, cid, count: entries.count, to: entries.map(\.userId))
    }

    /// Tells the client of one stay.
    mutating func tell(_ event: SFUEvent, to stay: Stay) {
        let outgoing = OutgoingEvent(event)
        streams.append(outgoing, to: stay.receiver, pressing: true, at: now)
        traceEvent(outgoing.type, stay.cid, to: [stay.userId])
    }

    private mutating func trace(
        _ change: BackendTrace.StayChange, _ cid: CallCid, _ participant: SFUParticipant
    ) {
        trace(.stay(change, cid, userId: participant.user.id, sessionId: participant.sessionId))
    }
}
