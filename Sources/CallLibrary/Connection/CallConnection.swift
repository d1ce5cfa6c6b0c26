import CallCore
import Signaling
import Sockets
import Timing

/// One call's connection to its session. Performs the effects of a ``ReconnectionMachine``.
@MainActor
final class CallConnection {
    /// An SFU that accepted the client, with its response.
    struct Admission {
        let sfu: SFUClient
        let session: SFUJoinResponse
        /// The coordinator's response, where the attempt sent it a request.
        let join: Joined?
        /// The announced tracks and requested subscriptions.
        let tracks: [TrackInfo]
        let subscriptions: [TrackSubscription]
    }

    private unowned let call: Call
    /// The current SFU, or the last one.
    private(set) var sfu: SFUClient
    /// The SFU that a migration leaves. It is kept until the new SFU has every track.
    private var old: SFUClient?
    /// The SFUs that received requests since the loss. None has accepted the client, as far as the client knows.
    private var candidates: [SFUClient] = []
    private var isJoiningSFU = false
    private var machine: ReconnectionMachine
    private let timers: KeyedTimers<ReconnectionTimer>
    private var attempt: (number: Int, task: Task<Void, Never>)?
    /// The session id that a rejoin requests.
    ///
    /// The id is kept while attempts get no response, so that no attempt leaves a second participant behind. A refusal
    /// by the SFU shows that the session is over, so the next attempt requests a new id.
    private var nextSessionId: String?
    private var lastError: (any Error)?
    private var probe: NetworkProbe?

    init(_ call: Call, _ sfu: SFUClient, _ session: SFUJoinResponse) {
        self.call = call
        self.sfu = sfu
        var limits = call.client.configuration.reconnection
        limits.disconnection = call.disconnectionTimeout
        machine = ReconnectionMachine(limits: limits)
        timers = KeyedTimers(call.client.environment.scheduler)
        handle(.entered(sfu.entry(session)))
    }

    /// Sets the time without a network after which the call is left. It counts from the next loss.
    func setDisconnectionTimeout(_ timeout: Duration?) {
        machine.limits.disconnection = timeout
    }

    // MARK: Events

    func handle(_ event: ReconnectionEvent) {
        let before = machine.stage
        let effects = machine.handle(event, at: call.client.environment.scheduler.now)
        if machine.stage != before {
            call.client.environment.trace(
                .property(name: "reconnection", from: before.text, to: machine.stage.text))
        }
        for effect in effects { perform(effect) }
    }

    /// Handles a response to a ping of the network probe.
    private func networkIsBack() {
        handle(.pathBack)
        call.client.networkIsBack()
    }

    /// Ends the connection. Sends a leave request to every SFU that may hold a session of this client.
    func leave(reason: String?) {
        handle(.leave)
        sfu.leave(reason: reason)
        guard old != nil || !candidates.isEmpty else { return }
        var clients = [sfu]
        for client in (old.map { [$0] } ?? []) + candidates {
            client.close()
            if !clients.contains(where: { $0.isSameSession(as: client) }) { client.leave(reason: reason) }
            clients.append(client)
        }
    }

    /// True when reports of the SFU still count.
    func isCurrent(_ client: SFUClient) -> Bool { client === sfu }

    /// Handles events of the current SFU that concern the connection.
    func received(_ event: SFUEvent) {
        switch event {
        case .goAway: handle(.goAway)
        case .participantMigrationComplete: handle(.migrationCompleted)
        case .error(let error):
            switch error.kind {
            case .sfuFull: handle(.sfuFull(error.reconnectStrategy))
            case .participantSignalLost: handle(.lost(.signal))
            default: handle(.sfuError(error.reconnectStrategy))
            }
        default: break
        }
    }

    // MARK: Effects

    private func perform(_ effect: ReconnectionEffect) {
        switch effect {
        case .show(let phase): call.updateState { $0.connectionPhase = phase }
        case .report(let status): call.updateState { $0.reconnectionStatus = status }
        case .detach: sfu.close()
        case .probe: startProbing()
        case .stopProbing: probe?.stop()
        case .start(let timer, let duration): start(timer, duration)
        case .stop(let timer): timers.cancel(timer)
        case .fast(let number): run(number) { try await $0.reconnectFast() }
        case .rejoin(let number, let count, let avoided):
            call.updateState { $0.withdraw() }
            run(number) { try await $0.rejoin(number, count, avoided) }
        case .migrate(let number, let count, let avoided):
            call.updateState { $0.withdraw() }
            run(number) { try await $0.migrate(number, count, avoided) }
        case .abandon: abandon()
        case .releaseOld:
            old?.close()
            old = nil
        case .leave(let reason): call.leave(reason: reason)
        case .giveUp(let noNetwork): giveUp(noNetwork)
        }
    }

    private func startProbing() {
        let probe = probe ?? call.client.makeProbe { [weak self] in self?.networkIsBack() }
        self.probe = probe
        probe.start([call.client.coordinator.address, sfu.address])
    }

    private func start(_ timer: ReconnectionTimer, _ duration: Duration) {
        timers.set(timer, after: duration, "\(timer.rawValue) of \(call.cid)") { [weak self] in
            self?.handle(.ranOut(timer))
        }
    }

    private func giveUp(_ noNetwork: Bool) {
        let error: any Error = noNetwork ? NetworkNotAvailable() : lastError ?? NetworkNotAvailable()
        call.updateState { $0.disconnectionError = error }
        call.leave(reason: noNetwork ? "network not available" : "disconnected")
    }
}

