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
        try requireUse()
        if stage != .accepting, stage != .accepted {
            try move(to: .accepting)
            acceptance = answer(within: client.configuration.timeouts.accept, "accept", as: .accepted) {
                try await self.send(.accept)
            }
        }
        guard let acceptance else { throw InvalidCallTransition(from: stage, to: .accepting) }
        return try await acceptance.value()
    }

    /// Rejects the ring, or takes it back. Calls at the same time share one request.
    ///
    /// - Parameter reason: What the others are told, such as `decline`.
    /// - Throws: as ``accept()``.
    @discardableResult
    public func reject(reason: String? = nil) async throws -> CallChangeResponse {
        try requireUse()
        if stage != .rejecting, stage != .rejected {
            try move(to: .rejecting)
            rejection = answer(within: client.configuration.timeouts.reject, "reject", as: .rejected) {
                let response: CallChangeResponse = try await self.send(.reject, RejectCallRequest(reason: reason))
                self.client.callWasRejected(self)
                // Nobody else could end the stay of a call that its client has let go.
                if self.joined != nil {
                    self.endStay(reason: reason)
                    self.client.announceEnd(of: self, reason: reason)
                }
                return response
            }
        }
        guard let rejection else { throw InvalidCallTransition(from: stage, to: .rejecting) }
        return try await rejection.value()
    }

    /// Runs one answer to a ring against its limit; success leads to `stage`, failure through error to idle.
    private func answer(
        within limit: Duration, _ name: String, as stage: CallStage,
        _ request: @escaping @MainActor () async throws -> CallChangeResponse
    ) -> SharedOutcome<CallChangeResponse> {
        let outcome = SharedOutcome<CallChangeResponse>(onAbandoned: {})
        let scheduler = client.environment.scheduler
        let pending = self.stage
        let wake = scheduler.schedule(at: scheduler.now.advanced(by: limit), "\(name) of \(cid)") { [weak self] in
            self?.endAnswer(
                outcome, .failure(TimeOutError(operation: "\(name)() of \(self?.cId ?? "")", limit: limit)), pending,
                stage)
        }
        Task { @MainActor in
            do {
                let response = try await request()
                scheduler.cancel(wake)
                endAnswer(outcome, .success(response), pending, stage)
            } catch {
                scheduler.cancel(wake)
                endAnswer(outcome, .failure(error), pending, stage)
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
            updateState { $0.update(from: response.call) }
            setStage(stage)
        case .failure:
            setStage(.error)
            setStage(.idle)
        }
        outcome.settle(result)
    }
}
