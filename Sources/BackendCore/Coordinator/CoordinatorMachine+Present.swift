import Signaling
import Wire

/// Moderation of participants: mute, kick, pin for everyone.
extension CoordinatorMachine {
    func muteUsers(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(MuteUsersRequest.self)
        let call = try call(request, .muteUsers)
        let types = body.trackTypes
        guard !types.isEmpty else {
            throw .badField("audio", "or video, screenshare or screenshare_audio must be true")
        }
        let muted = try usersToMute(body, call, requester: request.requester.user.id)
        guard !muted.isEmpty else { return ServerResponse(.changed) }
        let payload = MutedUsersPayload {
            $0.fromUserId = request.requester.user.id
            $0.mutedUserIds = muted
        }
        notify(CallUserMutedEvent(call.cid, at: date, payload), cause: request.requester.receiver)
        order(.mute(call.cid, userIds: muted, types), in: call)
        return ServerResponse(.changed)
    }

    private func usersToMute(
        _ body: MuteUsersRequest, _ call: CallRecord, requester: String
    ) throws(APIError) -> [String] {
        let present = call.session?.participants.map(\.user.id) ?? []
        var muted: [String] = []
        if body.muteAllUsers {
            for userId in present where userId != requester && !muted.contains(userId) { muted.append(userId) }
            return muted
        }
        guard !body.userIds.isEmpty else { throw .badField("user_ids", "must name a user, or mute_all_users be true") }
        for (index, userId) in body.userIds.enumerated() {
            guard present.contains(userId) else {
                throw .badField("user_ids[\(index)]", "names no participant of the call: \(userId)")
            }
            if !muted.contains(userId) { muted.append(userId) }
        }
        return muted
    }

    func kick(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(KickUserRequest.self)
        let call = try call(request, .kick)
        if body.block, let refusal = call.refusal(of: request.requester.user, .blockUsers) { throw refusal }
        let user = try knownUser(body.userId)
        guard user.id != request.requester.user.id else { throw .badField("user_id", "is the asking user's own") }
        let isPresent = call.session?.contains(userId: user.id) ?? false
        guard isPresent || body.block else {
            throw .badField("user_id", "names no participant of the call: \(user.id)")
        }
        let cause = request.requester.receiver
        if isPresent {
            // The event precedes the kick, so that the user receives it.
            let payload = KickedUserPayload {
                $0.user = user
                $0.kickedByUser = request.requester.user
            }
            notify(KickedUserEvent(call.cid, at: date, payload), cause: cause)
        }
        if body.block { block(user, in: call, by: request.requester) }
        order(.remove(call.cid, userId: user.id, .kicked), in: call)
        return ServerResponse(.changed)
    }

    func setPinned(_ request: CallRequest, _ isPinned: Bool) throws(APIError) -> ServerResponse {
        let body = try request.body(ParticipantReference.self)
        let call = try call(request, isPinned ? .pin : .unpin)
        let participant = call.session?.participants.first { $0.userSessionId == body.sessionId }
        guard let participant else {
            throw .badField("session_id", "names no participant of the call: \(body.sessionId)")
        }
        guard participant.user.id == body.userId else {
            throw .badField("user_id", "is \(body.userId), but session_id belongs to \(participant.user.id)")
        }
        if let pins = call.session?.setPinned(isPinned, body) { order(.pin(call.cid, pins), in: call) }
        return ServerResponse(.changed)
    }

    /// Raises or lowers the hand of the requesting user, until it is changed or the user leaves.
    func setHandRaised(_ request: CallRequest, _ isRaised: Bool) throws(APIError) -> ServerResponse {
        let call = try call(request, isRaised ? .raiseHand : .lowerHand)
        let userId = request.requester.user.id
        let own = call.session?.participants.filter { $0.user.id == userId } ?? []
        guard !own.isEmpty else { throw .wrongState("\(userId) is not in \(call.cid)", advice: "join first") }
        guard own.contains(where: { ($0.handRaisedAt != nil) != isRaised }) else { return ServerResponse(.changed) }
        let raisedAt = isRaised ? date : nil
        call.session?.updateParticipants(of: userId) { $0.handRaisedAt = raisedAt }
        if let payload = call.sessionPayload { notify(CallRaisedHandsUpdatedEvent(call.cid, at: date, payload)) }
        return ServerResponse(.changed)
    }
}
