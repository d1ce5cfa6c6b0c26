import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    mutating func markEnded(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let before = try call(question, .markEnded)
        if before.endedAt == nil { end(before, by: question.asker) }
        guard let call = calls[question.cid] else { throw .unknownCall(question.cid) }
        return answer(.changed, CallChangeResponse { $0.call = call.response }, to: question.asker)
    }

    private mutating func end(_ before: CallRecord, by asker: Asker) {
        let cid = before.cid
        endEgress(cid)
        cancelSessionTimer(cid)
        calls[cid]?.endedAt = date
        calls[cid]?.updatedAt = date
        calls.changeSession(of: cid) { [date] in $0.end(at: date) }
        calls[cid]?.countEnd(at: date)
        cancelRingTimers(cid)
        if let edge = before.edge { effects.append(.order(edge: edge, .end(cid, .ended))) }
        guard let call = calls[cid] else { return }
        let payload = AnswerPayload {
            $0.call = call.response
            $0.user = asker.user
        }
        tellAll(CallEndedEvent(cid, at: date, payload), cause: asker.receiver)
        guard before.session?.startedAt != nil, before.session?.endedAt == nil else { return }
        tellSessionEnded(cid)
    }

    mutating func sendEvent(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(SendEventRequest.self)
        try check(question, .sendEvent)
        try check(body.custom, "custom")
        let payload = CustomPayload {
            $0.custom = body.custom
            $0.user = question.asker.user
        }
        calls[question.cid]?.countCustomEvent()
        tellAll(CustomVideoEvent(question.cid, at: date, payload), cause: question.asker.receiver)
        return ServerAnswer(.changed)
    }

    /// Data of the application's own goes to everybody at once: it has a limit.
    func check(_ custom: CBOR.Map, _ field: String) throws(APIError) {
        guard !custom.isEmpty else { return }
        let count = CBOR.map(custom).encoded().count
        guard count <= configuration.customDataLimit else {
            throw .tooLong(field, count, limit: configuration.customDataLimit)
        }
    }

    mutating func setBlocked(_ question: CallQuestion, _ isBlocked: Bool) throws(APIError) -> ServerAnswer {
        let body = try question.body(UserIdRequest.self)
        let before = try call(question, isBlocked ? .block : .unblock)
        let user = try knownUser(body.userId)
        guard user.id != question.asker.user.id else { throw .badField("user_id", "is the asking user's own") }
        guard before.isBlocked(user.id) != isBlocked else { return ServerAnswer(.changed) }
        if isBlocked {
            block(user, in: question)
            tellSFU(of: question.cid, .remove(question.cid, userId: user.id, .kicked))
        } else {
            _ = calls[question.cid]?.setBlocked(user.id, false, at: date)
            tellAll(
                UnblockedUserEvent(question.cid, at: date, UserPayload { $0.user = user }),
                cause: question.asker.receiver)
        }
        return ServerAnswer(.changed)
    }

    /// Told while the user still follows the call: they must learn it, too.
    mutating func block(_ user: User, in question: CallQuestion) {
        guard !(calls[question.cid]?.isBlocked(user.id) ?? true) else { return }
        let payload = BlockedUserPayload {
            $0.user = user
            $0.blockedByUser = question.asker.user
        }
        tellAll(BlockedUserEvent(question.cid, at: date, payload), cause: question.asker.receiver)
        _ = calls[question.cid]?.setBlocked(user.id, true, at: date)
        withdrawRing(of: user.id, in: question.cid)
    }
}
