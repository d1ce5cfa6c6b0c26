public import CallCore

/// This client's view of the participants: order, local pins, visibility and size. A reconnect keeps it. No request
/// contains it, although visibility and size affect the subscriptions.
extension Call {
    /// Orders the participants. The first comparator that distinguishes two participants decides.
    public func updateParticipantsSorting(with comparators: [ParticipantComparator]) {
        updateState { $0.sorting = ParticipantComparator(comparators) }
    }

    /// Pins a participant for this client alone, or removes that pin.
    public func changePinState(isEnabled: Bool, sessionId: String) {
        let date = client.environment.scheduler.date
        updateState { $0.setPinned(isEnabled, sessionId, at: date) }
    }

    /// Sets the visibility of a participant's video on the screen.
    public func changeTrackVisibility(for participant: CallParticipant, isVisible: Bool) {
        updateState { $0.setShown(isVisible, participant.sessionId) }
    }

    /// Sets the size of a participant's video on the screen, in points.
    public func updateTrackSize(_ trackSize: CallParticipant.TrackSize, for participant: CallParticipant) {
        updateState { $0.setTrackSize(trackSize, participant.sessionId) }
    }
}
