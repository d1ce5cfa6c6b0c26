import Signaling

/// What a join comes to: the answer to it, and what the SFU must know before the client comes.
struct Admission {
    let orders: [SessionOrder]
    let answer: JoinCallResponse
}

extension CallRecord {
    mutating func admission(
        of user: User, _ membersLimit: Int?, _ isNew: Bool, _ credentials: SFUCredentials
    ) -> Admission {
        let rights = rights(of: user)
        var orders: [SessionOrder] = []
        if settings.limits.maxParticipants > 0 {
            orders.append(.limit(cid, participants: settings.limits.maxParticipants))
        }
        orders.append(
            .admit(
                cid, user, roles: [visibleRole(of: user)], rights.grants,
                noiseCancellation: mayCancelNoise(rights.capabilities)))
        // An SFU that the call has not been on knows nobody's pin yet.
        let pins = askSession { $0.presentPins } ?? []
        if !pins.isEmpty { orders.append(.pin(cid, pins)) }
        let answer = JoinCallResponse {
            $0.call = tell()
            $0.members = members(atMost: membersLimit)
            $0.ownCapabilities = rights.capabilities
            $0.created = isNew
            $0.credentials = credentials
        }
        return Admission(orders: orders, answer: answer)
    }

    /// Begins a new session; who rings, leaves and comes back still rings in it. Returns whether somebody does.
    mutating func startSession(_ id: String) -> Bool {
        var next = Session(id: id)
        if endedAt == nil, let ring = session?.ring { next.ring = ring.stillOpen }
        begin(next)
        return !next.ring.rung.isEmpty
    }
}

extension CallRecord {
    /// What the beginning and the end of the session tell; nil before there was one.
    mutating func sessionPayload() -> SessionPayload? {
        guard let sessionId = askSession({ $0.id }) else { return nil }
        return SessionPayload {
            $0.call = tell()
            $0.sessionId = sessionId
        }
    }

    /// Adds a participant session and counts it; returns the session's id, and true when it is listed.
    mutating func join(_ participant: SessionParticipant, listing limit: Int) -> (sessionId: String, isListed: Bool)? {
        let joined = changeSession { session in
            (sessionId: session.id, isListed: session.join(participant, listing: limit))
        }
        countStay(participant.user.id, at: participant.joinedAt)
        return joined
    }
}
