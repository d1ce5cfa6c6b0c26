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
        if let answer = try beginAccepting() {
            Task { @MainActor in await carryOut(answer) { try await self.send(.accept) } }
        }
        return try await sharedAcceptance().value()
    }

    /// Accepts the ring in the caller's own task, which nobody cancels; `tell` hears what comes of it.
    func accept(_ tell: @escaping SharedOutcome<CallChangeResponse>.Listener) async {
        do {
            let answer = try beginAccepting()
            try sharedAcceptance().whenSettled(tell)
            guard let answer else { return }
            // Whoever goes in the same breath answers nothing any more.
            await Task.yield()
            await carryOut(answer) { try await self.send(.accept) }
        } catch {
            tell(.failure(error))
        }
    }

    /// Begins to accept the ring; nil when that has begun before.
    private func beginAccepting() throws -> Answer? {
        try requireUse()
        guard stage != .accepting, stage != .accepted else { return nil }
        try move(to: .accepting)
        let answer = answer(within: client.configuration.timeouts.accept, "accept", as: .accepted)
        acceptance = answer.outcome
        return answer
    }

    private func sharedAcceptance() throws -> SharedOutcome<CallChangeResponse> {
        guard let acceptance else { throw InvalidCallTransition(from: stage, to: .accepting) }
        return acceptance
    }

    /// Rejects the ring, or takes it back. Calls at the same time share one request.
    ///
    /// - Parameter reason: What the others are told, such as `decline`.
    /// - Throws: as ``accept()``.
    @discardableResult
    public func reject(reason: String? = nil) async throws -> CallChangeResponse {
        if let answer = try beginRejecting() {
            Task { @MainActor in await carryOut(answer) { try await self.sendRejection(reason) } }
        }
        return try await sharedRejection().value()
    }

    /// Rejects the ring in the caller's own task, which nobody cancels; `tell` hears what comes of it.
    func reject(reason: String, _ tell: @escaping SharedOutcome<CallChangeResponse>.Listener) async {
        do {
            let answer = try beginRejecting()
            try sharedRejection().whenSettled(tell)
            guard let answer else { return }
            // Whoever goes in the same breath answers nothing any more.
            await Task.yield()
            await carryOut(answer) { try await self.sendRejection(reason) }
        } catch {
            tell(.failure(error))
        }
    }

    /// Begins to reject the ring; nil when that has begun before.
    private func beginRejecting() throws -> Answer? {
        try requireUse()
        guard stage != .rejecting, stage != .rejected else { return nil }
        try move(to: .rejecting)
        let answer = answer(within: client.configuration.timeouts.reject, "reject", as: .rejected)
        rejection = answer.outcome
        return answer
    }

    private func sharedRejection() throws -> SharedOutcome<CallChangeResponse> {
        guard let rejection else { throw InvalidCallTransition(from: stage, to: .rejecting) }
        return rejection
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
