package import Signaling

/// The state of a session on its SFU.
package struct SessionReading: Sendable {
    /// The call as a join response describes it to the session's client.
    package let call: SFUCallState
    /// The tracks that the client publishes.
    package let publishedTracks: [TrackType]
    /// The tracks that the client subscribed to.
    package let subscriptions: [TrackSubscription]
    /// The tracks that the client may publish.
    package let grants: CallGrants
    /// The capabilities that the client has announced.
    package let capabilities: [String]
}

extension SFUMachine {
    /// Returns the current state of a session; nil when the SFU has no such session.
    package func read(_ sessionId: String) -> SessionReading? {
        guard let session = sessions[sessionId], let call = calls[session.cid],
            let admission = call.admitted[session.userId]
        else { return nil }
        return SessionReading(
            call: state(of: call, shownTo: sessionId), publishedTracks: session.participant.publishedTracks,
            subscriptions: session.subscriptions, grants: admission.grants, capabilities: session.capabilities)
    }

    /// Returns a call as it is shown to a session's client.
    func state(of call: SFUCall, shownTo sessionId: String) -> SFUCallState {
        SFUCallState {
            $0.participants = participants(of: call, shownTo: sessionId)
            $0.participantCount = call.count
            $0.startedAt = call.startedAt ?? date
            $0.pins = call.pins
        }
    }
}
