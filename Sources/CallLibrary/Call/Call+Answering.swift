import CallCore
public import Signaling
import Timing

extension Call {
    /// Accepts the ring. Concurrent calls share one request. An accepted call returns the earlier response.
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
            client.coordinator.sendAboutCall(.call(cid, .accept), EmptyBody(), $0)
        }
        acceptance = answer
        return answer
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
            ) { [self] (answer: Result<CallChangeResponse, any Error>) in
                if case .success = answer, !hasMovedOn { wasRejected(reason) }
                listener(answer)
            }
        }
        rejection = answer
        return answer
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
        endSessionAfterRejection(reason: reason)
    }

    /// Ends the session of a call that was rejected while it was joined, also when the request failed. No other code
    /// can end it: the call is no longer at the stage joined.
    private func endSessionAfterRejection(reason: String?) {
        guard joined != nil else { return }
        endSession(reason: reason)
        client.announceEnd(of: self, reason: reason)
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
        // A call that is left in the same turn sends no request.
        scheduler.enqueue { [self] in
            request { [self] result in
                timer.cancel()
                endAnswer(outcome, result, pending, stage)
            }
        }
        return outcome
    }

    private func endAnswer(
        _ outcome: SharedOutcome<CallChangeResponse>, _ result: Result<CallChangeResponse, any Error>,
        _ pending: CallStage, _ stage: CallStage
    ) {
        guard self.stage == pending else {
            outcome.settle(result)
            return
        }
        switch result {
        case .success(let response):
            updateState { $0.update(from: response) }
            setStage(stage)
        case .failure:
            // The user has answered, so the local ring ends although the request failed.
            client.closeRing(of: self)
            setStage(.error)
            setStage(.idle)
            endSessionAfterRejection(reason: nil)
        }
        outcome.settle(result)
    }
}
