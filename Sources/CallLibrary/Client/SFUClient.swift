import CallCore
import Signaling
import Sockets
import Timing
import Wire

/// One participant's session on one SFU: its event stream, health requests and leave.
@MainActor
final class SFUClient {
    /// A report of the session.
    enum Report {
        case event(SFUEvent)
        case counts(ParticipantCount)
        case unreadable(BodyError)
        case lost(ConnectionLoss)
    }

    let sessionId: String
    let credentials: SFUCredentials
    let socket: CoAPSocket
    let address: SocketAddress
    private let scheduler: any Scheduler
    private let configuration: CallConfiguration
    private let prover: RequestProver?
    /// The callback for reports; nil after the end.
    private var report: (@MainActor (SFUClient, Report) -> Void)?
    /// Verifies the client's address on the media path. Returns false without a media path.
    var proveAddress: (@MainActor () -> Bool)?
    private var stream: CoAPSocket.Observation?
    /// The number of the last delivered event. The SFU may repeat events after a reconnect.
    private var lastEvent = 0
    /// The number of delivered events about arrivals and departures, which change the counts.
    private var rosterEvents = 0
    private var isOver = false
    private var hasLeft = false
    private lazy var nextHealth = SingleTimer(scheduler)
    private lazy var healthLimit = SingleTimer(scheduler)
    private var healthRequest: CoAPSocket.Ticket?

    init(
        sessionId: String, credentials: SFUCredentials, socket: CoAPSocket, scheduler: any Scheduler,
        configuration: CallConfiguration, prover: RequestProver?,
        report: @escaping @MainActor (SFUClient, Report) -> Void
    ) throws {
        guard let host = HostAddress(credentials.host), let port = UInt16(exactly: credentials.port) else {
            throw RequestError.unreadable(.badValue(field: "credentials.host", problem: "must be an IPv4 address"))
        }
        self.sessionId = sessionId
        self.credentials = credentials
        self.socket = socket
        address = SocketAddress(host: host, port: port)
        self.scheduler = scheduler
        self.configuration = configuration
        self.prover = prover
        self.report = report
    }

    /// The SFU's name.
    var name: String { credentials.edgeName }

    /// True while the client believes that the event stream is open.
    var isListening: Bool { !isOver && stream != nil }

    /// True from the opening of the event stream until its loss. A local close does not count as a loss.
    private(set) var isSocketUp = false

    /// True when both represent the same session on the same SFU.
    func isSameSession(as other: SFUClient) -> Bool { sessionId == other.sessionId && address == other.address }

    /// Enters the session.
    func join(_ request: SFUJoinRequest) async throws -> SFUJoinResponse {
        let response: CoAP.Response
        let observation: CoAPSocket.Observation
        do {
            (response, observation) = try await socket.observe(
                message(.join, request, observe: true), to: address
            ) { [weak self] response in
                self?.received(response)
            } onEnd: { [weak self] _ in
                self?.lose(.stream)
            }
        } catch {
            throw CoordinatorClient.error(of: error)
        }
        return try entered(response, observation)
    }

    /// Enters the session without a task. `listener` is called after all jobs that are ready by then.
    ///
    /// - Returns: The ticket that cancels the request.
    func join(
        _ request: SFUJoinRequest, _ listener: @escaping @MainActor (Result<SFUJoinResponse, any Error>) -> Void
    ) -> CoAPSocket.Ticket {
        let observation = CoAPSocket.Observation { [self] response in
            received(response)
        } onEnd: { [self] _ in
            lose(.stream)
        }
        let pending = PendingJoin(sfu: self, observation: observation, listener: listener)
        return socket.request(message(.join, request, observe: true), to: address, observedBy: observation) {
            [pending] in
            pending.received($0)
        }
    }

    /// A join without a task: one object that its closures share.
    @MainActor
    private final class PendingJoin {
        private let sfu: SFUClient
        private let observation: CoAPSocket.Observation
        private let listener: @MainActor (Result<SFUJoinResponse, any Error>) -> Void
        private var answer: Result<CoAP.Response, CoAP.Failure>?

        init(
            sfu: SFUClient, observation: CoAPSocket.Observation,
            listener: @escaping @MainActor (Result<SFUJoinResponse, any Error>) -> Void
        ) {
            self.sfu = sfu
            self.observation = observation
            self.listener = listener
        }

        func received(_ answer: Result<CoAP.Response, CoAP.Failure>) {
            self.answer = answer
            sfu.scheduler.enqueue { [self] in deliver() }
        }

        private func deliver() {
            do {
                switch answer.take() {
                case .success(let response)?:
                    observation.begin()
                    listener(.success(try sfu.entered(response, observation)))
                case .failure(let failure)?: throw CoordinatorClient.error(of: failure)
                case nil: break
                }
            } catch {
                listener(.failure(error))
            }
        }
    }

    /// Returns the message of a request. Each sending of a body needs a message of its own.
    func message(_ route: SFURoute, _ body: some Body, observe: Bool = false) -> CoAP.Request {
        var request = CoAP.Request(
            code: route.method, path: route.path, observe: observe, payload: body.encoded())
        prover?.prove(&request, to: name)
        return request
    }

