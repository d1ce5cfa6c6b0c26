public import CallCore
public import Signaling
import Timing

extension Call {
    /// Enters the call. Calls at the same time share one join, and a call that is joined already answers at once.
    ///
    /// - Parameters:
    ///   - create: Whether to create the call when it does not exist.
    ///   - options: What a created call is to be like.
    ///   - ring: Whether to ring the members; never repeated by a retry.
    ///   - notify: Whether to notify the members.
    ///   - callSettings: What the user has switched on; the call's defaults when nil.
    ///   - policy: What the join waits for before its interceptor runs.
    ///   - hintHighScaleLivestreamPublisher: Whether the user is to publish to a livestream with a great many viewers,
    ///     which the coordinator is told with this join and with each that replaces it.
    ///   - joinInterceptor: What decides at the end whether the join may go on.
    /// - Throws: ``CallJoinInterceptionError`` on a veto, ``TimeOutError`` after ``CallTimeouts/join``,
    ///   ``CallLeftError`` when the call is left meanwhile, ``RequestError``, `CancellationError`, and
    ///   ``InvalidCallTransition`` when the call is at a stage that cannot be joined.
    @discardableResult
    public func join(
        create: Bool = false, options: CreateCallOptions? = nil, ring: Bool = false, notify: Bool = false,
        callSettings: CallSettings? = nil, policy: JoinPolicy = .default,
        hintHighScaleLivestreamPublisher: Bool = false, joinInterceptor: (any CallJoinIntercepting)? = nil
    ) async throws -> JoinCallResponse {
        try requireUse()
        if stage == .joined, let joined { return joined }
        if stage == .joining, let join { return try await join.outcome.value() }
        try move(to: .joining)
        let attempt = JoinAttempt(scheduler: client.environment.scheduler) { [weak self] in
            self?.leave(reason: "join.cancelled", throwing: CancellationError())
        }
        join = attempt
        isHighScalePublisher = hintHighScaleLivestreamPublisher
        var request = JoinCallRequest(
            create: create, data: options?.data, ring: ring, notify: notify, video: options?.video ?? false,
            hintHighScaleLivestreamPublisher: isHighScalePublisher)
        request.membersLimit = options?.membersLimit
        start(attempt, request, callSettings, policy, joinInterceptor)
        return try await attempt.outcome.value()
    }

    private func start(
        _ attempt: JoinAttempt, _ request: JoinCallRequest, _ callSettings: CallSettings?, _ policy: JoinPolicy,
        _ interceptor: (any CallJoinIntercepting)?
    ) {
        let scheduler = client.environment.scheduler
        let source = joinSource ?? .inApp
        client.environment.trace(.mark(name: "call.join", details: [("source", source.name)]))
        let limit = client.configuration.timeouts.join
        attempt.limit = scheduler.schedule(at: scheduler.now.advanced(by: limit), "join of \(cid)") { [weak self] in
            guard let self else { return }
            leave(reason: "join.timeout", throwing: TimeOutError(operation: "join() of \(cId)", limit: limit))
        }
        attempt.task = Task { @MainActor in
            do {
                let response = try await enterSession(request, callSettings)
                try await awaitReadiness(policy)
                try await intercept(interceptor)
                try Task.checkCancellation()
                finish(attempt, response, source)
            } catch {
                fail(attempt, error)
            }
        }
    }

    /// Steps 3 to 7 of a join (`semantics.md` 1.2), tried again while the reason of a failure may pass.
    private func enterSession(
        _ request: JoinCallRequest, _ callSettings: CallSettings?
    ) async throws -> JoinCallResponse {
        let sessionId = client.newIdentifier()
        updateState {
            $0.connectionPhase = .connecting
        }
        let policy = client.configuration.joinRetries
        var request = request
        for number in 1... {
            do {
                return try await tryToEnter(sessionId, request, callSettings)
            } catch let error as RequestError where error.mayPass && number < policy.attempts {
                try Task.checkCancellation()
                client.environment.trace(
                    .mark(name: "call.join.retry", details: [("attempt", "\(number + 1)"), ("error", "\(error)")]))
                if error.isSFUFull, let name = sfu?.name, !request.migratingFromList.contains(name) {
                    request.migratingFromList.append(name)
                }
                request.ring = false
                request.notify = false
                try await client.pause(client.pauseBeforeRetry(policy), "retry of join of \(cid)")
            }
        }
        throw CancellationError()
    }

    private func tryToEnter(
        _ sessionId: String, _ request: JoinCallRequest, _ callSettings: CallSettings?
    ) async throws -> JoinCallResponse {
        let response: JoinCallResponse = try await send(.join, request)
        try Task.checkCancellation()
        let sfu = try client.makeSFUClient(sessionId: sessionId, response.credentials) { [weak self] sfu, report in
            self?.handle(report, from: sfu)
        }
        self.sfu = sfu
        let settings = (callSettings ?? CallSettings(response.call.settings)).limited(to: response.ownCapabilities)
        prepareMedia(for: sessionId)
        let tracks = Self.tracks(of: settings).map { trackInfo($0) }
        var entry = SFUJoinRequest(
            token: response.credentials.token, sessionId: sessionId, announcedTracks: tracks,
            capabilities: clientCapabilities.map(\.rawValue).sorted(),
            source: client.configuration.participantSource)
        entry.wantsMedia = media != nil
        let session = try await sfu.join(entry)
        try Task.checkCancellation()
        let date = client.environment.scheduler.date
        updateState {
            $0.sessionId = sessionId
            $0.update(from: response)
            $0.callSettings = settings
            $0.update(from: session, at: date)
        }
        connection = CallConnection(self, sfu, session)
        followTracks(of: sfu, announced: tracks)
        openMedia(session.path, of: sfu)
        return response
    }

    private func intercept(_ interceptor: (any CallJoinIntercepting)?) async throws {
        try Task.checkCancellation()
        guard let interceptor else { return }
        try await InterceptionRace().run(
            interceptor, for: self, limit: client.configuration.timeouts.joinInterception,
            on: client.environment.scheduler)
    }

    private func finish(_ attempt: JoinAttempt, _ response: JoinCallResponse, _ source: JoinSource) {
        guard join === attempt else { return }
        join = nil
        joined = response
        attempt.cancel()
        client.setActive(self)
        source.complete()
        attempt.outcome.settle(.success(response))
        setStage(.joined)
        beginNoiseCancellation()
    }

    /// A veto leaves the call; any other failure leads back to idle, from where it may be joined again.
    private func fail(_ attempt: JoinAttempt, _ error: any Error) {
        guard join === attempt else { return }
        if error is CallJoinInterceptionError {
            client.environment.trace(
                .mark(name: "call.join.interception.failed", details: [("error", "\(error)")]))
            leave(reason: "join.interception.failed", throwing: error)
            return
        }
        join = nil
        attempt.cancel()
        forgetTracks()
        endMedia()
        leaveSFU(reason: "join.failed")
        updateState { $0.leaveSession() }
        client.joinFailed(self)
        setStage(.error)
        setStage(.idle)
        attempt.outcome.settle(.failure(error))
        if case .refused(let refusal)? = error as? RequestError, refusal.code == APIError.Code.notAllowed.rawValue {
            client.announceRefusal(of: self)
        }
    }
}
