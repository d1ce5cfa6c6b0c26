import Signaling
import Sockets
import Wire

/// The requests of a session about its tracks and statistics.
extension SFUClient {
    /// Called once with the success or failure of a request.
    typealias Listener = @MainActor (Result<Void, any Error>) -> Void

    /// Announces all tracks of this client.
    func setPublisher(_ tracks: [TrackInfo], _ listener: @escaping Listener) {
        send(
            .setPublisher,
            SetPublisherRequest {
                $0.sessionId = sessionId
                $0.tracks = tracks
                $0.asOf = lastEvent
            }, listener)
    }

    /// Publishes or unpublishes announced tracks.
    func updateMuteStates(_ states: [TrackMuteState], _ listener: @escaping Listener) {
        send(
            .updateMuteStates,
            UpdateMuteStatesRequest {
                $0.sessionId = sessionId
                $0.muteStates = states
            }, listener)
    }

    /// Sends the tracks of other participants that this client requests.
    func updateSubscriptions(_ tracks: [TrackSubscription], _ listener: @escaping Listener) {
        send(
            .updateSubscriptions,
            UpdateSubscriptionsRequest {
                $0.sessionId = sessionId
                $0.tracks = tracks
            }, listener)
    }

    /// Sends the media statistics of this client.
    func sendStats(_ publisher: PublisherStats, _ subscriber: SubscriberStats) async throws {
        try await send(
            .sendStats,
            SendStatsRequest {
                $0.sessionId = sessionId
                $0.publisher = publisher
                $0.subscriber = subscriber
            })
    }

    /// Enables or disables noise cancellation for this client.
    func setNoiseCancellation(_ isOn: Bool) async throws {
        let route = isOn ? SFURoute.startNoiseCancellation : .stopNoiseCancellation
        try await send(route, NoiseCancellationRequest { $0.sessionId = sessionId })
    }

    private func send(_ route: SFURoute, _ body: some Body, _ listener: @escaping Listener) {
        request(route, body) { [self] result in
            do {
                switch result {
                case .success(let response): try check(response)
                case .failure(let failure): throw CoordinatorClient.error(of: failure)
                }
                listener(.success(()))
            } catch {
                listener(.failure(error))
            }
        }
    }

    private func send(_ route: SFURoute, _ body: some Body) async throws {
        let response: CoAP.Response
        do {
            response = try await socket.request(message(route, body), to: address)
        } catch {
            throw CoordinatorClient.error(of: error)
        }
        try check(response)
    }

    /// Decodes a response and throws its refusal. Handles a refusal of the client's address.
    private func check(_ response: CoAP.Response) throws {
        do {
            let _: EmptyBody = try CoordinatorClient.read(response)
        } catch {
            if case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress { addressIsUnproven() }
            throw error
        }
    }
}