    private func entered(
        _ response: CoAP.Response, _ observation: CoAPSocket.Observation
    ) throws -> SFUJoinResponse {
        guard !isOver else {
            observation.forget()
            throw CancellationError()
        }
        let joined: SFUJoinResponse
        do {
            joined = try CoordinatorClient.read(response)
        } catch {
            // Notifications are useless when the first response of their observation cannot be decoded.
            observation.forget()
            throw error
        }
        stream = observation
        isSocketUp = true
        scheduleHealth()
        extendHealth()
        return joined
    }

    /// Leaves the session. The request is retransmitted until the SFU acknowledges it, without a caller that waits.
    func leave(reason: String?) {
        guard !hasLeft else { return }
        hasLeft = true
        close()
        scheduler.enqueue { [self] in
            request(
                .leave,
                SFULeaveRequest {
                    $0.sessionId = sessionId
                    $0.reason = reason
                }
            ) { [self] answer in
                // An unknown session counts as left. From an unverified address, the token proves the sender.
                guard case .success(let response) = answer, Self.isAboutAddress(response) else { return }
                let body = SFULeaveRequest {
                    $0.sessionId = sessionId
                    $0.reason = reason
                    $0.token = credentials.token
                }
                request(.leave, body) { _ in }
            }
        }
    }

    /// Sends a request to the SFU. `listener` receives the response.
    func request(
        _ route: SFURoute, _ body: some Body,
        _ listener: @escaping @MainActor (Result<CoAP.Response, CoAP.Failure>) -> Void
    ) {
        socket.request(message(route, body), to: address, listener)
    }

    private static func isAboutAddress(_ answer: CoAP.Response) -> Bool {
        do {
            let _: EmptyBody = try CoordinatorClient.read(answer)
            return false
        } catch {
            guard case .refused(let refusal)? = error as? RequestError else { return false }
            return refusal.isAboutAddress
        }
    }

    /// Handles a refusal of this client's address. The media path verifies the address for later requests; without an
    /// open path the signal counts as lost.
    func addressIsUnproven() {
        if !isOver, proveAddress?() != true { lose(.signal) }
    }

    /// Stops all requests and reports without notifying the SFU.
    func close() {
        isOver = true
        report = nil
        nextHealth.cancel()
        healthLimit.cancel()
        if let healthRequest { socket.forget(healthRequest) }
        stream?.forget()
        stream = nil
    }

    private func received(_ response: CoAP.Response) {
        guard !isOver else { return }
        do throws(BodyError) {
            let batch = try SFUEventBatch(decoding: response.body)
            for (index, event) in batch.events.enumerated() where batch.first &+ index > lastEvent {
                lastEvent = batch.first &+ index
                if event.changesRoster { rosterEvents += 1 }
                report?(self, .event(event))
                guard !isOver else { return }
            }
        } catch {
            report?(self, .unreadable(error))
        }
    }

    private func scheduleHealth() {
        nextHealth.set(after: configuration.healthInterval, "health of session ", sessionId) { [self] in
            requestHealth()
        }
    }

    private func requestHealth() {
        scheduleHealth()
        let request = message(.health, SFUHealthRequest { $0.sessionId = sessionId })
        if let healthRequest { socket.forget(healthRequest) }
        // The answer may be older than an event that arrived since the request, even when it arrives later.
        let known = rosterEvents
        healthRequest = socket.request(request, to: address) { [self] answer in
            if case .success(let response) = answer { healthAnswered(response, isCurrent: known == rosterEvents) }
        }
    }

    /// Restarts the health deadline after a response.
    private func extendHealth() {
        healthLimit.set(after: configuration.healthTimeout, "health answer of session ", sessionId) { [self] in
            lose(.health)
        }
    }

    /// - Parameter isCurrent: True when the counts of the answer are not older than an event.
    private func healthAnswered(_ response: CoAP.Response, isCurrent: Bool) {
        guard !isOver else { return }
        do {
            let answer: SFUHealthResponse = try CoordinatorClient.read(response)
            extendHealth()
            if isCurrent { report?(self, .counts(answer.participantCount)) }
        } catch {
            // A client with a new address verifies it on the media path. The SFU then accepts its requests.
            if case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress {
                return addressIsUnproven()
            }
            lose(.signal)
        }
    }

    private func lose(_ loss: ConnectionLoss) {
        guard !isOver else { return }
        isSocketUp = false
        report?(self, .lost(loss))
    }
}

extension SFUClient {
    /// Returns the part of a join's response that the next reconnect needs.
    func entry(_ session: SFUJoinResponse) -> SFUEntry {
        SFUEntry(sfu: name, fastReconnectDeadline: session.fastReconnectDeadline)
    }
}

extension SFUEvent {
    /// True for the arrival or the departure of a participant.
    fileprivate var changesRoster: Bool {
        switch self {
        case .participantJoined, .participantLeft: true
        default: false
        }
    }
}

extension APIError {
    /// True when the request was not evaluated because of its source address.
    var isAboutAddress: Bool { code == Code.addressUnproven.rawValue }
}
