public import CallCore

/// What this user wishes to see of the others; nobody else is told, and it outlives a replaced session.
extension Call {
    /// Orders the participants; the first comparator that tells two apart decides.
    public func updateParticipantsSorting(with comparators: [ParticipantComparator]) {
        updateState { $0.sorting = ParticipantComparator(comparators) }
    }

    /// Pins somebody for this client alone, or takes that pin away.
    public func changePinState(isEnabled: Bool, sessionId: String) {
        let date = client.environment.scheduler.date
        updateState { $0.setPinned(isEnabled, sessionId, at: date) }
    }

    /// Says whether somebody's video is on the screen.
    public func changeTrackVisibility(for participant: CallParticipant, isVisible: Bool) {
        updateState { $0.setShown(isVisible, participant.sessionId) }
    }

    /// Says how large somebody's video is on the screen.
    public func updateTrackSize(_ trackSize: CallParticipant.TrackSize, for participant: CallParticipant) {
        updateState { $0.setTrackSize(trackSize, participant.sessionId) }
    }
}
