import Signaling
import Sockets
import Wire

/// What a stay asks of its SFU besides joining, leaving and its health.
extension SFUClient {
    /// Announces every track that this client has.
    func setPublisher(_ tracks: [TrackInfo]) async throws {
        try await send(.setPublisher, SetPublisherRequest(sessionId: sessionId, tracks: tracks))
    }

    /// Publishes announced tracks, or no longer.
    func updateMuteStates(_ states: [TrackMuteState]) async throws {
        try await send(.updateMuteStates, UpdateMuteStatesRequest(sessionId: sessionId, muteStates: states))
    }

    /// Says which tracks of the others this client wants.
    func updateSubscriptions(_ tracks: [TrackSubscription]) async throws {
        try await send(.updateSubscriptions, UpdateSubscriptionsRequest(sessionId: sessionId, tracks: tracks))
    }

    /// Tells what this client has sent and received.
    func sendStats(_ publisher: PublisherStats, _ subscriber: SubscriberStats) async throws {
        try await send(
            .sendStats, SendStatsRequest(sessionId: sessionId, publisher: publisher, subscriber: subscriber))
    }

    /// Takes noise out of what this client's microphone hears, or no more.
    func setNoiseCancellation(_ isOn: Bool) async throws {
        let route = isOn ? SFURoute.startNoiseCancellation : .stopNoiseCancellation
        try await send(route, NoiseCancellationRequest(sessionId: sessionId))
    }

    private func send(_ route: SFURoute, _ body: some Body) async throws {
        let request = CoAP.Request(code: route.method, path: route.path, payload: body.encoded())
        let response = try await CoordinatorClient.answer { () async throws(CoAP.Failure) -> CoAP.Response in
            try await socket.request(request, to: address)
        }
        do {
            let _: EmptyBody = try CoordinatorClient.read(response)
        } catch {
            if case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress { addressIsUnproven() }
            throw error
        }
    }
}
