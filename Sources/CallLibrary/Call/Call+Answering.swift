import CallCore
public import Signaling
import Timing

extension Call {
    /// Accepts the ring. Concurrent calls share one request. An accepted call returns the earlier response, unless it rings
    /// again.
    ///
    /// - Throws: ``RequestError``, ``TimeOutError``, ``CallLeftError``; ``InvalidCallTransition`` when the call is at a
    ///   stage that cannot be accepted.
    @discardableResult
    public func accept() async throws -> CallChangeResponse {
        try await beginAccepting().value()
    }

    /// Accepts the ring and calls `listener` once with the outcome.
    func accept(_ listener: @escaping AnswerListener) {
        notify(listener) { try beginAccepting() }
    }

    private func beginAccepting() throws -> SharedOutcome<CallChangeResponse> {
        try requireUse()
        if stage == .accepting || stage == .accepted {
            guard let acceptance else { throw InvalidCallTransition(from: stage, to: .accepting) }
            return acceptance
        }
        try move(to: .accepting)
        client.ring(.answering(cid))
        let answer = answer(within: client.configuration.timeouts.accept, "accept", as: .accepted) { [self] in
            requestAcceptance($0)
        }
        acceptance = answer
        return answer
    }

    private func requestAcceptance(_ listener: @escaping AnswerListener) {
        client.coordinator.sendAboutCall(.call(cid, .accept), EmptyBody(), listener)
    }

    /// Accepts a ring that arrives during the acceptance of an earlier one. The first response is the outcome of both.
    func acceptAgain() {
        guard let acceptance else { return }
        requestAcceptance { [self] result in endAnswer(acceptance, result, .accepting, .accepted) }
    }

    /// Rejects or cancels the ring. Concurrent calls share one request.
    ///
    /// - Parameter reason: The reason that other members receive, such as `decline`.
    /// - Throws: as ``accept()``.
    @discardableResult
    public func reject(reason: String? = nil) async throws -> CallChangeResponse {
        try await beginRejecting(reason).value()
    }

    /// Rejects the ring and calls `listener` once with the outcome.
    func reject(reason: String, _ listener: @escaping AnswerListener) {
        notify(listener) { try beginRejecting(reason) }
    }

    private func beginRejecting(_ reason: String?) throws -> SharedOutcome<CallChangeResponse> {
        try requireUse()
        if stage == .rejecting || stage == .rejected {
            guard let rejection else { throw InvalidCallTransition(from: stage, to: .rejecting) }
            return rejection
        }
        try move(to: .rejecting)
        let answer = answer(within: client.configuration.timeouts.reject, "reject", as: .rejected) { [self] listener in
            client.coordinator.sendAboutCall(
                .call(cid, .reject), RejectCallRequest { $0.reason = reason }
            ) { [self] (result: Result<CallChangeResponse, any Error>) in
                if case .success = result, !hasMovedOn { wasRejected(reason) }
                listener(result)
            }
        }
        rejection = answer
        return answer
    }

    /// Cancels this user's ring of a call that a later command uses. The stage does not change. A callee that has accepted
    /// would take the cancel for the end of the call.
    func cancelRing() {
        guard !(state.values.sessionSummary?.acceptedBy.keys.contains { $0 != client.me.id } ?? false) else { return }
        let request = RejectCallRequest { $0.reason = RejectionReason.cancel.text }
        client.coordinator.sendAboutCall(
            .call(cid, .reject), request
        ) { [self] (result: Result<CallChangeResponse, any Error>) in
            switch result {
            case .success(let response):
                updateState { $0.update(from: response) }
            case .failure(let error):
                client.environment.trace(.mark(name: "call.cancel.failed", details: [("error", "\(error)")]))
            }
        }
    }

    /// True while a rejection is pending that ends only a ring.
    var isRejecting: Bool { stage == .rejecting && joined == nil }

    /// True when a later command uses the call. The late response to a rejection that timed out must not release it.
    private var hasMovedOn: Bool {
        switch stage {
        case .accepting, .accepted, .joining, .joined: true
        case .idle, .rejecting, .rejected, .leaving, .error: false
        }
    }

    private func wasRejected(_ reason: String?) {
        client.callWasRejected(self)
        guard endRejectedSession(reason: reason) else { return }
        client.announceEnd(of: self, reason: reason)
    }

    /// Ends the session of a call that was rejected while it was joined, also when the request failed. No other code
    /// can end it: the call is no longer at the stage joined.
    ///
    /// - Returns: True when the call had a session.
    private func endRejectedSession(reason: String?) -> Bool {
        guard joined != nil else { return false }
        endSession(reason: reason)
        return true
    }

    // MARK: Answers

    typealias AnswerListener = SharedOutcome<CallChangeResponse>.Listener

    private func notify(
        _ listener: @escaping AnswerListener, _ begin: () throws -> SharedOutcome<CallChangeResponse>
    ) {
        do {
            try begin().whenSettled(listener)
        } catch {
            listener(.failure(error))
        }
    }

    /// Sends the request of an answer. Success moves to `stage`; failure moves to `error` and then to `idle`.
    private func answer(
        within limit: Duration, _ name: String, as stage: CallStage,
        _ request: @escaping @MainActor (@escaping AnswerListener) -> Void
    ) -> SharedOutcome<CallChangeResponse> {
        let outcome = SharedOutcome<CallChangeResponse>(onAbandoned: {})
        let (scheduler, pending) = (client.environment.scheduler, self.stage)
        let timer = SingleTimer(scheduler)
        timer.set(after: limit, name + " of ", cId) { [self] in
            endAnswer(
                outcome, .failure(TimeOutError(operation: "\(name)() of \(cId)", limit: limit)), pending, stage)
        }
        // The outcome may be settled by a leave.
        outcome.whenSettled { _ in timer.cancel() }
        // A call that is left in the same turn sends no request.
        scheduler.enqueue { [self] in
            request { [self] result in endAnswer(outcome, result, pending, stage) }
        }
        return outcome
    }

    private func endAnswer(
        _ outcome: SharedOutcome<CallChangeResponse>, _ result: Result<CallChangeResponse, any Error>,
        _ pending: CallStage, _ stage: CallStage
    ) {
        guard self.stage == pending, outcome === acceptance || outcome === rejection else {
            outcome.settle(result)
            return
        }
        switch result {
        case .success(let response):
            if stage == .accepted { noteAcceptance(response) }
            updateState { $0.update(from: response) }
            setStage(stage)
        case .failure:
            // The user has answered, so the local ring ends although the request failed.
            client.closeAnsweredRing(of: self)
            setStage(.error)
            // An idle call has no session.
            let hadSession = endRejectedSession(reason: nil)
            setStage(.idle)
            if hadSession { client.announceEnd(of: self, reason: nil) }
        }
        outcome.settle(result)
    }
}
