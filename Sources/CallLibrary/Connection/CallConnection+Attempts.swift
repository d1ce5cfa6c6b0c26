import CallCore
import Signaling
import Sockets
import Timing

/// The attempts to reconnect. Each runs as a task, and its outcome is an event of the machine.
extension CallConnection {
    /// Runs an attempt as a task. Its outcome is ignored when another attempt has replaced it.
    func run(_ number: Int, _ work: @escaping @MainActor (CallConnection) async throws -> Admission) {
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

    /// Stops the pending attempt.
    func abandon() {
        attempt?.task.cancel()
        attempt = nil
        closeCandidates()
    }

    private func closeCandidates() {
        for client in candidates { client.close() }
    }

    /// Reconnects to the same session on the same SFU.
    func reconnectFast() async throws -> Admission {
        try await enter(sfu.sessionId, sfu.credentials, ReconnectDetails { $0.strategy = .fast }, nil)
    }

    /// Enters a new session on the SFU that the coordinator assigns.
    func rejoin(_ number: Int, _ count: Int, _ avoided: [String]) async throws -> Admission {
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
    func migrate(_ number: Int, _ count: Int, _ avoided: [String]) async throws -> Admission {
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

    /// Joins a session on an SFU as part of a reconnect.
    private func enter(
        _ sessionId: String, _ credentials: SFUCredentials, _ details: ReconnectDetails, _ join: JoinResult?
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

    /// Requests the credentials for an SFU from the coordinator.
    private func requestJoin(_ request: JoinCallRequest, _ number: Int) async throws -> JoinResult {
        isJoiningSFU = false
        var request = request
        request.hintHighScaleLivestreamPublisher = call.isHighScalePublisher
        let response: JoinCallResponse = try await call.send(.join, request)
        try Task.checkCancellation()
        handle(.admitted(attempt: number))
        return JoinResult(response, stream: call.client.coordinator.streamNumber)
    }

    private func makeSFU(_ sessionId: String, _ credentials: SFUCredentials) throws -> SFUClient {
        let client = try call.client.makeSFUClient(sessionId: sessionId, credentials) { [weak call] client, report in
            call?.handle(report, from: client)
        }
        isJoiningSFU = true
        candidates.append(client)
        return client
    }

    /// Makes the SFU of a successful attempt the current one.
    private func install(_ admission: Admission, _ number: Int) {
        let before = sfu
        // An attempt whose response was lost may have joined with an id that is no longer used.
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
        case .refused(let refusal) where refusal.isTransient: .refused
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
