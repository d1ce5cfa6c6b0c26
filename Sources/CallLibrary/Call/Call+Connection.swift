import CallCore
import Signaling

extension Call {
    /// How long this client may be without a network before the call is left with ``NetworkNotAvailable``; nil is for
    /// ever. It counts from the next loss.
    public func setDisconnectionTimeout(_ timeout: Duration?) {
        disconnectionTimeout = timeout
        connection?.setDisconnectionTimeout(timeout)
    }

    // MARK: What is known of the path from elsewhere

    /// The way to the SFU is gone, as far as those can tell who watch it.
    package func pathLost() { connection?.handle(.pathLost) }

    /// Somebody answered on the way to the SFU.
    package func pathBack() { connection?.handle(.pathBack) }

    /// The media path failed for good, though the network may be well.
    package func mediaFailed() { connection?.handle(.lost(.media)) }

    // MARK: What the SFU reports

    /// Takes over what an SFU reports; what one says that is in use no more counts only where it ends the call.
    func handle(_ report: SFUClient.Report, from sfu: SFUClient) {
        guard let connection else { return }
        let isCurrent = connection.isCurrent(sfu)
        switch report {
        case .event(.callEnded(let reason)):
            client.environment.trace(.event(type: SFUEvent.callEnded(reason).type, cid: cid, from: .sfu))
            guard !stays(after: reason) else { return }
            leave(reason: "\(reason)")
            if reason == .ended { client.awaitEnder(of: self) }
        case .event(let event) where isCurrent:
            let date = client.environment.scheduler.date
            updateState { $0.apply(event, at: date) }
            client.environment.trace(.event(type: event.type, cid: cid, from: .sfu))
            if case .trackUnpublished(let event) = event { trackWasTaken(event) }
            connection.heard(event)
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

    /// Takes over where a reconnection has led; what this user has switched on and wished for stays.
    func update(from admission: CallConnection.Admission) {
        let date = client.environment.scheduler.date
        updateState {
            if let join = admission.join { $0.update(from: join) }
            $0.takeStay(admission.sfu.sessionId)
            $0.update(from: admission.session, at: date)
        }
        openMedia(admission.session.path, of: admission.sfu)
        if admission.join != nil { repeatNoiseCancellation(on: admission.sfu) }
        followTracks(of: admission.sfu, announced: admission.tracks, subscribed: admission.subscriptions)
    }
}
