import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    mutating func ring(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(RingCallRequest.self)
        let before = try call(question, .ring)
        try checkMayRing(question)
        if before.endedAt != nil { throw .ended(question.cid) }
        for (index, userId) in body.membersIds.enumerated() where before.member(userId) == nil {
            throw .badField("members_ids[\(index)]", "names no member of \(question.cid): \(userId)")
        }
        watch(question.cid, question.asker.receiver)
        try startRing(question, users: body.membersIds, isVideo: body.video)
        guard let answer = calls[question.cid]?.answer(to: question.asker.user, created: false) else {
            throw .unknownCall(question.cid)
        }
        return self.answer(.changed, answer, to: question.asker)
    }

    /// Throws for a guest of a call that belongs to others.
    mutating func checkMayRing(_ question: CallQuestion) throws(APIError) {
        let user = question.asker.user
        let isMember = calls.inPlace(question.cid) { $0.member(user.id) != nil } ?? false
        if user.role == CallRole.guest, !isMember { throw .guestsRing(question.cid) }
    }

    /// Rings these members, or all; never the caller, nor who is blocked, nor who is in the session.
    mutating func startRing(_ question: CallQuestion, users: [String], isVideo: Bool) throws(APIError) {
        let cid = question.cid
        startSession(cid)
        let caller = question.asker.user
        let rung = calls.inPlace(cid) { [date] in $0.ring(users, by: caller.id, at: date, isVideo: isVideo) }
        guard let rung else { throw .unknownCall(cid) }
        for userId in rung { note(cid, rings: userId) }
        limitRing(cid, rung, caller, isVideo)
        guard let payload = calls.inPlace(cid, { $0.ringPayload(from: caller, isVideo: isVideo) }) else { return }
        tell(CallRingEvent(cid, at: date, payload), users: rung)
    }

    private mutating func limitRing(_ cid: CallCid, _ users: [String], _ caller: User, _ isVideo: Bool) {
        let limit = calls.inPlace(cid) { $0.settings.ring.missedCallTimeout } ?? .zero
        guard !users.isEmpty, limit > .zero else { return }
        let ring = MissedRing(cid: cid, users: users, date: date, caller: caller, isVideo: isVideo)
        let timer = timers.schedule(.missed(ring), at: now.advanced(by: limit))
        calls.inPlace(cid) { [date] in $0.ringTimers.append(RingTimer(timer: timer, users: users, date: date)) }
    }

    mutating func accept(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        try check(question, .accept)
        let endedAt = calls.inPlace(question.cid) { $0.endedAt }
        if endedAt != nil { throw .ended(question.cid) }
        let userId = question.asker.user.id
        let outcome = calls.changeSession(of: question.cid) { [date] in $0.ring.accept(userId, at: date) } ?? .notRung
        if let refusal = outcome.refusal(question.cid) { throw refusal }
        guard let response = calls.inPlace(question.cid, { $0.tell() }) else { throw .unknownCall(question.cid) }
        if outcome == .counts {
            let payload = AnswerPayload {
                $0.call = response
                $0.user = question.asker.user
            }
            tellAll(
                CallAcceptedEvent(question.cid, at: date, payload), cause: question.asker.receiver)
            settleRingTimers(question.cid)
        }
        return answer(.changed, CallChangeResponse { $0.call = response }, to: question.asker)
    }

    mutating func reject(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(RejectCallRequest.self)
        try check(question, .reject)
        let userId = question.asker.user.id
        let outcome = calls.changeSession(of: question.cid) { [date] in $0.ring.reject(userId, at: date) } ?? .notRung
        if let refusal = outcome.refusal(question.cid) { throw refusal }
        guard let call = calls[question.cid] else { throw .unknownCall(question.cid) }
        if outcome != .answeredBefore {
            let payload = AnswerPayload {
                $0.call = call.response
                $0.user = question.asker.user
                $0.reason = body.reason
            }
            tellAll(
                CallRejectedEvent(question.cid, at: date, payload), cause: question.asker.receiver)
            settleRingTimers(question.cid)
        }
        return answer(.changed, CallChangeResponse { $0.call = call.response }, to: question.asker)
    }

    /// The ring's time is up: whoever has not answered is told that they missed it.
    mutating func miss(_ ring: MissedRing) {
        trace(.timer("missed_call_timeout of \(ring.cid)"))
        guard let before = calls[ring.cid], let session = before.session else { return }
        let missed =
            calls.changeSession(of: ring.cid) { [date] in
                $0.ring.miss(ring.users, rungAt: ring.date, at: date) {
                    session.contains(userId: $0) || before.isBlocked($0)
                }
            } ?? []
        calls[ring.cid]?.ringTimers.removeAll { $0.users == ring.users && $0.date == ring.date }
        guard !missed.isEmpty, let call = calls[ring.cid] else { return }
        let payload = MissedPayload {
            $0.call = call.response
            $0.members = call.members
            $0.sessionId = session.id
            $0.user = ring.caller
            $0.notifyUser = true
            $0.video = ring.isVideo
        }
        tell(CallMissedEvent(ring.cid, at: date, payload), users: missed)
    }

    /// Drops the timers of rings that everybody answered.
    private mutating func settleRingTimers(_ cid: CallCid) {
        let answered = calls.inPlace(cid) { $0.takeAnsweredRings() } ?? []
        for timer in answered { timers.cancel(timer) }
    }

    /// A user who was blocked or removed is rung no more.
    mutating func withdrawRing(of userId: String, in cid: CallCid) {
        calls.changeSession(of: cid) { $0.ring.withdraw(userId) }
        settleRingTimers(cid)
    }

    mutating func cancelRingTimers(_ cid: CallCid) {
        let ringTimers = calls.inPlace(cid) { call in
            defer { call.ringTimers = [] }
            return call.ringTimers
        }
        for limited in ringTimers ?? [] { timers.cancel(limited.timer) }
    }
}

extension Ring.Outcome {
    /// Why an answer is refused; nil when it is not.
    fileprivate func refusal(_ cid: CallCid) -> APIError? {
        switch self {
        case .counts, .takesBack, .answeredBefore: nil
        case .notRung: .notRung(cid)
        case .takenBack: .ringTakenBack(cid)
        case .rejectedBefore: .rejectedBefore(cid)
        }
    }
}
