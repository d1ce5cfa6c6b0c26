import Signaling
import Sockets
import Timing
import Wire

/// One stay in a session on one SFU: its event stream, its health, its end.
@MainActor
final class SFUClient {
    /// What the stay reports of itself.
    enum Report {
        case event(SFUEvent)
        case counts(ParticipantCount)
        case unreadable(BodyError)
        case lost(reason: String)
    }

    let sessionId: String
    let socket: CoAPSocket
    let address: SocketAddress
    private let scheduler: any Scheduler
    private let configuration: CallConfiguration
    private let report: @MainActor (Report) -> Void
    private var stream: CoAPSocket.Observation?
    private var isOver = false
    private var nextHealth: WakeID?
    private var healthRequest: Task<Void, Never>?
    private var lastHealth: Instant

    init(
        sessionId: String, credentials: SFUCredentials, socket: CoAPSocket, scheduler: any Scheduler,
        configuration: CallConfiguration, report: @escaping @MainActor (Report) -> Void
    ) throws {
        guard let host = HostAddress(credentials.host), let port = UInt16(exactly: credentials.port) else {
            throw RequestError.unreadable(.badValue(field: "credentials.host", problem: "must be an IPv4 address"))
        }
        self.sessionId = sessionId
        self.socket = socket
        address = SocketAddress(host: host, port: port)
        self.scheduler = scheduler
        self.configuration = configuration
        self.report = report
        lastHealth = scheduler.now
    }

    /// Enters the session.
    func join(_ request: SFUJoinRequest) async throws -> SFUJoinResponse {
        let route = SFURoute.join
        let (response, observation) = try await CoordinatorClient.answer {
            () async throws(CoAP.Failure) -> (CoAP.Response, CoAPSocket.Observation) in
            try await socket.observe(
                CoAP.Request(code: route.method, path: route.path, observe: true, payload: request.encoded()),
                to: address
            ) { [weak self] response in
                self?.received(response)
            } onEnd: { [weak self] failure in
                self?.lose("\(failure)")
            }
        }
        guard !isOver else {
            observation.forget()
            throw CancellationError()
        }
        let joined: SFUJoinResponse = try CoordinatorClient.read(response)
        stream = observation
        lastHealth = scheduler.now
        scheduleHealth()
        return joined
    }

    /// Leaves the session; the request is retransmitted until the SFU has it, but nobody waits for that.
    func leave(reason: String?) {
        guard !isOver else { return }
        end()
        let route = SFURoute.leave
        let body = SFULeaveRequest(sessionId: sessionId, reason: reason)
        let request = CoAP.Request(code: route.method, path: route.path, payload: body.encoded())
        Task { [socket, address] in
            // A session that the SFU does not know any more is left as well.
            _ = try? await socket.request(request, to: address)
        }
    }

    private func received(_ response: CoAP.Response) {
        guard !isOver else { return }
        do throws(BodyError) {
            for event in try SFUEventBatch(decoding: response.payload).events {
                report(.event(event))
                guard !isOver else { return }
            }
        } catch {
            report(.unreadable(error))
        }
    }

    private func scheduleHealth() {
        let label = "health of session \(sessionId)"
        nextHealth = scheduler.schedule(at: scheduler.now.advanced(by: configuration.healthInterval), label) {
            [weak self] in self?.askHealth()
        }
    }

    private func askHealth() {
        guard lastHealth.duration(to: scheduler.now) < configuration.healthTimeout else {
            lose("no health answer for \(configuration.healthTimeout.inSeconds)")
            return
        }
        scheduleHealth()
        let route = SFURoute.health
        let request = CoAP.Request(
            code: route.method, path: route.path, payload: SFUHealthRequest(sessionId: sessionId).encoded())
        healthRequest?.cancel()
        healthRequest = Task { [socket, address] in
            guard let response = try? await socket.request(request, to: address) else { return }
            healthAnswered(response)
        }
    }

    private func healthAnswered(_ response: CoAP.Response) {
        guard !isOver else { return }
        do {
            let answer: SFUHealthResponse = try CoordinatorClient.read(response)
            lastHealth = scheduler.now
            report(.counts(answer.participantCount))
        } catch {
            lose("\(error)")
        }
    }

    private func lose(_ reason: String) {
        guard !isOver else { return }
        end()
        report(.lost(reason: reason))
    }

    private func end() {
        isOver = true
        if let nextHealth { scheduler.cancel(nextHealth) }
        healthRequest?.cancel()
        stream?.forget()
        stream = nil
    }
}
