internal import Containers
public import Signaling
public import Timing

/// Updates by the SFU, and local settings for other participants.
extension CallStateValues {
    /// The number of participants whose video is shown on arrival. Later ones are hidden at first.
    static let participantsShownAtOnce = 10

    /// Applies the session state after a join or reconnect at `date`.
    ///
    /// Participants that are still present keep this user's local settings.
    package mutating func update(from response: SFUJoinResponse, at date: Timestamp) {
        isInSession = true
        if reconnectionStatus == .disconnected { reconnectionStatus = .connected }
        let received = response.callState
        if roster.count > 0 { keepOnly(received.participants) }
        roster.reserve(received.participants.count)
        let participants = received.participants.span
        for index in participants.indices where !hasEnded(participants[index]) {
            if roster.contains(participants[index].sessionId) {
                change(participants[index].sessionId) { $0.apply(participants[index]) }
            } else {
                add(participants[index])
            }
        }
        setPins(received.pins.map(\.sessionId), at: date)
        publishOptions = response.publishOptions
        update(from: received.participantCount)
    }

    /// Removes the participants that are absent from the SFU's list.
    private mutating func keepOnly(_ received: [SFUParticipant]) {
        let sessionIds = Set(received.filter { !hasEnded($0) }.map(\.sessionId))
        for sessionId in roster.sessionIds where !sessionIds.contains(sessionId) { remove(sessionId) }
    }

    /// Applies the counts of a health response.
    public mutating func update(from count: ParticipantCount) {
        participantCount = count.total
        anonymousParticipantCount = count.anonymous
    }

    /// Clears the session. The coordinator's state of the call is kept.
    public mutating func leaveSession() {
        endOwnSession()
        ownView = nil
        if roster.count > 0 { changes.insert(.participants) }
        if changes.recordsMoves {
            for userId in roster.userIds { changes.departed(userId) }
        }
        roster.removeAll()
        sessionId = ""
        if isInSession { forgetSession() }
        callSettings = choices.applied(to: CallSettings())
        isNoiseCancellationOn = false
        isInSession = false
        if statsReport != nil { statsReport = nil }
        connectionPhase = .disconnected
        reconnectionStatus = .disconnected
    }

    /// Clears the values that the session's SFU and the user's choices have set. A failed join has set none of them.
    private mutating func forgetSession() {
        participantCount = 0
        anonymousParticipantCount = 0
        choices = CallSettings.Choices()
        permissionRequests = []
        publishOptions = []
        publishQuality = []
    }

    // MARK: Local settings for a participant

    /// Pins a participant for this client alone, or removes that pin.
    public mutating func setPinned(_ isPinned: Bool, _ sessionId: String, at date: Timestamp) {
        change(sessionId) { $0.pinnedHere = isPinned ? $0.pinnedHere ?? date : nil }
    }

    /// Sets the visibility of a participant's video on the screen.
    public mutating func setShown(_ isShown: Bool, _ sessionId: String) {
        change(sessionId) { $0.showTrack = isShown }
    }

    /// Sets the size of a participant's video on the screen.
    public mutating func setTrackSize(_ size: CallParticipant.TrackSize, _ sessionId: String) {
        change(sessionId) { $0.trackSize = size }
    }

    /// Sets the requested size of incoming videos, independent of visibility.
    public mutating func setIncomingVideoQuality(_ settings: IncomingVideoQualitySettings) {
        guard settings != incomingVideoQualitySettings else { return }
        incomingVideoQualitySettings = settings
        changes.insert(.subscriptions)
    }

    // MARK: Reports of the SFU

    /// Sets a track as published or unpublished by the server. An own track that the server unpublishes is also
    /// switched off in the settings.
    public mutating func setPublished(_ isPublished: Bool, _ track: CallParticipant.Track, of sessionId: String) {
        recordPublished(isPublished, track, of: sessionId)
        guard !isPublished, sessionId == self.sessionId else { return }
        switchOff(track)
    }

    /// Sets a track as published or unpublished without a change of the settings.
    public mutating func recordPublished(_ isPublished: Bool, _ track: CallParticipant.Track, of sessionId: String) {
        change(sessionId) { $0.setPublished(track, isPublished) }
    }

    /// Switches off the setting that publishes a track.
    public mutating func switchOff(_ track: CallParticipant.Track) {
        switch track {
        case .audio: callSettings.audioOn = false
        case .video: callSettings.videoOn = false
        case .screenShare, .screenShareAudio: break
        }
    }

    /// Sets the dominant speaker. The earlier one loses the role even when the new one has left.
    public mutating func setDominantSpeaker(_ sessionId: String) {
        if let before = dominantSpeaker, before.sessionId != sessionId {
            change(before.sessionId) { $0.isDominantSpeaker = false }
        }
        change(sessionId) { $0.isDominantSpeaker = true }
    }

    /// Sets a participant's audio level. Repeated equal levels without speech are not recorded.
    public mutating func setAudioLevel(_ level: Double, isSpeaking: Bool, from sessionId: String) {
        change(sessionId) {
            guard isSpeaking || $0.isSpeaking != isSpeaking || $0.audioLevel != level else { return }
            $0.setAudioLevel(level, isSpeaking: isSpeaking)
        }
    }

    /// Sets the connection quality of a participant.
    public mutating func setQuality(_ quality: CallParticipant.Quality, of sessionId: String) {
        change(sessionId) { $0.connectionQuality = quality }
    }

    /// Sets the participants that are pinned for everyone. An unchanged pin keeps its date, and local pins are kept.
    public mutating func setPins(_ sessionIds: [String], at date: Timestamp) {
        if sessionIds.isEmpty, !roster.contains(where: \.isPinnedRemotely) { return }
        let pinned = Set(sessionIds)
        for sessionId in roster.sessionIds {
            change(sessionId) {
                if pinned.contains(sessionId) { $0.pinForEveryone(at: date) } else { $0.pinnedForEveryone = nil }
            }
        }
    }

    /// Sets a participant's track as paused or resumed by the SFU.
    public mutating func setPaused(_ isPaused: Bool, _ track: CallParticipant.Track, of sessionId: String) {
        change(sessionId) {
            if isPaused { $0.pausedTracks.insert(track) } else { $0.pausedTracks.remove(track) }
        }
    }

    // MARK: The roster

    mutating func add(_ participant: borrowing SFUParticipant) {
        guard participant.user.id != SFUParticipant.recordingUserId else { return }
        if participant.isDominantSpeaker { setDominantSpeaker(participant.sessionId) }
        changes.arrived(participant.user.id)
        var arrived = CallParticipant(participant, showTrack: roster.count < Self.participantsShownAtOnce)
        if participant.sessionId == sessionId {
            changes.insert(.localParticipant)
            ownView?.apply(to: &arrived)
            ownView = nil
        }
        if arrived.isSubscribable { changes.insert(.subscriptions) }
        roster.insert(arrived)
    }

    @discardableResult
    mutating func remove(_ id: String) -> Bool {
        guard let removed = roster.remove(id) else { return false }
        changes.departed(removed.userId)
        if id == sessionId { changes.insert(.localParticipant) }
        if removed.isSubscribable { changes.insert(.subscriptions) }
        return true
    }

    mutating func change(_ id: String, _ change: (inout CallParticipant) -> Void) {
        guard let hasSameSubscriptions = roster.update(id, change) else { return }
        changes.insert(.participants)
        if id == sessionId { changes.insert(.localParticipant) }
        if !hasSameSubscriptions { changes.insert(.subscriptions) }
    }
}
