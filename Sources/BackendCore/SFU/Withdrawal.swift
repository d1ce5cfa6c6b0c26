import Signaling

/// The end of a published track by an order of the coordinator, and the event that notifies the track's own client.
struct Withdrawal: Sendable {
    let type: TrackType
    let cause: TrackUnpublishReason
    /// The number of the event in the client's stream.
    let event: Int
}

/// A client that has not received a withdrawal announces the track as before, with its next join or with another track. The
/// track remains unpublished. After a join the client is notified again.
extension SFUMachine {
    /// Records a withdrawal whose event is the next one in the stream of the session's client.
    func withdraw(_ type: TrackType, of session: SFUSession, _ cause: TrackUnpublishReason) {
        let event = streams.lastEvent(of: session.receiver) + 1
        session.withdrawals.removeAll { $0.type == type }
        session.withdrawals.append(Withdrawal(type: type, cause: cause, event: event))
    }

    /// Returns the withdrawals that the client of a session has not acknowledged.
    func unacknowledgedWithdrawals(of session: SFUSession) -> [Withdrawal] {
        session.withdrawals.filter { !streams.hasAcknowledged(session.receiver, $0.event) }
    }

    /// Returns the withdrawals after an event of the session's stream; none when the client does not name the event.
    func withdrawals(of session: SFUSession, after event: Int?) -> [Withdrawal] {
        event.map { last in session.withdrawals.filter { $0.event > last } } ?? []
    }

    /// Reports withdrawals for the SFU on which the client of a session continues.
    func reportWithdrawals(of session: SFUSession) {
        let types = unacknowledgedWithdrawals(of: session).map(\.type)
        if !types.isEmpty { effects.append(.report(.withdrew(session.cid, userId: session.userId, types))) }
    }

    /// Notifies the client of a session of earlier withdrawals again.
    func repeatWithdrawals(_ withdrawals: [Withdrawal], to session: SFUSession) {
        for withdrawal in withdrawals {
            withdraw(withdrawal.type, of: session, withdrawal.cause)
            let event = TrackEvent {
                $0.reference = session.participant.reference
                $0.trackType = withdrawal.type
                $0.cause = withdrawal.cause
            }
            send(.trackUnpublished(event), to: [session], of: session.cid)
        }
    }
}

extension [TrackInfo] {
    /// Returns the announced tracks, muted where they were withdrawn.
    func muted(by withdrawals: [Withdrawal]) -> [TrackInfo] {
        guard !withdrawals.isEmpty else { return self }
        return map { track in
            var track = track
            track.muted = track.muted || withdrawals.contains { $0.type == track.trackType }
            return track
        }
    }
}
