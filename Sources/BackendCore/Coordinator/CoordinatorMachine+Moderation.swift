import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    func markEnded(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .markEnded)
        // A user with the right to join an ended call may have begun a session in it.
        if call.endedAt == nil || call.isOngoing { end(call, by: request.requester) }
        return makeResponse(.changed, CallChangeResponse { $0.call = call.response }, to: request.requester)
    }

    private func end(_ call: CallRecord, by requester: Requester) {
        let wasInSession = call.isOngoing
        endForAll(call)
        call.endedAt = date
        call.countEnd(at: date)
        let payload = AnswerPayload {
            $0.call = call.response
            $0.user = requester.user
        }
        notify(CallEndedEvent(call.cid, at: date, payload), cause: requester.receiver)
        if wasInSession { notifySessionEnded(call) }
    }

    /// Ends the session of a call, its egress, its timers and its sessions on SFUs.
    func endForAll(_ call: CallRecord) {
        endEgress(call)
        cancelSessionTimer(call)
        call.updatedAt = date
        call.session?.end(at: date)
        cancelRingTimers(call)
        order(.end(call.cid, .ended), in: call)
    }

    func sendEvent(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(SendEventRequest.self)
        let call = try call(request, .sendEvent)
        try check(body.custom, "custom")
        let payload = CustomPayload {
            $0.custom = body.custom
            $0.user = request.requester.user
        }
        call.countCustomEvent()
        notify(CustomVideoEvent(request.cid, at: date, payload), cause: request.requester.receiver)
        return ServerResponse(.changed)
    }

    /// Refuses custom data beyond the limit, because it is sent to all receivers.
    func check(_ custom: CBOR.Map, _ field: String) throws(APIError) {
        guard !custom.isEmpty else { return }
        let count = CBOR.map(custom).encoded().count
        guard count <= configuration.customDataLimit else {
            throw .tooLong(field, count, limit: configuration.customDataLimit)
        }
    }

    func setBlocked(_ request: CallRequest, _ isBlocked: Bool) throws(APIError) -> ServerResponse {
        let body = try request.body(UserIdRequest.self)
        let call = try call(request, isBlocked ? .block : .unblock)
        let user = try knownUser(body.userId)
        guard user.id != request.requester.user.id else { throw .badField("user_id", "is the asking user's own") }
        guard call.isBlocked(user.id) != isBlocked else { return ServerResponse(.changed) }
        if isBlocked {
            block(user, in: call, by: request.requester)
            order(.remove(call.cid, userId: user.id, .kicked), in: call)
        } else {
            call.setBlocked(user.id, false, at: date)
            notify(
                UnblockedUserEvent(call.cid, at: date, UserPayload { $0.user = user }),
                cause: request.requester.receiver)
        }
        return ServerResponse(.changed)
    }

    /// Blocks a user. The event precedes the block, so that the user receives it.
    func block(_ user: User, in call: CallRecord, by requester: Requester) {
        guard !call.isBlocked(user.id) else { return }
        let payload = BlockedUserPayload {
            $0.user = user
            $0.blockedByUser = requester.user
        }
        notify(BlockedUserEvent(call.cid, at: date, payload), cause: requester.receiver)
        call.setBlocked(user.id, true, at: date)
        withdrawRing(of: user.id, in: call)
    }
}
