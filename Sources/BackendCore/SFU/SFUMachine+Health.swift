import Signaling
import Timing
import Wire

extension SFUMachine {
    func health(
        _ request: ServerRequest, _ body: SFUHealthRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        guard session.lostAt == nil else { throw .signalLost(body.sessionId) }
        session.lastHealth = now
        let count = calls[session.cid]?.count ?? ParticipantCount { $0.total = 0 }
        return ServerResponse(.changed, SFUHealthResponse { $0.participantCount = count })
    }

    /// Returns the session that a request names, if the request comes from the session's client.
    func session(
        _ sessionId: String, of request: ServerRequest, _ userId: inout String?
    ) throws(APIError) -> SFUSession {
        guard let session = sessions[sessionId] else { throw .unknownSession(sessionId) }
        guard session.peer == request.peer else { throw .otherSession(sessionId) }
        try request.verify(for: session.client)
        userId = session.userId
        try admit(session.userId)
        return session
    }

    /// Schedules the next check of a session's health.
    func watchHealth(of session: SFUSession) {
        if let timer = session.healthTimer { timers.cancel(timer) }
        session.healthTimer = timers.schedule(.health(session.sessionId), at: nextCheck(of: session))
    }

    /// Returns the instant at which the signal counts as lost, or at which a lost session ends.
    private func nextCheck(of session: SFUSession) -> Instant {
        guard let lostAt = session.lostAt else { return session.lastHealth.advanced(by: configuration.timeouts.health) }
        return lostAt.advanced(by: configuration.timeouts.fastReconnect)
    }

    /// Marks the signal as lost when the health deadline has passed. Ends a session that was lost before.
    func checkHealth(of sessionId: String) {
        guard let session = sessions[sessionId] else { return }
        guard nextCheck(of: session) <= now else { return watchHealth(of: session) }
        guard session.lostAt == nil else {
            trace(.timer("return to \(sessionId)"))
            return end(session, .stale)
        }
        trace(.timer("health of \(sessionId)"))
        loseSignal(of: session, .signalLost)
    }

    /// Marks a session as unreachable. It is kept until its client reconnects or the deadline passes.
    func loseSignal(of session: SFUSession, _ change: BackendTrace.SessionChange) {
        guard session.lostAt == nil else { return }
        session.lostAt = now
        trace(change, session)
        watchHealth(of: session)
    }
}
