import Signaling
import Wire

/// What some may do to others who are in the call: mute, kick, pin for everyone.
extension CoordinatorMachine {
    mutating func muteUsers(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(MuteUsersRequest.self)
        let call = try call(question, .muteUsers)
        let types = body.trackTypes
        guard !types.isEmpty else {
            throw .badField("audio", "or video, screenshare or screenshare_audio must be true")
        }
        let muted = try usersToMute(body, call, asker: question.asker.user.id)
        guard !muted.isEmpty else { return ServerAnswer(.changed) }
        let payload = MutedUsersPayload {
            $0.fromUserId = question.asker.user.id
            $0.mutedUserIds = muted
        }
        tellAll(CallUserMutedEvent(question.cid, at: date, payload), cause: question.asker.receiver)
        tellSFU(of: question.cid, .mute(question.cid, userIds: muted, types))
        return ServerAnswer(.changed)
    }

    private func usersToMute(
        _ body: MuteUsersRequest, _ call: CallRecord, asker: String
    ) throws(APIError) -> [String] {
        let present = call.session?.participants.map(\.user.id) ?? []
        var muted: [String] = []
        if body.muteAllUsers {
            for userId in present where userId != asker && !muted.contains(userId) { muted.append(userId) }
            return muted
        }
        guard !body.userIds.isEmpty else { throw .badField("user_ids", "must name a user, or mute_all_users be true") }
        for (index, userId) in body.userIds.enumerated() {
            guard present.contains(userId) else {
                throw .badField("user_ids[\(index)]", "names nobody who is in the call: \(userId)")
            }
            if !muted.contains(userId) { muted.append(userId) }
        }
        return muted
    }

    mutating func kick(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(KickUserRequest.self)
        let before = try call(question, .kick)
        if body.block, let refusal = before.refusal(of: question.asker.user, .blockUsers) { throw refusal }
        let user = try knownUser(body.userId)
        guard user.id != question.asker.user.id else { throw .badField("user_id", "is the asking user's own") }
        let isPresent = before.session?.contains(userId: user.id) ?? false
        guard isPresent || body.block else {
            throw .badField("user_id", "names nobody who is in the call: \(user.id)")
        }
        let cause = question.asker.receiver
        if isPresent {
            // Told while the user still follows the call: they must learn it, too.
            let payload = KickedUserPayload {
                $0.user = user
                $0.kickedByUser = question.asker.user
            }
            tellAll(KickedUserEvent(question.cid, at: date, payload), cause: cause)
        }
        if body.block { block(user, in: question) }
        tellSFU(of: question.cid, .remove(question.cid, userId: user.id, .kicked))
        return ServerAnswer(.changed)
    }

    mutating func setPinned(_ question: CallQuestion, _ isPinned: Bool) throws(APIError) -> ServerAnswer {
        let body = try question.body(ParticipantReference.self)
        let call = try call(question, isPinned ? .pin : .unpin)
        let stay = call.session?.participants.first { $0.userSessionId == body.sessionId }
        guard let stay else { throw .badField("session_id", "names nobody who is in the call: \(body.sessionId)") }
        guard stay.user.id == body.userId else {
            throw .badField("user_id", "is \(body.userId), but session_id is a stay of \(stay.user.id)")
        }
        if let pins = calls.askSession(of: question.cid, { $0.setPinned(isPinned, body) }) {
            tellSFU(of: question.cid, .pin(question.cid, pins))
        }
        return ServerAnswer(.changed)
    }
}
