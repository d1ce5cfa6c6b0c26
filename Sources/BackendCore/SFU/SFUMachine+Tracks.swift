import Signaling
import Wire

/// Who publishes what, and who wants it.
extension SFUMachine {
    mutating func setPublisher(
        _ request: ServerRequest, _ body: SetPublisherRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        let stay = try stay(body.sessionId, of: request)
        userId = stay.userId
        try check(body.tracks, "tracks")
        for track in body.tracks where !track.muted { try requireGrant(track.trackType, stay) }
        announce(body.tracks, of: stay)
        return ServerAnswer(.changed)
    }

    mutating func updateMuteStates(
        _ request: ServerRequest, _ body: UpdateMuteStatesRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        let stay = try stay(body.sessionId, of: request)
        userId = stay.userId
        for (index, state) in body.muteStates.enumerated() where !state.muted {
            guard stay.tracks.contains(where: { $0.trackType == state.trackType }) else {
                throw .notAnnounced("mute_states[\(index)].track_type", state.trackType)
            }
            try requireGrant(state.trackType, stay)
        }
        for state in body.muteStates { setPublished(!state.muted, state.trackType, of: stay.sessionId, .userMuted) }
        return ServerAnswer(.changed)
    }

    mutating func updateSubscriptions(
        _ request: ServerRequest, _ body: UpdateSubscriptionsRequest, _ userId: inout String?
    ) throws(APIError) -> ServerAnswer {
        _ = try check(body.sessionId, of: request, &userId)
        for (index, track) in body.tracks.enumerated() where track.participant.sessionId == body.sessionId {
            throw .badField("tracks[\(index)].session_id", "is the asking participant's own")
        }
        stays.inPlace(body.sessionId) { $0.subscriptions = body.tracks }
        syncMedia(of: body.sessionId)
        return ServerAnswer(.changed)
    }

    /// There is one track of a type.
    func check(_ tracks: [TrackInfo], _ field: String) throws(APIError) {
        // There are so few types that one comes again soon.
        for (index, track) in tracks.enumerated()
        where tracks[..<index].contains(where: { $0.trackType == track.trackType }) {
            throw .badField("\(field)[\(index)].track_type", "is there twice")
        }
    }

    private func requireGrant(_ type: TrackType, _ stay: Stay) throws(APIError) {
        guard grants(of: stay).allow(type) else { throw .missing(type.capability, stay.cid) }
    }

    private func grants(of stay: Stay) -> CallGrants {
        sessions[stay.cid]?.admitted[stay.userId]?.grants
            ?? CallGrants {
                $0.canPublishAudio = false
                $0.canPublishVideo = false
                $0.canScreenshare = false
            }
    }

    /// What is published of the tracks that a client has, sorted.
    func published(_ tracks: [TrackInfo], _ grants: CallGrants) -> [TrackType] {
        tracks.isEmpty ? [] : tracks.lazy.filter { !$0.muted && grants.allow($0.trackType) }.map(\.trackType).sorted()
    }

    /// A client has these tracks now and no others.
    mutating func announce(_ tracks: [TrackInfo], of stay: Stay) {
        stays[stay.sessionId]?.tracks = tracks
        let published = published(tracks, grants(of: stay))
        for type in TrackType.allCases {
            setPublished(published.contains(type), type, of: stay.sessionId, .userMuted)
        }
        syncMedia(of: stay.sessionId)
    }

    /// Publishes a track or no longer; the others are told, and its own client unless it wanted that itself.
    private mutating func setPublished(
        _ isPublished: Bool, _ type: TrackType, of sessionId: String, _ cause: TrackUnpublishReason
    ) {
        guard let stay = stays[sessionId], stay.participant.publishedTracks.contains(type) != isPublished else {
            return
        }
        let reference = stay.participant.reference
        let known = cause == .userMuted ? sessionId : nil
        if isPublished {
            stays[sessionId]?.participant.publishedTracks = (stay.participant.publishedTracks + [type]).sorted()
            tell(
                .trackPublished(
                    TrackEvent {
                        $0.reference = reference
                        $0.trackType = type
                    }), in: stay.cid, butFor: known)
        } else {
            stays[sessionId]?.participant.publishedTracks.removeAll { $0 == type }
            tell(
                .trackUnpublished(
                    TrackEvent {
                        $0.reference = reference
                        $0.trackType = type
                        $0.cause = cause
                    }), in: stay.cid, butFor: known)
        }
        syncMedia(of: sessionId)
    }

    // MARK: What the coordinator wants

    /// Takes tracks of users from them; they may publish them again.
    mutating func mute(_ userIds: [String], _ types: [TrackType], in cid: CallCid) {
        for stay in stays(of: userIds, in: cid) {
            for type in types { setPublished(false, type, of: stay.sessionId, .moderation) }
        }
    }

    /// Lets a user publish this and nothing else; they are told, and what they may not publish is taken from them.
    mutating func grant(_ grants: CallGrants, to userId: String, in cid: CallCid) {
        guard sessions[cid]?.admitted[userId].map({ $0.grants != grants }) ?? false else { return }
        sessions[cid]?.admitted[userId]?.grants = grants
        for stay in stays(of: [userId], in: cid) {
            tell(.callGrantsUpdated(CallGrantsUpdate { $0.currentGrants = grants }), to: stay)
            for type in TrackType.allCases where !grants.allow(type) {
                setPublished(false, type, of: stay.sessionId, .permissionRevoked)
            }
        }
    }

    /// The stays of users in a session, in the order of joining.
    func stays(of userIds: [String], in cid: CallCid) -> [Stay] {
        let users = Set(userIds)
        return (sessions[cid]?.entries ?? []).compactMap { stays[$0.sessionId] }.filter { users.contains($0.userId) }
    }
}
