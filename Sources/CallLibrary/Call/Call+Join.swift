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
        let order = JoinOrder(
            create: create, options: options, ring: ring, notify: notify, callSettings: callSettings, policy: policy,
            hintHighScaleLivestreamPublisher: hintHighScaleLivestreamPublisher, joinInterceptor: joinInterceptor)
        let attempt = makeAttempt()
        switch try begin(attempt, order) {
        case .joined(let joined): return joined.response
        case .underWay(let other): return try await other.outcome.value().response
        case .begun:
            attempt.task = Task { @MainActor in _ = await carryOut(attempt, order) }
            return try await attempt.outcome.value().response
        }
    }

    /// Joins as `attempt`, in the attempt's own task; `tell` hears once what comes of it.
    func join(
        _ order: JoinOrder, as attempt: JoinAttempt, _ tell: @escaping SharedOutcome<Joined>.Listener
    ) async {
        do {
            switch try begin(attempt, order) {
            case .joined(let joined): tell(.success(joined))
            case .underWay(let other): other.outcome.whenSettled(tell)
            case .begun:
                attempt.outcome.whenSettled { if case .failure = $0 { tell($0) } }
                guard let joined = await carryOut(attempt, order) else { return }
                // What came with the SFU's answer is told first.
                await Task.yield()
                tell(.success(joined))
            }
        } catch {
            tell(.failure(error))
        }
    }

    func makeAttempt() -> JoinAttempt {
        JoinAttempt(scheduler: client.environment.scheduler) { [weak self] in
            self?.leave(reason: "join.cancelled", throwing: CancellationError())
        }
    }

    /// How a join begins.
    private enum Beginning {
        /// The call is joined already.
        case joined(Joined)
        /// Another join is under way, and is shared.
        case underWay(JoinAttempt)
        case begun
    }

    private func begin(_ attempt: JoinAttempt, _ order: JoinOrder) throws -> Beginning {
        try requireUse()
        if stage == .joined, let joined { return .joined(joined) }
        if stage == .joining, let join { return .underWay(join) }
        try move(to: .joining)
        join = attempt
        isHighScalePublisher = order.hintHighScaleLivestreamPublisher
        attempt.source = joinSource ?? .inApp
        client.environment.trace(.mark(name: "call.join", details: [("source", attempt.source.name)]))
        let scheduler = client.environment.scheduler
        let limit = client.configuration.timeouts.join
        attempt.limit = scheduler.schedule(at: scheduler.now.advanced(by: limit), "join of " + cId) { [weak self] in
            guard let self else { return }
            leave(reason: "join.timeout", throwing: TimeOutError(operation: "join() of \(cId)", limit: limit))
        }
        return .begun
    }

    /// Returns what the join came to; nil when it failed, or ended otherwise before.
    private func carryOut(_ attempt: JoinAttempt, _ order: JoinOrder) async -> Joined? {
        do {
            let joined = try await enterSession(order.request, order.callSettings)
            if mustWait(for: order.policy) { try await awaitReadiness() }
            try Task.checkCancellation()
            if let interceptor = order.joinInterceptor {
                try await intercept(interceptor)
                try Task.checkCancellation()
            }
            guard join === attempt else { return nil }
            finish(attempt, joined)
            return joined
        } catch {
            fail(attempt, error)
            return nil
        }
    }

    /// Steps 3 to 7 of a join (`semantics.md` 1.2), tried again while the reason of a failure may pass.
    private func enterSession(_ request: JoinCallRequest, _ callSettings: CallSettings?) async throws -> Joined {
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
    ) async throws -> Joined {
        let joined = Joined(try await send(.join, request))
        try Task.checkCancellation()
        let credentials = joined.response.credentials
        let sfu = try client.makeSFUClient(sessionId: sessionId, credentials) { [weak self] sfu, report in
            self?.handle(report, from: sfu)
        }
        self.sfu = sfu
        let wanted = callSettings ?? CallSettings(joined.response.call.settings)
        let settings = wanted.limited(to: joined.response.ownCapabilities)
        prepareMedia(for: sessionId)
        let tracks = Self.tracks(of: settings).map { trackInfo($0) }
        var entry = SFUJoinRequest(
            token: credentials.token, sessionId: sessionId, announcedTracks: tracks,
            capabilities: clientCapabilities.map(\.rawValue).sorted(),
            source: client.configuration.participantSource)
        entry.wantsMedia = media != nil
        let session = try await sfu.join(entry)
        try Task.checkCancellation()
        let date = client.environment.scheduler.date
        updateState {
            $0.sessionId = sessionId
            $0.update(from: joined.response)
            $0.callSettings = settings
            $0.update(from: session, at: date)
        }
        connection = CallConnection(self, sfu, session)
        followTracks(of: sfu, announced: tracks)
        openMedia(session.path, of: sfu)
        return joined
    }

    private func intercept(_ interceptor: any CallJoinIntercepting) async throws {
        try await InterceptionRace().run(
            interceptor, for: self, limit: client.configuration.timeouts.joinInterception,
            on: client.environment.scheduler)
    }

    private func finish(_ attempt: JoinAttempt, _ joined: Joined) {
        join = nil
        self.joined = joined
        attempt.stopClock()
        client.setActive(self)
        attempt.source.complete()
        setStage(.joined)
        beginNoiseCancellation()
        attempt.outcome.settle(.success(joined))
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
        attempt.stopClock()
        forgetTracks()
        endMedia()
        leaveSFU(reason: "join.failed")
        updateState { $0.leaveSession() }
        client.joinFailed(self)
        setStage(.error)
        setStage(.idle)
        if case .refused(let refusal)? = error as? RequestError, refusal.code == APIError.Code.notAllowed.rawValue {
            client.announceRefusal(of: self)
        }
        attempt.outcome.settle(.failure(error))
    }
}
