public import CallCore
public import Signaling
import Timing

extension Call {
    /// Joins the call. Concurrent joins share one request. Joining a joined call returns the earlier response.
    ///
    /// - Parameters:
    ///   - create: True to create the call when it does not exist.
    ///   - options: The properties of a call that the join creates.
    ///   - ring: True to ring the members. A retry never rings again.
    ///   - notify: True to notify the members.
    ///   - callSettings: The settings that the user chose; nil for the call's defaults.
    ///   - policy: The condition for which the join waits before its interceptor runs.
    ///   - hintHighScaleLivestreamPublisher: True when the user will publish to a livestream with very many viewers.
    ///     The coordinator receives it with this join and with each that replaces it.
    ///   - joinInterceptor: Decides at the end if the join may continue.
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
        return try await beginJoin(order).value().response
    }

    /// Joins the call and calls `listener` once with the outcome. The call comes in a later turn, after the events that
    /// arrived with the SFU's response.
    func join(_ order: JoinOrder, _ listener: @escaping SharedOutcome<JoinResult>.Listener) {
        let scheduler = client.environment.scheduler
        do {
            try beginJoin(order).whenSettled { outcome in scheduler.enqueue { listener(outcome) } }
        } catch {
            scheduler.enqueue { listener(.failure(error)) }
        }
    }

    /// Begins a join, or returns the outcome of the join that is pending or succeeded before.
    private func beginJoin(_ order: JoinOrder) throws -> SharedOutcome<JoinResult> {
        try requireUse()
        if stage == .joined, let joined { return SharedOutcome(joined) }
        if stage == .joining, let join { return join.outcome }
        try move(to: .joining)
        let attempt = JoinAttempt(order, of: self) { [self] in
            leave(reason: "join.cancelled", throwing: CancellationError())
        }
        join = attempt
        isHighScalePublisher = attempt.order.hintHighScaleLivestreamPublisher
        attempt.source = joinSource ?? .inApp
        client.environment.trace(.mark(name: "call.join", details: [("source", attempt.source.name)]))
        attempt.limit.set(after: client.configuration.timeouts.join, "join of ", cId) { [self] in timeOut() }
        client.environment.scheduler.enqueue { [self] in enterSession(attempt) }
        return attempt.outcome
    }

    /// Leaves the call at the time limit of the join.
    private func timeOut() {
        let limit = client.configuration.timeouts.join
        leave(reason: "join.timeout", throwing: TimeOutError(operation: "join() of \(cId)", limit: limit))
    }

    // MARK: Steps 3 to 7 (`semantics.md` 1.2), retried after transient failures

    private func enterSession(_ attempt: JoinAttempt) {
        guard join === attempt else { return }
        attempt.sessionId = client.newIdentifier()
        updateState {
            $0.connectionPhase = .connecting
        }
        requestJoin(attempt)
    }

    private func requestJoin(_ attempt: JoinAttempt) {
        attempt.ticket = client.coordinator.sendAboutCall(
            .call(cid, .join), attempt.request
        ) { [attempt] (result: Result<JoinCallResponse, any Error>) in
            let streamNumber = attempt.call.client.coordinator.streamNumber
            attempt.call.runStep(of: attempt) {
                try attempt.call.enterSFU(attempt, JoinResult(try result.get(), stream: streamNumber))
            }
        }
    }

    private func enterSFU(_ attempt: JoinAttempt, _ joined: JoinResult) throws {
        attempt.joined = joined
        let credentials = joined.response.credentials
        let sfu = try client.makeSFUClient(sessionId: attempt.sessionId, credentials) { [self] sfu, report in
            handle(report, from: sfu)
        }
        self.sfu = sfu
        let settings = settings(attempt, joined)
        prepareMedia(for: attempt.sessionId)
        var tracks: [TrackInfo] = []
        tracks.reserveCapacity(2)
        for type in Self.tracks(of: settings) { tracks.append(trackInfo(type)) }
        var entry = SFUJoinRequest {
            $0.token = credentials.token
            $0.sessionId = attempt.sessionId
            $0.announcedTracks = tracks
            $0.capabilities = announcedCapabilities
            $0.source = client.configuration.participantSource
        }
        entry.wantsMedia = media != nil
        attempt.ticket = sfu.join(entry) { [self] result in
            runStep(of: attempt) {
                applyResponses(attempt, joined, try result.get(), of: sfu, tracks)
                finishWhenReady(attempt, joined)
            }
        }
    }

    /// Returns the settings of the session: the join's settings with the user's later choices, or else all choices
    /// applied to the call's defaults.
    private func settings(_ attempt: JoinAttempt, _ joined: JoinResult) -> CallSettings {
        let defaults = CallSettings(joined.response.call.settings)
        let ordered = attempt.order.callSettings.map { attempt.laterChoices.applied(to: $0) }
        let wanted = ordered ?? state.values.choices.applied(to: defaults)
        return wanted.limited(to: joined.response.ownCapabilities)
    }

    /// Applies the responses of the coordinator and of the SFU to the call.
    private func applyResponses(
        _ attempt: JoinAttempt, _ joined: JoinResult, _ session: SFUJoinResponse, of sfu: SFUClient,
        _ tracks: [TrackInfo]
    ) {
        let date = client.environment.scheduler.date
        let settings = settings(attempt, joined)
        let response = joined.response(inStream: client.coordinator.streamNumber)
        updateState {
            $0.sessionId = sfu.sessionId
            $0.update(from: response, membersLimit: attempt.request.membersLimit)
            $0.callSettings = settings.limited(to: $0.ownCapabilities)
            $0.update(from: session, at: date)
        }
        connection = CallConnection(self, sfu, session)
        followTracks(of: sfu, announced: tracks)
        openMedia(session.path, of: sfu)
    }

    /// Runs the next step of a join, unless the join has ended. Retries the join when the step throws a transient
    /// error.
    private func runStep(of attempt: JoinAttempt, _ step: () throws -> Void) {
        guard join === attempt else { return }
        attempt.ticket = nil
        let policy = client.configuration.joinRetries
        do {
            try step()
        } catch let error as RequestError where error.mayRetryJoin && attempt.tries < policy.attempts {
            retry(attempt, error, policy)
        } catch {
            fail(attempt, error)
        }
    }

    private func retry(_ attempt: JoinAttempt, _ error: RequestError, _ policy: RetryPolicy) {
        attempt.tries += 1
        client.environment.trace(
            .mark(name: "call.join.retry", details: [("attempt", "\(attempt.tries)"), ("error", "\(error)")]))
        if error.isSFUFull, let name = sfu?.name, !attempt.request.migratingFromList.contains(name) {
            attempt.request.migratingFromList.append(name)
        }
        if error.isSessionOver { attempt.sessionId = client.newIdentifier() }
        attempt.request.ring = false
        attempt.request.notify = false
        attempt.retry.set(after: client.pauseBeforeRetry(policy), "retry of join of \(cid)") { [self] in
            client.environment.scheduler.enqueue { [self] in
                if join === attempt { requestJoin(attempt) }
            }
        }
    }

    /// Waits for readiness and for the interceptor, where the join requires them.
    private func finishWhenReady(_ attempt: JoinAttempt, _ joined: JoinResult) {
        let (policy, interceptor) = (attempt.order.policy, attempt.order.joinInterceptor)
        guard interceptor != nil || mustWait(for: policy) else { return finish(attempt, joined) }
        attempt.task = Task.immediate { @MainActor in
            do {
                if mustWait(for: policy) { try await awaitReadiness() }
                try Task.checkCancellation()
                if let interceptor { try await intercept(interceptor) }
                if join === attempt { finish(attempt, joined) }
            } catch {
                fail(attempt, error)
            }
        }
    }

    private func intercept(_ interceptor: any CallJoinIntercepting) async throws {
        try await InterceptionRace().run(
            interceptor, for: self, limit: client.configuration.timeouts.joinInterception,
            on: client.environment.scheduler)
    }

    private func finish(_ attempt: JoinAttempt, _ joined: JoinResult) {
        join = nil
        self.joined = joined
        attempt.limit.cancel()
        client.setActive(self)
        attempt.source.complete()
        setStage(.joined)
        beginNoiseCancellation()
        attempt.outcome.settle(.success(joined))
    }

    /// Ends the join. A veto leaves the call; any other failure returns it to idle, from where it may be joined again.
    private func fail(_ attempt: JoinAttempt, _ error: any Error) {
        guard join === attempt else { return }
        if error is CallJoinInterceptionError {
            client.environment.trace(
                .mark(name: "call.join.interception.failed", details: [("error", "\(error)")]))
            leave(reason: "join.interception.failed", throwing: error)
            return
        }
        join = nil
        attempt.limit.cancel()
        sharedScreen = []
        forgetTracks()
        endMedia()
        leaveSFU(reason: "join.failed")
        updateState { $0.leaveSession() }
        client.closeRing(of: self)
        setStage(.error)
        setStage(.idle)
        if case .refused(let refusal)? = error as? RequestError, refusal.code == APIError.Code.notAllowed.rawValue {
            client.announceRefusal(of: self)
        }
        attempt.outcome.settle(.failure(error))
    }
}

extension RequestError {
    /// True when the join may be retried: after a transient error, or with a new id when the session is over.
    fileprivate var mayRetryJoin: Bool { isTransient || isSessionOver }
}
