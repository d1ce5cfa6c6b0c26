import Signaling
import Wire

/// Published tracks and subscriptions.
extension SFUMachine {
    func setPublisher(
        _ request: ServerRequest, _ body: SetPublisherRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        try check(body.tracks, "tracks")
        let tracks = body.tracks.muted(by: withdrawals(of: session, after: body.asOf))
        for track in tracks where !track.muted { try requireGrant(track.trackType, session) }
        announce(tracks, of: session)
        return ServerResponse(.changed)
    }

    func updateMuteStates(
        _ request: ServerRequest, _ body: UpdateMuteStatesRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        for (index, state) in body.muteStates.enumerated() where !state.muted {
            guard session.tracks.contains(where: { $0.trackType == state.trackType }) else {
                throw .notAnnounced("mute_states[\(index)].track_type", state.trackType)
            }
            try requireGrant(state.trackType, session)
        }
        setPublished(body.muteStates.map { ($0.trackType, !$0.muted) }, of: session, .userMuted)
        return ServerResponse(.changed)
    }

    func updateSubscriptions(
        _ request: ServerRequest, _ body: UpdateSubscriptionsRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        for (index, track) in body.tracks.enumerated() where track.participant.sessionId == body.sessionId {
            throw .badField("tracks[\(index)].session_id", "is the asking participant's own")
        }
        session.subscriptions = body.tracks
        syncMedia(of: session)
        return ServerResponse(.changed)
    }

    /// Refuses two tracks of one type.
    func check(_ tracks: [TrackInfo], _ field: String) throws(APIError) {
        for (index, track) in tracks.enumerated()
        where tracks[..<index].contains(where: { $0.trackType == track.trackType }) {
            throw .badField("\(field)[\(index)].track_type", "is there twice")
        }
    }

    private func requireGrant(_ type: TrackType, _ session: SFUSession) throws(APIError) {
        guard grants(of: session).allow(type) else { throw .missing(type.capability, session.cid) }
    }

    private func grants(of session: SFUSession) -> CallGrants {
        calls[session.cid]?.admitted[session.userId]?.grants ?? CallGrants([])
    }

    /// The types of the tracks that are published, sorted: those that are unmuted and granted.
    func published(_ tracks: [TrackInfo], _ grants: CallGrants) -> [TrackType] {
        tracks.isEmpty ? [] : tracks.lazy.filter { !$0.muted && grants.allow($0.trackType) }.map(\.trackType).sorted()
    }

    /// Replaces the tracks of a session.
    func announce(_ tracks: [TrackInfo], of session: SFUSession) {
        session.tracks = tracks
        let published = published(tracks, grants(of: session))
        setPublished(TrackType.allCases.map { ($0, published.contains($0)) }, of: session, .userMuted)
        syncMedia(of: session)
    }

    /// Publishes or unpublishes tracks, and notifies the other participants. The session's own client is notified unless
    /// it caused the change. An event with the whole participant follows the last change, so that none shows half of it.
    private func setPublished(
        _ changes: [(type: TrackType, isPublished: Bool)], of session: SFUSession, _ cause: TrackUnpublishReason
    ) {
        let before = session.participant.publishedTracks
        withdrawAwaited(changes, of: session, cause)
        for change in changes
        where session.participant.publishedTracks.contains(change.type) != change.isPublished {
            setPublished(change.isPublished, change.type, of: session, cause)
        }
        if session.participant.publishedTracks != before { syncMedia(of: session) }
    }

    /// Publishes the tracks that a session has announced when it moved here, after its former SFU has released it.
    func publishAwaited(of sessionId: String) {
        guard let session = sessions[sessionId], !session.awaited.isEmpty else { return }
        let awaited = session.awaited
        setPublished(awaited.map { ($0, true) }, of: session, .userMuted)
    }

    /// Removes tracks from the awaited ones. The session's own client is notified of those that were withdrawn. The other
    /// participants know them as unpublished.
    private func withdrawAwaited(
        _ changes: [(type: TrackType, isPublished: Bool)], of session: SFUSession, _ cause: TrackUnpublishReason
    ) {
        guard !session.awaited.isEmpty else { return }
        let withdrawn = changes.filter { cause != .userMuted && session.awaited.contains($0.type) }.map(\.type)
        session.awaited.removeAll { type in changes.contains { $0.type == type } }
        repeatWithdrawals(withdrawn.map { Withdrawal(type: $0, cause: cause, event: 0) }, to: session)
    }

    private func setPublished(
        _ isPublished: Bool, _ type: TrackType, of session: SFUSession, _ cause: TrackUnpublishReason
    ) {
        let before = session.participant.publishedTracks
        let track = TrackEvent {
            $0.reference = session.participant.reference
            $0.trackType = type
            if !isPublished { $0.cause = cause }
        }
        session.participant.publishedTracks = isPublished ? (before + [type]).sorted() : before.filter { $0 != type }
        if isPublished { session.withdrawals.removeAll { $0.type == type } }
        if cause != .userMuted { withdraw(type, of: session, cause) }
        let known = cause == .userMuted ? session.sessionId : nil
        notify(isPublished ? .trackPublished(track) : .trackUnpublished(track), in: session.cid, except: known)
    }

    // MARK: Orders of the coordinator

    /// Unpublishes tracks of users, which may publish them again.
    func mute(_ userIds: [String], _ types: [TrackType], in cid: CallCid) {
        for session in calls[cid]?.sessions(of: userIds) ?? [] {
            setPublished(types.map { ($0, false) }, of: session, .moderation)
        }
    }

    /// Replaces the grants of a user, and unpublishes tracks that are no longer granted.
    func grant(_ grants: CallGrants, to userId: String, in cid: CallCid) {
        guard let call = calls[cid], let admission = call.admitted[userId], admission.grants != grants else { return }
        call.admitted[userId]?.grants = grants
        for session in call.sessions(of: [userId]) {
            send(.callGrantsUpdated(CallGrantsUpdate { $0.currentGrants = grants }), to: [session], of: cid)
            let revoked = TrackType.allCases.filter { !grants.allow($0) }
            setPublished(revoked.map { ($0, false) }, of: session, .permissionRevoked)
        }
    }
}

extension SFUMachine {
    /// Reports a client's counts to the coordinator, which adds them up.
    func takeStats(
        _ request: ServerRequest, _ body: SendStatsRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        effects.append(.report(.counted(session.cid, body)))
        return ServerResponse(.changed)
    }
}

/// Noise cancellation: each client reports its own, if the coordinator allows it.
extension SFUMachine {
    func setNoiseCancellation(
        _ isOn: Bool, _ request: ServerRequest, _ body: NoiseCancellationRequest, _ userId: inout String?
    ) throws(APIError) -> ServerResponse {
        let session = try session(body.sessionId, of: request, &userId)
        if isOn, calls[session.cid]?.admitted[session.userId]?.mayCancelNoise != true {
            throw .noNoiseCancellation(session.cid)
        }
        return ServerResponse(.changed)
    }

    /// Allows a user noise cancellation, or forbids it. The client, which runs it, learns that from its capabilities.
    func allowNoiseCancellation(_ isAllowed: Bool, to userId: String, in cid: CallCid) {
        calls[cid]?.admitted[userId]?.mayCancelNoise = isAllowed
    }
}
