import Signaling
import Sockets
import Wire

/// What a stay asks of its SFU besides joining, leaving and its health.
extension SFUClient {
    /// Hears once that the SFU did as it was asked, or why it did not.
    typealias Listener = @MainActor (Result<Void, any Error>) -> Void

    /// Announces every track that this client has.
    func setPublisher(_ tracks: [TrackInfo], _ listener: @escaping Listener) {
        send(
            .setPublisher,
            SetPublisherRequest {
                $0.sessionId = sessionId
                $0.tracks = tracks
            }, listener)
    }

    /// Publishes announced tracks, or no longer.
    func updateMuteStates(_ states: [TrackMuteState], _ listener: @escaping Listener) {
        send(
            .updateMuteStates,
            UpdateMuteStatesRequest {
                $0.sessionId = sessionId
                $0.muteStates = states
            }, listener)
    }

    /// Says which tracks of the others this client wants.
    func updateSubscriptions(_ tracks: [TrackSubscription], _ listener: @escaping Listener) {
        send(
            .updateSubscriptions,
            UpdateSubscriptionsRequest {
                $0.sessionId = sessionId
                $0.tracks = tracks
            }, listener)
    }

    /// Tells what this client has sent and received.
    func sendStats(_ publisher: PublisherStats, _ subscriber: SubscriberStats) async throws {
        try await send(
            .sendStats,
            SendStatsRequest {
                $0.sessionId = sessionId
                $0.publisher = publisher
                $0.subscriber = subscriber
            })
    }

    /// Takes noise out of what this client's microphone hears, or no more.
    func setNoiseCancellation(_ isOn: Bool) async throws {
        let route = isOn ? SFURoute.startNoiseCancellation : .stopNoiseCancellation
        try await send(route, NoiseCancellationRequest { $0.sessionId = sessionId })
    }

    private func send(_ route: SFURoute, _ body: some Body, _ listener: @escaping Listener) {
        request(route, body) { [self] answer in
            do {
                switch answer {
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
        let request = CoAP.Request(code: route.method, path: route.path, payload: body.encoded())
        let response: CoAP.Response
        do {
            response = try await socket.request(request, to: address)
        } catch {
            throw CoordinatorClient.error(of: error)
        }
        try check(response)
    }

    /// Takes note of a refusal, and throws it.
    private func check(_ response: CoAP.Response) throws {
        do {
            let _: EmptyBody = try CoordinatorClient.read(response)
        } catch {
            if case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress { addressIsUnproven() }
            throw error
        }
    }
}
