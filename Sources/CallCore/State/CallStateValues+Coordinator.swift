public import Signaling

extension CallStateValues {
    /// Takes over a call as the coordinator tells it.
    public mutating func update(from call: CallResponse) {
        guard !isOutdated(call) else { return }
        createdAt = call.createdAt
        if createdBy != call.createdBy { createdBy = call.createdBy }
        updatedAt = call.updatedAt
        startsAt = call.startsAt
        endedAt = call.endedAt
        backstage = call.backstage
        if call.recording {
            recordingState = .recording
        } else if recordingState == .recording {
            recordingState = .noRecording
        }
        if !call.egress.isNone || !egress.isNone { egress = call.egress }
        ingressAddress = call.ingress.isNone ? nil : call.ingress?.rtmpAddress
        if !call.thumbnails.isNone || !thumbnails.isNone { thumbnails = call.thumbnails }
        transcribing = call.transcribing
        captioning = call.captioning
        blockedUserIds = call.blockedUserIds
        custom = call.custom
        team = call.team
        if let told, told.settings == call.settings {} else { changes.insert(.settings) }
        told = call
        if call.settings.audio.noiseCancellation.mode == .disabled { isNoiseCancellationOn = false }
        arrivals = nil
        changedSession = nil
        changes.insert(.session)
        guard !isInSession, let counts = call.session?.participantsCountByRole else { return }
        participantCount = Self.count(counts)
        anonymousParticipantCount = call.session?.anonymousParticipantCount ?? 0
    }

    /// Takes over that a user ended the call for everyone.
    public mutating func ended(_ call: CallResponse, by user: User?) {
        update(from: call)
        endedBy = user ?? endedBy
    }

    /// Takes over the answer to get, create and ring.
    public mutating func update(from response: GetCallResponse) {
        guard !isOutdated(response.call) else { return }
        update(from: response.call)
        members = response.members
        setCapabilities(response.ownCapabilities)
    }

    /// Takes over the coordinator's answer to a join.
    package mutating func update(from response: JoinCallResponse) {
        update(from: response.call)
        members = response.members
        setCapabilities(response.ownCapabilities)
        recordingState = response.call.recording ? .recording : .noRecording
        statsCollectionInterval = response.statsOptions.reportingInterval
        reportsStatistics = response.statsOptions.isEnabled
    }

    /// Takes over what this user may do. A medium that may not be published any more is switched off, and stays off
    /// when it may be again.
    public mutating func setCapabilities(_ capabilities: [OwnCapability]) {
        if toldCapabilities != capabilities {
            if toldCapabilities.isEmpty || Set(toldCapabilities) != Set(capabilities) {
                changes.insert(.ownCapabilities)
            }
            toldCapabilities = capabilities
        }
        callSettings = callSettings.limited(to: capabilities)
        if isNoiseCancellationOn, !capabilities.contains(.enableNoiseCancellation) { isNoiseCancellationOn = false }
    }

    /// Switches one setting, unless the user lacks the capability for it.
    ///
    /// Before the session the user's choice is kept, and wins over the defaults that the call has at the join.
    public mutating func switchSetting(_ setting: CallSettings.Setting, _ change: (inout CallSettings) -> Void) {
        switchSettings(change)
        if !isInSession { choices.choose(setting, from: callSettings) }
    }

    /// Replaces the settings, except for those that the user lacks the capability for.
    ///
    /// - Returns: True when the settings are different now.
    @discardableResult
    public mutating func switchSettings(_ change: (inout CallSettings) -> Void) -> Bool {
        var wanted = callSettings
        change(&wanted)
        let allowed = isInitialized ? wanted.limited(to: toldCapabilities) : wanted
        guard allowed != callSettings else { return false }
        callSettings = allowed
        return true
    }

