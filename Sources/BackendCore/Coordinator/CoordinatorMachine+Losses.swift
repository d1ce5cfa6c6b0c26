internal import Containers
import Signaling
import Timing

/// The ends of connections: a stream is lost first, and its connection is forgotten when the client does not return.
extension CoordinatorMachine {
    /// Begins the reviews of a stream that was just opened.
    func watchOver(_ connection: Connection) {
        connection.isLost = false
        scheduleReview(of: connection)
    }

    /// Records a sign of life. A client that has all events need not catch up on earlier ones.
    func noteReceived(from receiver: ReceiverID) {
        guard let connection = connections[receiver] else { return }
        connection.lastReceived = now
        if streams.hasAll(receiver) { connection.completeAt = date }
    }

    /// Ends the stream when its token has expired or its client has been silent for too long.
    func review(_ receiver: ReceiverID) {
        guard let connection = connections[receiver], let stream = streams.listener(of: receiver) else { return }
        guard let refusal = refusal(of: connection) else { return scheduleReview(of: connection) }
        trace(.timer("review of \(connection.id)"))
        effects.append(.end(stream, ServerResponse(refusal)))
        lose(stream)
    }

    private func refusal(of connection: Connection) -> APIError? {
        if let expiry = connection.tokenExpiresAt, expiry <= date { return .tokenExpired }
        if let end = endOfSilence(connection), end <= now { return .connectionLost }
        return nil
    }

    /// Schedules one review at a time. Requests only record the instant, so they set no timers.
    private func scheduleReview(of connection: Connection) {
        let expiry = connection.tokenExpiresAt.map { now.advanced(by: date.duration(to: $0)) }
        let deadline = [expiry, endOfSilence(connection)].compactMap { $0 }.min()
        set(.review(connection.receiver), at: deadline, of: connection)
    }

    private func endOfSilence(_ connection: Connection) -> Instant? {
        configuration.timeouts.silence.map { connection.lastReceived.advanced(by: $0) }
    }

    /// Replaces the timer of a connection.
    private func set(_ timer: Timer, at deadline: Instant?, of connection: Connection) {
        if let former = connection.timer { timers.cancel(former) }
        connection.timer = deadline.map { timers.schedule(timer, at: $0) }
    }

    func lost(_ stream: StreamID, _ loss: StreamLoss) { lose(stream) }

    /// Keeps the events of a stream without a listener for a while.
    private func lose(_ stream: StreamID) {
        guard let receiver = streams.detach(stream), let connection = connections[receiver] else { return }
        connection.isLost = true
        set(.forget(receiver), at: now.advanced(by: configuration.timeouts.resumption), of: connection)
        trace(.connection(.lost, connectionId: connection.id, userId: connection.userId))
    }

    /// Forgets a connection whose client did not return in time.
    func forget(_ receiver: ReceiverID) {
        guard let connection = connections[receiver] else { return }
        trace(.timer("resumption of \(connection.id)"))
        forget(connection)
    }

    /// Closes a connection whose events are kept no longer, and records from when on its client lacks them.
    func forget(_ connection: Connection) {
        let end = date.advanced(by: Self.absence)
        absences.insert(connection.completeAt, for: connection.id, until: end, at: date)
        close(connection, .forgotten)
    }

    func close(_ connection: Connection, _ change: BackendTrace.ConnectionChange) {
        let receiver = connection.receiver
        if let timer = connection.timer { timers.cancel(timer) }
        if let stream = streams.remove(receiver) { effects.append(.close(stream)) }
        for cid in connection.watched { calls[cid]?.removeWatcher(receiver) }
        watchedQueries.removeAll { $0.receiver == receiver }
        connections.remove(connection)
        trace(.connection(change, connectionId: connection.id, userId: connection.userId))
    }
}
