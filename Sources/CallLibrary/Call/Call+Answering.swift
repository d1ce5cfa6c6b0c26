import CallCore
public import Signaling
import Timing

extension Call {
    /// Accepts the ring. Calls at the same time share one request, and a call that is accepted already answers at once.
    ///
    /// - Throws: ``RequestError``, ``TimeOutError``, ``CallLeftError``; ``InvalidCallTransition`` when the call is at a
    ///   stage that cannot be accepted.
    @discardableResult
    public func accept() async throws -> CallChangeResponse {
        try await outcome(of: beginAccepting(), sendAcceptance)
    }

    /// Accepts the ring, without a task; `tell` hears what comes of it.
    func accept(_ tell: @escaping AnswerListener) {
        answer(beginAccepting, tell, sendAcceptance)
    }

    private func sendAcceptance(_ tell: @escaping AnswerListener) {
        client.coordinator.askAboutCall(.call(cid, .accept), EmptyBody(), tell)
    }

    private func beginAccepting() throws -> Beginning {
        try requireUse()
        if stage == .accepting || stage == .accepted {
            guard let acceptance else { throw InvalidCallTransition(from: stage, to: .accepting) }
            return .underWay(acceptance)
        }
        try move(to: .accepting)
        client.ring(.answering(cid))
        let answer = answer(within: client.configuration.timeouts.accept, "accept", as: .accepted)
        acceptance = answer.outcome
        return .begun(answer)
    }

    /// Rejects the ring, or takes it back. Calls at the same time share one request.
    ///
    /// - Parameter reason: What the others are told, such as `decline`.
    /// - Throws: as ``accept()``.
    @discardableResult
    public func reject(reason: String? = nil) async throws -> CallChangeResponse {
        try await outcome(of: beginRejecting()) { [self] in sendRejection(reason, $0) }
    }

    /// Rejects the ring, without a task; `tell` hears what comes of it.
    func reject(reason: String, _ tell: @escaping AnswerListener) {
        answer(beginRejecting, tell) { [self] in sendRejection(reason, $0) }
    }

    private func beginRejecting() throws -> Beginning {
        try requireUse()
        if stage == .rejecting || stage == .rejected {
            guard let rejection else { throw InvalidCallTransition(from: stage, to: .rejecting) }
            return .underWay(rejection)
        }
        try move(to: .rejecting)
        let answer = answer(within: client.configuration.timeouts.reject, "reject", as: .rejected)
        rejection = answer.outcome
        return .begun(answer)
    }

    private func sendRejection(_ reason: String?, _ tell: @escaping AnswerListener) {
        client.coordinator.askAboutCall(
            .call(cid, .reject), RejectCallRequest { $0.reason = reason }
        ) { [self] (answer: Result<CallChangeResponse, any Error>) in
            if case .success = answer { wasRejected(reason) }
            tell(answer)
        }
    }

    private func wasRejected(_ reason: String?) {
        client.callWasRejected(self)
        // Nobody else could end the stay of a call that its client has let go.
        if joined != nil {
            endStay(reason: reason)
            client.announceEnd(of: self, reason: reason)
        }
    }

    // MARK: Answers

    /// Hears what the coordinator says to an answer.
    typealias AnswerListener = SharedOutcome<CallChangeResponse>.Listener
    /// Makes the request of an answer.
    private typealias AnswerRequest = @MainActor (@escaping AnswerListener) -> Void

    /// How an answer to a ring begins.
    private enum Beginning {
        /// The same answer is under way or was given, and is shared.
        case underWay(SharedOutcome<CallChangeResponse>)
        case begun(Answer)
    }

    /// An answer to a ring that is under way.
    private struct Answer {
        let outcome: SharedOutcome<CallChangeResponse>
        /// The stage while it is under way, and the one that its success leads to.
        let pending: CallStage
        let stage: CallStage
        let limit: WakeID
    }

    /// Begins an answer, which the stage tells already, and its limit.
    private func answer(within limit: Duration, _ name: String, as stage: CallStage) -> Answer {
        let outcome = SharedOutcome<CallChangeResponse>(onAbandoned: {})
        let scheduler = client.environment.scheduler
        let pending = self.stage
        let wake = scheduler.schedule(at: scheduler.now.advanced(by: limit), name + " of ", cId) { [self] in
            endAnswer(
                outcome, .failure(TimeOutError(operation: "\(name)() of \(cId)", limit: limit)), pending, stage)
        }
        return Answer(outcome: outcome, pending: pending, stage: stage, limit: wake)
    }

    private func outcome(
        of beginning: Beginning, _ request: @escaping AnswerRequest
    ) async throws -> CallChangeResponse {
        switch beginning {
        case .underWay(let outcome): return try await outcome.value()
        case .begun(let answer):
            carryOut(answer, request)
            return try await answer.outcome.value()
        }
    }

    private func answer(
        _ begin: () throws -> Beginning, _ tell: @escaping AnswerListener, _ request: @escaping AnswerRequest
    ) {
        do {
            switch try begin() {
            case .underWay(let outcome): outcome.whenSettled(tell)
            case .begun(let answer):
                answer.outcome.whenSettled(tell)
                carryOut(answer, request)
            }
        } catch {
            tell(.failure(error))
        }
    }

    /// Makes an answer's request; success leads to the answer's stage, failure through error to idle.
    private func carryOut(_ answer: Answer, _ request: @escaping AnswerRequest) {
        let scheduler = client.environment.scheduler
        // Whoever goes in the same breath answers nothing any more.
        scheduler.soon { [self] in
            request { [self] result in
                scheduler.cancel(answer.limit)
                endAnswer(answer.outcome, result, answer.pending, answer.stage)
            }
        }
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
            // The user has answered, so the ring is over for them although the answer did not count.
            client.closeRing(of: self)
            setStage(.error)
            setStage(.idle)
        }
        outcome.settle(result)
    }
}
