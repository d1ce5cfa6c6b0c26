import Signaling
import Timing

/// The ends of connections: a stream is lost first, and its connection is forgotten when the client does not return.
extension CoordinatorMachine {
    /// Notes a request or an acknowledgement of a connection's client.
    mutating func hear(_ receiver: ReceiverID) {
        connections.inPlace(receiver) { [now] in $0.lastHeard = now }
    }

    /// Begins the reviews of a stream that was just opened.
    mutating func watchOver(_ receiver: ReceiverID) {
        hear(receiver)
        connections.inPlace(receiver) { $0.isLost = false }
        scheduleReview(of: receiver)
    }

    /// Ends the stream when its token has expired or its client has been silent for too long.
    mutating func review(_ receiver: ReceiverID) {
        guard let connection = connections[receiver], let stream = streams.listener(of: receiver) else { return }
        guard let refusal = refusal(of: connection) else { return scheduleReview(of: receiver) }
        trace(.timer("review of \(connection.id)"))
        effects.append(.end(stream, ServerAnswer(refusal)))
        lose(stream)
    }

    private func refusal(of connection: Connection) -> APIError? {
        if let expiry = connection.tokenExpiresAt, expiry <= date { return .tokenExpired }
        if let end = endOfSilence(connection), end <= now { return .connectionLost }
        return nil
    }

    /// Schedules one review at a time: requests only note the instant, so they set no timers.
    private mutating func scheduleReview(of receiver: ReceiverID) {
        guard let connection = connections[receiver] else { return }
        let expiry = connection.tokenExpiresAt.map { now.advanced(by: date.duration(to: $0)) }
        set(.review(receiver), at: [expiry, endOfSilence(connection)].compactMap { $0 }.min(), of: connection)
    }

    private func endOfSilence(_ connection: Connection) -> Instant? {
        configuration.patience.silence.map { connection.lastHeard.advanced(by: $0) }
    }

    /// Replaces the timer of a connection.
    private mutating func set(_ timer: Timer, at deadline: Instant?, of connection: Connection) {
        if let former = connection.timer { timers.cancel(former) }
        connections[connection.receiver]?.timer = deadline.map { timers.schedule(timer, at: $0) }
    }

    /// Keeps the events of a stream without a listener for a while.
    mutating func lose(_ stream: StreamID) {
        guard let receiver = streams.detach(stream), let connection = connections[receiver] else { return }
        connections[receiver]?.isLost = true
        set(.forget(receiver), at: now.advanced(by: configuration.patience.resumption), of: connection)
        trace(.connection(.lost, connectionId: connection.id, userId: connection.userId))
    }

    /// Forgets a connection whose client did not return in time.
    mutating func forget(_ receiver: ReceiverID) {
        guard let connection = connections[receiver] else { return }
        trace(.timer("resumption of \(connection.id)"))
        absences.note(connection.id, lastHeard: connection.lastHealth, at: date)
        close(receiver, .forgotten)
    }

    mutating func close(_ receiver: ReceiverID, _ change: BackendTrace.ConnectionChange) {
        guard let connection = connections[receiver] else { return }
        if let timer = connection.timer { timers.cancel(timer) }
        if let stream = streams.remove(receiver) { effects.append(.close(stream)) }
        for cid in connection.watched.sorted() { calls[cid]?.removeWatcher(receiver) }
        watchedQueries.removeAll { $0.receiver == receiver }
        connections.remove(receiver)
        trace(.connection(change, connectionId: connection.id, userId: connection.userId))
    }
}