// MARK: - Attempts

extension CallConnection {
    private func run(_ number: Int, _ work: @escaping @MainActor (CallConnection) async throws -> Admission) {
        let task = Task { @MainActor [weak self] in
            guard let self else { return }
            do {
                let admission = try await work(self)
                guard attempt?.number == number else { return }
                attempt = nil
                install(admission, number)
            } catch {
                guard attempt?.number == number else { return }
                attempt = nil
                lastError = error
                call.client.environment.trace(
                    .mark(name: "call.reconnection.failed", details: [("error", "\(error)")]))
                let failure = failure(of: error)
                if failure == .sessionGone { nextSessionId = nil }
                closeCandidates()
                handle(.failed(attempt: number, failure))
            }
        }
        attempt = (number, task)
    }

    private func abandon() {
        attempt?.task.cancel()
        attempt = nil
        closeCandidates()
    }

    private func closeCandidates() {
        for client in candidates { client.close() }
    }

    /// Reconnects to the same session on the same SFU.
    private func reconnectFast() async throws -> Admission {
        try await enter(sfu.sessionId, sfu.credentials, ReconnectDetails { $0.strategy = .fast }, nil)
    }

    /// Enters a new session on the SFU that the coordinator assigns.
    private func rejoin(_ number: Int, _ count: Int, _ avoided: [String]) async throws -> Admission {
        let join = try await requestJoin(JoinCallRequest { $0.migratingFromList = avoided }, number)
        let sessionId = nextSessionId ?? call.client.newIdentifier()
        nextSessionId = sessionId
        let details = ReconnectDetails {
            $0.strategy = .rejoin
            $0.reconnectAttempt = count
            $0.previousSessionId = sfu.sessionId
        }
        return try await enter(sessionId, join.response.credentials, details, join)
    }

    /// Moves the same session to another SFU.
    private func migrate(_ number: Int, _ count: Int, _ avoided: [String]) async throws -> Admission {
        let request = JoinCallRequest {
            $0.migratingFrom = sfu.name
            $0.migratingFromList = avoided
        }
        let join = try await requestJoin(request, number)
        let details = ReconnectDetails {
            $0.strategy = .migrate
            $0.reconnectAttempt = count
            $0.fromSFU = sfu.name
        }
        return try await enter(sfu.sessionId, join.response.credentials, details, join)
    }

    private func enter(
        _ sessionId: String, _ credentials: SFUCredentials, _ details: ReconnectDetails, _ join: Joined?
    ) async throws -> Admission {
        let client = try makeSFU(sessionId, credentials)
        call.prepareMedia(for: sessionId)
        var details = details
        details.announcedTracks = call.publisher?.tracks ?? []
        details.subscriptions = call.state.values.subscriptions()
        var request = SFUJoinRequest {
            $0.token = credentials.token
            $0.sessionId = sessionId
            $0.fastReconnect = details.strategy == .fast
            $0.reconnectDetails = details
            $0.capabilities = call.announcedCapabilities
            $0.source = call.client.configuration.participantSource
        }
        request.wantsMedia = call.media != nil
        let session = try await client.join(request)
        return Admission(
            sfu: client, session: session, join: join, tracks: details.announcedTracks,
            subscriptions: details.subscriptions)
    }

    private func requestJoin(_ request: JoinCallRequest, _ number: Int) async throws -> Joined {
        isJoiningSFU = false
        var request = request
        request.hintHighScaleLivestreamPublisher = call.isHighScalePublisher
        let response: JoinCallResponse = try await call.send(.join, request)
        try Task.checkCancellation()
        handle(.admitted(attempt: number))
        return Joined(response, stream: call.client.coordinator.streamNumber)
    }

    private func makeSFU(_ sessionId: String, _ credentials: SFUCredentials) throws -> SFUClient {
        let client = try call.client.makeSFUClient(sessionId: sessionId, credentials) { [weak call] client, report in
            call?.handle(report, from: client)
        }
        isJoiningSFU = true
        candidates.append(client)
        return client
    }

    private func install(_ admission: Admission, _ number: Int) {
        let before = sfu
        // An attempt whose response was lost may have entered under an id that is no longer used.
        for client in candidates where client.sessionId != admission.sfu.sessionId { client.leave(reason: "rejoined") }
        candidates = []
        sfu = admission.sfu
        call.sfu = sfu
        if machine.stage == .migrating {
            old = before
        } else if sfu.sessionId != before.sessionId, before.isSocketUp {
            before.leave(reason: "rejoined")
        }
        nextSessionId = nil
        call.update(from: admission)
        handle(.succeeded(attempt: number, sfu.entry(admission.session)))
    }

    /// Maps an error to a failure of the attempt. A refusal by the SFU concerns the session, one by the coordinator
    /// concerns the call.
    private func failure(of error: any Error) -> AttemptFailure {
        switch error as? RequestError {
        case .failed: .unanswered
        case let error? where error.isSFUFull: .full(sfu: candidates.last?.name ?? "")
        case .refused(let refusal) where refusal.mayPass: .refused
        case .refused(let refusal): isJoiningSFU ? .sessionGone : failure(of: refusal)
        case .unreadable, nil: .refused
        }
    }

    private func failure(of refusal: APIError) -> AttemptFailure {
        switch APIError.Code(rawValue: refusal.code) {
        case .callEnded, .callNotFound: .over(reason: "ended")
        case .tokenExpired, .connectionNotFound: .refused
        default: .over(reason: "refused: \(refusal.message)")
        }
    }
}