    /// Takes over an event of the coordinator's stream.
    public mutating func apply(_ event: CoordinatorEvent) {
        switch event {
        case .created(let event): update(from: event.call, merging: event.members)
        case .memberAdded(let event): update(from: event.call, merging: event.members)
        case .memberUpdated(let event): update(from: event.call, merging: event.members)
        case .ring(let event):
            ringer = event.user.id
            update(from: event.call, merging: event.members)
        case .notification(let event): update(from: event.call, merging: event.members)
        case .missed(let event): update(from: event.call)
        case .updated(let event):
            update(from: event.call)
            if !event.capabilitiesByRole.isEmpty { capabilitiesByRole = event.capabilitiesByRole }
        case .accepted(let event): update(from: event.call)
        case .rejected(let event): update(from: event.call)
        case .ended(let event):
            ended(event.call, by: event.user)
        case .sessionStarted(let event): update(from: event.call)
        case .sessionEnded(let event): update(from: event.call)
        case .memberRemoved(let event):
            update(from: event.call)
            removeMembers(event.members)
        case .userUpdated(let event): update(event.user)
        case .sessionParticipantJoined(let event):
            changeArrivals { $0.insert(event.participant) }
        case .sessionParticipantLeft(let event):
            changeArrivals { $0.remove(event.participant.userSessionId) }
        case .sessionParticipantCountUpdated(let event): countUpdated(event.payload)
        case .blockedUser(let event): setBlocked(event.user.id, true)
        case .unblockedUser(let event): setBlocked(event.user.id, false)
        case .deleted(let event): update(from: event.call)
        case .liveStarted(let event): update(from: event.call)
        case .memberUpdatedPermission(let event):
            update(from: event.call, merging: event.members)
            capabilitiesByRole = event.capabilitiesByRole
        case .frameRecordingStarted(let event):
            update(from: event.call)
            setFrameRecording(.running)
        case .frameRecordingStopped(let event):
            update(from: event.call)
            setFrameRecording(nil)
        case .frameRecordingFailed(let event):
            update(from: event.call)
            setFrameRecording(nil)
        case .recordingStarted, .recordingStopped, .recordingFailed, .hlsBroadcastingStarted,
            .hlsBroadcastingStopped, .hlsBroadcastingFailed, .rtmpBroadcastStarted, .rtmpBroadcastStopped,
            .rtmpBroadcastFailed, .transcriptionStarted, .transcriptionStopped, .transcriptionFailed,
            .closedCaptionsStarted, .closedCaptionsStopped, .closedCaptionsFailed, .closedCaption:
            applyEgress(event)
        case .permissionRequest(let event): requested(event)
        case .permissionsUpdated(let event): forgetRequests(of: event.user.id, for: event.ownCapabilities)
        case .connected, .kickedUser, .custom, .userMuted, .reactionNew,
            .recordingReady, .frameRecordingReady, .transcriptionReady, .moderationBlur, .moderationWarning,
            .statsReportReady, .userFeedbackSubmitted, .appUpdated, .connectionError, .healthCheck, .passedOver,
            .unknown:
            break
        }
    }

    private mutating func update(from call: CallResponse, merging changed: [Member]) {
        update(from: call)
        merge(changed)
    }

    /// Whether more is known of the call than that: its answer was lost and sent again, and events overtook it.
    private func isOutdated(_ call: CallResponse) -> Bool {
        guard let updatedAt, createdAt == call.createdAt else { return false }
        return call.updatedAt < updatedAt
    }

    /// Takes over one call that a query found.
    public mutating func update(from found: CallStateResponse) {
        guard !isOutdated(found.call) else { return }
        update(from: found.call)
        members = found.members
        setCapabilities(found.ownCapabilities)
    }

    /// Takes over what is known of a user now.
    private mutating func update(_ user: User) {
        guard let index = members.firstIndex(where: { $0.userId == user.id }) else { return }
        members[index].user = user
    }

    /// Takes members out, by the ids of their users.
    package mutating func removeMembers(_ userIds: [String]) {
        members.removeAll { userIds.contains($0.userId) }
    }

    /// Adds members, or replaces what is known of them; each keeps the data that is its own.
    package mutating func merge(_ changed: [Member]) {
        // The answers and events of one call mostly tell of the same list.
        guard changed != members else { return }
        var merged = members
        merged.reserveCapacity(max(merged.count, changed.count))
        for member in changed {
            if let index = merged.firstIndex(where: { $0.userId == member.userId }) {
                merged[index] = member
            } else {
                merged.append(member)
            }
        }
        members = merged
    }

    private mutating func countUpdated(_ counts: ParticipantCountPayload) {
        if var session = toldSession {
            session.participantsCountByRole = counts.participantsCountByRole
            session.anonymousParticipantCount = counts.anonymousParticipantCount
            changedSession = session
        }
        changes.insert(.session)
        guard !isInSession else { return }
        participantCount = Self.count(counts.participantsCountByRole)
        anonymousParticipantCount = counts.anonymousParticipantCount
    }

    /// Takes over that somebody may not join any more, or may again.
    public mutating func setBlocked(_ userId: String, _ isBlocked: Bool) {
        var blocked = blockedUserIds.filter { $0 != userId }
        if isBlocked { blocked.insert(userId, at: blocked.firstIndex { $0 > userId } ?? blocked.endIndex) }
        blockedUserIds = blocked
    }

    private static func count(_ byRole: [String: Int]) -> Int {
        byRole.reduce(0) { $1.key == "anonymous" ? $0 : $0 + $1.value }
    }
}

extension Optional {
    /// Whether there is nothing; a comparison with nil copies what is there.
    fileprivate var isNone: Bool {
        switch self {
        case .none: true
        default: false
        }
    }
}
