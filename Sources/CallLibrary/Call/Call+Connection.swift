import CallCore
import Signaling

extension Call {
    /// Sets the time without a network after which the call is left with ``NetworkNotAvailable``. Nil means no limit.
    /// The time counts from the next loss.
    public func setDisconnectionTimeout(_ timeout: Duration?) {
        disconnectionTimeout = timeout
        connection?.setDisconnectionTimeout(timeout)
    }

    // MARK: Observations of the path by other code

    /// Handles the loss of the path to the SFU, as observed outside of the call.
    package func pathLost() { connection?.handle(.pathLost) }

    /// Handles a media path that failed permanently, even while the network works.
    package func mediaFailed() { connection?.handle(.lost(.media)) }

    // MARK: Reports of the SFU

    /// Handles a report of an SFU. A report of an SFU that is not current counts only when it ends the call.
    func handle(_ report: SFUClient.Report, from sfu: SFUClient) {
        guard let connection else { return }
        let isCurrent = connection.isCurrent(sfu)
        switch report {
        case .event(.callEnded(let reason)):
            client.environment.trace(.event(type: SFUEvent.callEnded(reason).type, cid: cid, from: .sfu))
            guard !remains(after: reason) else { return }
            leave(reason: "\(reason)")
            if reason == .ended { client.awaitEndingUser(of: self) }
        case .event(let event) where isCurrent:
            let date = client.environment.scheduler.date
            updateState { $0.apply(event, at: date) }
            client.environment.trace(.event(type: event.type, cid: cid, from: .sfu))
            if case .trackUnpublished(let event) = event { trackWasUnpublished(event) }
            connection.received(event)
        case .counts(let counts) where isCurrent:
            updateState { $0.update(from: counts) }
        case .unreadable(let error):
            client.environment.trace(.mark(name: "sfu.event.unreadable", details: [("error", "\(error)")]))
        case .lost(let loss) where isCurrent:
            connection.handle(.lost(loss))
        case .event, .counts, .lost:
            break
        }
    }

    /// Applies the result of a reconnect. The user's settings and preferences are kept.
    func update(from admission: CallConnection.Admission) {
        let date = client.environment.scheduler.date
        let join = admission.join?.response(inStream: client.coordinator.streamNumber)
        updateState {
            if let join { $0.update(from: join) }
            $0.continueSession(as: admission.sfu.sessionId)
            $0.update(from: admission.session, at: date)
        }
        openMedia(admission.session.path, of: admission.sfu)
        if admission.join != nil { repeatNoiseCancellation(on: admission.sfu) }
        followTracks(of: admission.sfu, announced: admission.tracks, subscribed: admission.subscriptions)
    }
}
