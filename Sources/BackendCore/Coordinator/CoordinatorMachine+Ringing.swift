import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    func ring(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(RingCallRequest.self)
        let call = try call(request, .ring)
        try checkMayRing(call, request.requester.user)
        if call.endedAt != nil { throw .ended(call.cid) }
        for (index, userId) in body.membersIds.enumerated() where call.member(userId) == nil {
            throw .badField("members_ids[\(index)]", "names no member of \(call.cid): \(userId)")
        }
        watch(call, request.requester.receiver)
        startRing(call, request.requester, users: body.membersIds, isVideo: body.video)
        return makeResponse(
            .changed, call.getCallResponse(for: request.requester.user, created: false), to: request.requester)
    }

    /// Throws for a guest that is not a member of the call.
    func checkMayRing(_ call: CallRecord, _ user: User) throws(APIError) {
        if user.role == CallRole.guest, call.member(user.id) == nil { throw .guestsRing(call.cid) }
    }

    /// Rings members of a call: the given ones, or all. Excludes the caller, blocked users and users in the session.
    func startRing(_ call: CallRecord, _ requester: Requester, users: [String], isVideo: Bool) {
        startSession(call)
        let rung = call.ring(users, by: requester.user.id, at: date, isVideo: isVideo)
        for userId in rung { note(call.cid, rings: userId) }
        limitRing(call, rung, requester.user, isVideo)
        let payload = call.ringPayload(from: requester.user, isVideo: isVideo)
        notify(CallRingEvent(call.cid, at: date, payload), users: rung)
    }

    private func limitRing(_ call: CallRecord, _ users: [String], _ caller: User, _ isVideo: Bool) {
        let limit = call.settings.ring.missedCallTimeout
        guard !users.isEmpty, limit > .zero else { return }
        let ring = LimitedRing(cid: call.cid, users: users, date: date, caller: caller, isVideo: isVideo)
        let timer = timers.schedule(.missed(ring), at: now.advanced(by: limit))
        call.ringTimers.append(RingTimer(timer: timer, users: users, date: date))
    }

    func accept(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .accept)
        if call.endedAt != nil { throw .ended(call.cid) }
        let outcome = call.session?.ring.accept(request.requester.user.id, at: date) ?? .notRung
        if let refusal = outcome.refusal(call.cid) { throw refusal }
        let response = call.response
        if outcome == .counts {
            let payload = AnswerPayload {
                $0.call = response
                $0.user = request.requester.user
            }
            notify(CallAcceptedEvent(call.cid, at: date, payload), cause: request.requester.receiver)
            settleRingTimers(call)
        }
        return makeResponse(.changed, CallChangeResponse { $0.call = response }, to: request.requester)
    }

    func reject(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(RejectCallRequest.self)
        let call = try call(request, .reject)
        let outcome = call.session?.ring.reject(request.requester.user.id, at: date) ?? .notRung
        if let refusal = outcome.refusal(call.cid) { throw refusal }
        let response = call.response
        if outcome != .answeredBefore {
            let payload = AnswerPayload {
                $0.call = response
                $0.user = request.requester.user
                $0.reason = body.reason
            }
            notify(CallRejectedEvent(call.cid, at: date, payload), cause: request.requester.receiver)
            settleRingTimers(call)
        }
        return makeResponse(.changed, CallChangeResponse { $0.call = response }, to: request.requester)
    }

    /// Ends the time to answer a ring, and notifies the users that have not answered.
    func miss(_ ring: LimitedRing) {
        trace(.timer("missed_call_timeout of \(ring.cid)"))
        guard let call = calls[ring.cid], let session = call.session else { return }
        let missed = session.ring.miss(ring.users, rungAt: ring.date, at: date) {
            session.contains(userId: $0) || call.isBlocked($0)
        }
        call.ringTimers.removeAll { $0.users == ring.users && $0.date == ring.date }
        guard !missed.isEmpty else { return }
        let payload = call.missedPayload(from: ring.caller, isVideo: ring.isVideo)
        notify(CallMissedEvent(ring.cid, at: date, payload), users: missed)
    }

    /// Cancels the timers of rings that all users have answered.
    private func settleRingTimers(_ call: CallRecord) {
        for timer in call.takeAnsweredRings() { timers.cancel(timer) }
    }

    /// Cancels the ring of a user that was blocked or removed.
    func withdrawRing(of userId: String, in call: CallRecord) {
        call.session?.ring.withdraw(userId)
        settleRingTimers(call)
    }

    func cancelRingTimers(_ call: CallRecord) {
        for limited in call.ringTimers { timers.cancel(limited.timer) }
        call.ringTimers = []
    }
}

extension Ring.Outcome {
    /// The reason to refuse an answer; nil when it is accepted.
    fileprivate func refusal(_ cid: CallCid) -> APIError? {
        switch self {
        case .counts, .cancels, .answeredBefore: nil
        case .notRung: .notRung(cid)
        case .cancelled: .ringCancelled(cid)
        case .rejectedBefore: .rejectedBefore(cid)
        }
    }
}
