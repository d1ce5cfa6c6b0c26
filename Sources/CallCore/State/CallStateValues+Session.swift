internal import Containers
public import Signaling
public import Timing

/// What the SFU tells, and what this user wishes for those whom it tells of.
extension CallStateValues {
    /// How many are shown as soon as they come; who comes later is not on the screen yet.
    static let participantsShownAtOnce = 10

    /// Takes over what the client found at `date` in the session that it entered or came back to.
    ///
    /// Whoever is still there keeps the wishes that this user had for them.
    package mutating func update(from response: SFUJoinResponse, at date: Timestamp) {
        isInSession = true
        if reconnectionStatus == .disconnected { reconnectionStatus = .connected }
        let told = response.callState
        if roster.count > 0 { keepOnly(told.participants) }
        roster.reserve(told.participants.count)
        let participants = told.participants.span
        for index in participants.indices where !departed.contains(participants[index].sessionId) {
            if roster.contains(participants[index].sessionId) {
                change(participants[index].sessionId) { $0.takeOver(participants[index]) }
            } else {
                add(participants[index])
            }
        }
        setPins(told.pins.map(\.sessionId), at: date)
        publishOptions = response.publishOptions
        update(from: told.participantCount)
    }

    /// Takes out whom the SFU does not know any more.
    private mutating func keepOnly(_ told: [SFUParticipant]) {
        let sessionIds = Set(told.map(\.sessionId).filter { !departed.contains($0) })
        for sessionId in roster.sessionIds where !sessionIds.contains(sessionId) { remove(sessionId) }
    }

    /// Takes over the counts of a health answer.
    public mutating func update(from count: ParticipantCount) {
        participantCount = count.total
        anonymousParticipantCount = count.anonymous
    }

    /// Forgets the session; what the coordinator told stays.
    public mutating func leaveSession() {
        if !sessionId.isEmpty { departed.insert((), for: sessionId) }
        if roster.count > 0 { changes.insert(.participants) }
        if changes.namesMoves {
            for userId in roster.userIds { changes.departed(userId) }
        }
        roster.removeAll()
        sessionId = ""
        participantCount = 0
        anonymousParticipantCount = 0
        if isInSession { choices = CallSettings.Choices() }
        callSettings = choices.applied(to: CallSettings())
        isNoiseCancellationOn = false
        isInSession = false
        if statsReport != nil { statsReport = nil }
        connectionPhase = .disconnected
        reconnectionStatus = .disconnected
    }

    // MARK: What this user wishes for somebody

    /// Pins somebody for this client alone, or takes that pin away.
    public mutating func setPinned(_ isPinned: Bool, _ sessionId: String, at date: Timestamp) {
        change(sessionId) { $0.pinnedHere = isPinned ? $0.pinnedHere ?? date : nil }
    }

    /// Says whether somebody's video is on the screen.
    public mutating func setShown(_ isShown: Bool, _ sessionId: String) {
        change(sessionId) { $0.showTrack = isShown }
    }

    /// Says how large somebody's video is on the screen.
    public mutating func setTrackSize(_ size: CallParticipant.TrackSize, _ sessionId: String) {
        change(sessionId) { $0.trackSize = size }
    }

    /// Says how large the videos of the others are to be, whatever is shown of them.
    public mutating func setIncomingVideoQuality(_ settings: IncomingVideoQualitySettings) {
        guard settings != incomingVideoQualitySettings else { return }
        incomingVideoQualitySettings = settings
        changes.insert(.subscriptions)
    }

    // MARK: What the SFU tells in passing

    /// Takes over that somebody publishes a track, or not any more. What the server takes from this user is switched
    /// off here as well.
    public mutating func setPublished(_ isPublished: Bool, _ track: CallParticipant.Track, of sessionId: String) {
        publishes(isPublished, track, as: sessionId)
        guard !isPublished, sessionId == self.sessionId else { return }
        switchOff(track)
    }

    /// Takes over that somebody publishes a track, or not any more, whoever wanted that.
    public mutating func publishes(_ isPublished: Bool, _ track: CallParticipant.Track, as sessionId: String) {
        change(sessionId) { $0.setPublished(track, isPublished) }
    }

    /// Switches off what publishes a track.
    public mutating func switchOff(_ track: CallParticipant.Track) {
        switch track {
        case .audio: callSettings.audioOn = false
        case .video: callSettings.videoOn = false
        case .screenShare, .screenShareAudio: break
        }
    }

    /// Takes over who speaks more than all others.
    public mutating func setDominantSpeaker(_ sessionId: String) {
        guard !departed.contains(sessionId) else { return }
        if let before = dominantSpeaker, before.sessionId != sessionId {
            change(before.sessionId) { $0.isDominantSpeaker = false }
        }
        change(sessionId) { $0.isDominantSpeaker = true }
    }

    /// Takes over how loud somebody is; what neither speaks nor differs is not kept.
    public mutating func hear(_ level: Double, isSpeaking: Bool, from sessionId: String) {
        change(sessionId) {
            guard isSpeaking || $0.isSpeaking != isSpeaking || $0.audioLevel != level else { return }
            $0.hear(level, isSpeaking: isSpeaking)
        }
    }

    /// Takes over how good somebody's connection is.
    public mutating func setQuality(_ quality: CallParticipant.Quality, of sessionId: String) {
        change(sessionId) { $0.connectionQuality = quality }
    }

    /// Takes over who is pinned for everyone: these and nobody else. A pin that stays keeps its date, and this user's
    /// own pins stay.
    public mutating func setPins(_ sessionIds: [String], at date: Timestamp) {
        if sessionIds.isEmpty, !roster.contains(where: \.isPinnedRemotely) { return }
        let pinned = Set(sessionIds)
        for sessionId in roster.sessionIds {
            change(sessionId) {
                if pinned.contains(sessionId) { $0.pinForEveryone(at: date) } else { $0.pinnedForEveryone = nil }
            }
        }
    }

    /// Takes over that the SFU holds one of somebody's tracks back, or not any more.
    public mutating func setPaused(_ isPaused: Bool, _ track: CallParticipant.Track, of sessionId: String) {
        change(sessionId) {
            if isPaused { $0.pausedTracks.insert(track) } else { $0.pausedTracks.remove(track) }
        }
    }

    // MARK: The list

    mutating func add(_ told: borrowing SFUParticipant) {
        guard told.user.id != SFUParticipant.recordingUserId else { return }
        if told.isDominantSpeaker { setDominantSpeaker(told.sessionId) }
        changes.arrived(told.user.id)
        if told.sessionId == sessionId { changes.insert(.localParticipant) }
        let participant = CallParticipant(told, showTrack: roster.count < Self.participantsShownAtOnce)
        if participant.isWatchable { changes.insert(.subscriptions) }
        roster.insert(participant)
    }

    @discardableResult
    mutating func remove(_ stay: String) -> Bool {
        guard let removed = roster.remove(stay) else { return false }
        changes.departed(removed.userId)
        if stay == sessionId { changes.insert(.localParticipant) }
        if removed.isWatchable { changes.insert(.subscriptions) }
        return true
    }

    mutating func change(_ stay: String, _ change: (inout CallParticipant) -> Void) {
        guard let isWatchedAlike = roster.update(stay, change) else { return }
        changes.insert(.participants)
        if stay == sessionId { changes.insert(.localParticipant) }
        if !isWatchedAlike { changes.insert(.subscriptions) }
    }
}
