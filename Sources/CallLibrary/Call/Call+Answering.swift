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
        try await outcome(of: beginAccepting()) { try await self.send(.accept) }
    }

    /// Accepts the ring in the caller's own task, which nobody cancels; `tell` hears what comes of it.
    func accept(_ tell: @escaping SharedOutcome<CallChangeResponse>.Listener) async {
        await answer(beginAccepting, tell) { try await self.send(.accept) }
    }

    private func beginAccepting() throws -> Beginning {
        try requireUse()
        if stage == .accepting || stage == .accepted {
            guard let acceptance else { throw InvalidCallTransition(from: stage, to: .accepting) }
            return .underWay(acceptance)
        }
        try move(to: .accepting)
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
        try await outcome(of: beginRejecting()) { try await self.sendRejection(reason) }
    }

    /// Rejects the ring in the caller's own task, which nobody cancels; `tell` hears what comes of it.
    func reject(reason: String, _ tell: @escaping SharedOutcome<CallChangeResponse>.Listener) async {
        await answer(beginRejecting, tell) { try await self.sendRejection(reason) }
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

    private func sendRejection(_ reason: String?) async throws -> CallChangeResponse {
        let response: CallChangeResponse = try await send(.reject, RejectCallRequest(reason: reason))
        client.callWasRejected(self)
        // Nobody else could end the stay of a call that its client has let go.
        if joined != nil {
            endStay(reason: reason)
            client.announceEnd(of: self, reason: reason)
        }
        return response
    }

    // MARK: Answers

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
        let wake = scheduler.schedule(at: scheduler.now.advanced(by: limit), name + " of " + cId) { [weak self] in
            self?.endAnswer(
                outcome, .failure(TimeOutError(operation: "\(name)() of \(self?.cId ?? "")", limit: limit)), pending,
                stage)
        }
        return Answer(outcome: outcome, pending: pending, stage: stage, limit: wake)
    }

    /// What comes of an answer whose request runs in a task of its own: who waits for it may be cancelled.
    private func outcome(
        of beginning: Beginning, _ request: @escaping @MainActor () async throws -> CallChangeResponse
    ) async throws -> CallChangeResponse {
        switch beginning {
        case .underWay(let outcome): return try await outcome.value()
        case .begun(let answer):
            Task { @MainActor in await carryOut(answer, request) }
            return try await answer.outcome.value()
        }
    }

    /// Answers in the caller's own task; `tell` hears what comes of it.
    private func answer(
        _ begin: () throws -> Beginning, _ tell: @escaping SharedOutcome<CallChangeResponse>.Listener,
        _ request: () async throws -> CallChangeResponse
    ) async {
        do {
            switch try begin() {
            case .underWay(let outcome): outcome.whenSettled(tell)
            case .begun(let answer):
                answer.outcome.whenSettled(tell)
                // Whoever goes in the same breath answers nothing any more.
                await Task.yield()
                await carryOut(answer, request)
            }
        } catch {
            tell(.failure(error))
        }
    }

    /// Makes an answer's request; success leads to the answer's stage, failure through error to idle.
    private func carryOut(_ answer: Answer, _ request: () async throws -> CallChangeResponse) async {
        let result: Result<CallChangeResponse, any Error>
        do {
            result = .success(try await request())
        } catch {
            result = .failure(error)
        }
        client.environment.scheduler.cancel(answer.limit)
        endAnswer(answer.outcome, result, answer.pending, answer.stage)
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
            updateState { $0.update(from: response.call) }
            setStage(stage)
        case .failure:
            setStage(.error)
            setStage(.idle)
        }
        outcome.settle(result)
    }
}
