internal import Containers
public import Signaling

extension CallStateValues {
    /// Applies a response that describes only the call.
    public mutating func update(from response: CallChangeResponse) {
        apply(CallParts(response))
    }

    /// Applies the response to get, create, ring and update.
    ///
    /// - Parameter membersLimit: The maximum number of members that was requested; nil for all.
    public mutating func update(from response: GetCallResponse, membersLimit: Int? = nil) {
        apply(CallParts(response, membersLimit: membersLimit))
    }

    /// Applies the coordinator's response to a join.
    ///
    /// - Parameter membersLimit: The maximum number of members that was requested; nil for all.
    public mutating func update(from response: JoinCallResponse, membersLimit: Int? = nil) {
        apply(CallParts(response, membersLimit: membersLimit))
        if recordingState == .requested { recordingState = .noRecording }
        statsCollectionInterval = response.statsOptions.reportingInterval
        reportsStatistics = response.statsOptions.isEnabled
    }

    /// Applies one call of a query's result.
    public mutating func update(from found: CallStateResponse) {
        apply(CallParts(found))
    }

    /// Applies a call of unknown age.
    public mutating func update(from call: CallResponse) {
        apply(CallParts(call))
    }

    /// Applies a call as an event or a response describes it.
    mutating func set(_ call: CallResponse) {
        // An ended call remains ended. An earlier description may come later, and a new call may have the same id.
        if call.endedAt != nil || createdAt != call.createdAt { endedAt = call.endedAt }
        createdAt = call.createdAt
        if createdBy != call.createdBy { createdBy = call.createdBy }
        updatedAt = call.updatedAt
        startsAt = call.startsAt
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
        if let response, response.settings == call.settings {} else { changes.insert(.settings) }
        response = call
        if call.settings.audio.noiseCancellation.mode == .disabled { isNoiseCancellationOn = false }
        arrivals = nil
        changedSession = nil
        changes.insert(.session)
        guard !isInSession, let counts = call.session?.participantsCountByRole else { return }
        participantCount = Self.count(counts)
        anonymousParticipantCount = call.session?.anonymousParticipantCount ?? 0
    }

    mutating func set(_ members: [Member]) { self.members = members }

    /// Sets the capabilities of this user. A medium that may no longer be published is switched off, and remains off
    /// when the capability returns.
    public mutating func setCapabilities(_ capabilities: [OwnCapability]) {
        if grantedCapabilities != capabilities {
            if grantedCapabilities.isEmpty || Set(grantedCapabilities) != Set(capabilities) {
                changes.insert(.ownCapabilities)
            }
            grantedCapabilities = capabilities
        }
        callSettings = callSettings.limited(to: capabilities)
        if !capabilities.contains(.enableNoiseCancellation) { isNoiseCancellationOn = false }
    }

    /// Changes one setting, unless the user lacks its capability.
    ///
    /// Before the session, the choice is kept and overrides the call's defaults at the join.
    public mutating func switchSetting(_ setting: CallSettings.Setting, _ change: (inout CallSettings) -> Void) {
        switchSettings(change)
        if !isInSession { choices.choose(setting, from: callSettings) }
    }

    /// Changes the settings, except for those whose capability the user lacks.
    public mutating func switchSettings(_ change: (inout CallSettings) -> Void) {
        var wanted = callSettings
        change(&wanted)
        let allowed = isInitialized ? wanted.limited(to: grantedCapabilities) : wanted
        if allowed != callSettings { callSettings = allowed }
    }

    /// Applies the parts of an event that responses do not describe.
    mutating func applyExtras(of event: CoordinatorEvent) {
        switch event {
        case .ring(let event): ringer = event.user.id
        case .ended(let event): endedBy = event.user ?? endedBy
        case .updated(let event) where !event.capabilitiesByRole.isEmpty: capabilitiesByRole = event.capabilitiesByRole
        case .memberUpdatedPermission(let event): capabilitiesByRole = event.capabilitiesByRole
        case .permissionRequest(let event): addRequests(of: event)
        case .permissionsUpdated(let event): forgetRequests(of: event.user.id, for: event.ownCapabilities)
        case .closedCaption(let event): append(event.closedCaption)
        default: break
        }
    }

