import CallCore
import Signaling
import Timing

/// The effects of the calling machine: requests, joins and the ring timer. Each outcome is an event with its attempt.
extension CallViewModel {
    func perform(_ effect: CallingEffect) {
        switch effect {
        case .createRinging(let cid, let attempt): createRinging(cid, attempt)
        case .joinAndRing(let cid, let attempt): joinAndRing(cid, attempt)
        case .join(let cid, let create, let afterRinging, let policy, let attempt):
            join(cid, create, afterRinging, policy, attempt)
        case .accept(let cid, let attempt): accept(cid, attempt)
        case .reject(let cid, let reason, let attempt): reject(cid, reason, attempt)
        case .readLobby(let cid, let attempt): readLobby(cid, attempt)
        case .cancelRing(let cid): held(cid).cancelRing()
        case .leave(let cid, let reason): held(cid).leave(reason: reason)
        case .startRingTimer(let duration, let attempt):
            ringTimer.set(after: duration, "ring timer") { [weak self] in
                self?.handle(.ringTimerFired(attempt: attempt))
            }
        case .stopRingTimer: ringTimer.cancel()
        case .reset: reset()
        }
    }

    private func createRinging(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        let data = CallData {
            $0.members = options.members
            $0.custom = options.custom
            $0.startsAt = options.startsAt
            $0.team = options.team
        }
        let request = GetOrCreateCallRequest {
            $0.data = data
            $0.ring = true
            $0.video = startsVideo
        }
        client.environment.scheduler.enqueue { [self] in
            call.create(request) { [self] outcome in
                switch outcome {
                case .success(let limit): handle(.created(attempt: attempt, autoCancelTimeout: limit))
                case .failure(let error): fail(.createFailed(attempt: attempt), error)
                }
            }
        }
    }

    private func joinAndRing(_ cid: CallCid, _ attempt: Int) {
        let (call, options, video, interceptor) = (client.call(cid), options, startsVideo, callJoinInterceptor)
        Task { @MainActor in
            do {
                try await call.join(
                    create: true, options: options, callSettings: orderSettings(for: call),
                    joinInterceptor: interceptor)
                takeSettings(into: call)
                handle(connection(of: call))
                let others = call.state.values.members.map(\.userId).filter { $0 != client.user.id }
                try await call.ring(members: others, video: video)
                let timeout = call.state.values.settings?.ring.autoCancelTimeout ?? .zero
                handle(.created(attempt: attempt, autoCancelTimeout: timeout))
            } catch {
                call.leave(reason: "join.failed")
                fail(.createFailed(attempt: attempt), error)
            }
        }
    }

    private func join(_ cid: CallCid, _ create: Bool, _ afterRinging: Bool, _ policy: JoinPolicy, _ attempt: Int) {
        let call = held(cid)
        let order = JoinOrder(
            create: create, options: afterRinging ? nil : options, callSettings: orderSettings(for: call),
            policy: policy,
            hintHighScaleLivestreamPublisher: !afterRinging && isHighScalePublisher,
            joinInterceptor: callJoinInterceptor)
        call.join(order) { [self] outcome in
            if case .success = outcome {
                takeSettings(into: call)
                handle(connection(of: call))
            }
            end(outcome, .joined(attempt: attempt), .joinFailed(attempt: attempt))
        }
    }

    private func accept(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        client.environment.scheduler.enqueue { [self] in
            call.accept { [self] in end($0, .accepted(attempt: attempt), .acceptFailed(attempt: attempt)) }
        }
    }

    private func readLobby(_ cid: CallCid, _ attempt: Int) {
        let call = held(cid)
        unreadDepartures = []
        Task { @MainActor in
            do {
                let response = try await call.get()
                adopt(response)
                // The state includes events that overtook the response.
                let users = call.state.values.session?.participants.map(\.user) ?? []
                handle(.lobbyRead(attempt: attempt, participants: users))
            } catch {
                // A call that does not exist yet has a lobby as well.
                client.environment.trace(.mark(name: "viewModel.lobby.unread", details: [("error", "\(error)")]))
            }
            showUnreadDepartures(from: call)
        }
    }

    private func reject(_ cid: CallCid, _ reason: RejectionReason, _ attempt: Int) {
        let ringing = client.state.ringing.map {
            (cid: $0.cid, isMine: $0.state.values.caller == client.user.id)
        }
        let provided = RejectionReason.provided(
            for: cid, ringing: ringing, hasActiveCall: client.state.active != nil, ringTimeout: reason == .timeout)
        let text: String
        if case .custom(let words) = reason { text = words } else { text = (provided ?? reason).text }
        let call = held(cid)
        client.environment.scheduler.enqueue { [self] in
            call.reject(reason: text) { [self] outcome in
                if case .failure(let error) = outcome {
                    // The user has finished with a rejected call, so no error is shown.
                    client.environment.trace(.mark(name: "viewModel.reject.failed", details: [("error", "\(error)")]))
                }
                handle(.rejected(attempt: attempt))
            }
        }
    }

    private func end(_ outcome: Result<some Sendable, any Error>, _ success: CallingEvent, _ failure: CallingEvent) {
        switch outcome {
        case .success: handle(success)
        case .failure(let error): fail(failure, error)
        }
    }
}