    /// Applies the parts of an event that responses also describe, unless they are known as of a later event.
    ///
    /// - Returns: True when the event changes such a part.
    mutating func applyParts(of event: CoordinatorEvent, _ number: Int?) -> Bool {
        let (isNewForCall, isNewForMembers) = (known.isNew(\.call, number), known.isNew(\.members, number))
        switch event {
        case .userUpdated(let event):
            if isNewForMembers { updateMember(event.user) }
            if isNewForCall { updateSession(event.user) }
        case .permissionsUpdated(let event) where event.user.id == me:
            if known.isNew(\.capabilities, number) { setCapabilities(event.ownCapabilities) }
        default:
            guard let call = event.call else { return isNewForCall && applyIncrement(of: event) }
            if isNewForCall {
                set(call)
                applyEgress(event)
            }
            if isNewForMembers { changeMembers(event) }
        }
        return true
    }

    private mutating func changeMembers(_ event: CoordinatorEvent) {
        switch event {
        case .created(let event): merge(event.members)
        case .memberAdded(let event): merge(event.members)
        case .memberUpdated(let event): merge(event.members)
        case .ring(let event): merge(event.members)
        case .notification(let event): merge(event.members)
        case .memberUpdatedPermission(let event): merge(event.members)
        case .memberRemoved(let event): removeMembers(event.members)
        default: break
        }
    }

    /// Applies an event that describes one change instead of the whole call. Returns false for any other event.
    private mutating func applyIncrement(of event: CoordinatorEvent) -> Bool {
        switch event {
        case .sessionParticipantJoined(let event): setArrival(event.participant.userSessionId, event.participant)
        case .sessionParticipantLeft(let event): setArrival(event.participant.userSessionId, nil)
        case .sessionParticipantCountUpdated(let event): countUpdated(event.payload)
        case .blockedUser(let event): setBlocked(event.user.id, true)
        case .unblockedUser(let event): setBlocked(event.user.id, false)
        default:
            guard event.isOfEgress else { return false }
            applyEgress(event)
        }
        return true
    }

    private mutating func updateMember(_ user: User) {
        guard let index = members.firstIndex(where: { $0.userId == user.id }) else { return }
        members[index].user = user
    }

    /// Updates the participants of a user, one for each device.
    private mutating func updateSession(_ user: User) {
        for var participant in session?.participants ?? [] where participant.user.id == user.id {
            participant.user = user
            setArrival(participant.userSessionId, participant)
        }
    }

    /// Removes members by user id.
    package mutating func removeMembers(_ userIds: [String]) {
        members.removeAll { userIds.contains($0.userId) }
    }

    /// Adds or replaces members. Each keeps its own custom data.
    package mutating func merge(_ changed: [Member]) {
        // Responses and events of one call mostly contain equal lists.
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
        if var session = receivedSession {
            session.participantsCountByRole = counts.participantsCountByRole
            session.anonymousParticipantCount = counts.anonymousParticipantCount
            changedSession = session
        }
        changes.insert(.session)
        guard !isInSession else { return }
        participantCount = Self.count(counts.participantsCountByRole)
        anonymousParticipantCount = counts.anonymousParticipantCount
    }

    /// Blocks or unblocks a user.
    public mutating func setBlocked(_ userId: String, _ isBlocked: Bool) {
        var blocked = blockedUserIds.filter { $0 != userId }
        if isBlocked { blocked.insert(userId, at: blocked.firstIndex { $0 > userId } ?? blocked.endIndex) }
        blockedUserIds = blocked
    }

    private static func count(_ byRole: [String: Int]) -> Int {
        byRole.reduce(0) { $1.key == "anonymous" ? $0 : $0 + $1.value }
    }
}

extension CoordinatorEvent {
    /// True for an event of recordings, broadcasts, transcription or captions that does not describe the call.
    fileprivate var isOfEgress: Bool {
        switch self {
        case .recordingStarted, .recordingStopped, .recordingFailed, .hlsBroadcastingStarted, .hlsBroadcastingStopped,
            .hlsBroadcastingFailed, .rtmpBroadcastStarted, .rtmpBroadcastStopped, .rtmpBroadcastFailed,
            .transcriptionStarted, .transcriptionStopped, .transcriptionFailed, .closedCaptionsStarted,
            .closedCaptionsStopped, .closedCaptionsFailed:
            true
        default: false
        }
    }
}

extension Optional {
    /// True for nil. A comparison with nil would copy the value.
    fileprivate var isNone: Bool {
        switch self {
        case .none: true
        default: false
        }
    }
}
