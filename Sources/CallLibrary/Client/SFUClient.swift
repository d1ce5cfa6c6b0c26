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
        /// An event of the session.
        case event(SFUEvent)
        /// The number of participants in a health response.
        case counts(ParticipantCount)
        /// A notification that could not be decoded.
        case unreadable(BodyError)
        /// The connection to the SFU is lost.
        case lost(ConnectionLoss)
    }

    let sessionId: String
    let credentials: SFUCredentials
    let socket: CoAPSocket
    let address: SocketAddress
    let scheduler: any Scheduler
    let configuration: CallConfiguration
    private let prover: RequestProver?
    /// Called with each report; nil after ``close()``.
    private(set) var report: (@MainActor (SFUClient, Report) -> Void)?
    /// Verifies the client's address on the media path. Returns false without an open media path.
    var proveAddress: (@MainActor () -> Bool)?
    private var stream: CoAPSocket.Observation?
    /// The number of the last delivered event. The SFU may repeat events after a reconnect.
    private(set) var lastEvent = 0
    /// The number of delivered events that change the number of participants.
    private(set) var rosterEvents = 0
    /// True after ``close()``.
    private(set) var isOver = false
    /// True when a leave request was sent.
    private var hasLeft = false
    /// The timer of the next health request.
    lazy var nextHealth = SingleTimer(scheduler)
    /// The timer after which the SFU counts as lost, unless it responds.
    lazy var healthLimit = SingleTimer(scheduler)
    /// The pending health request.
    var healthRequest: CoAPSocket.Ticket?

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

    /// True while the SFU is believed to have the session: from the join to a loss. Remains true after ``close()``.
    private(set) var isSocketUp = false

    /// True when both represent the same session on the same SFU.
    func isSameSession(as other: SFUClient) -> Bool { sessionId == other.sessionId && address == other.address }

    /// Joins the session and opens its event stream.
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

    /// Joins the session without a task. `listener` is called in a later turn, after all jobs that are ready by then.
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

    /// A pending join without a task. Its closures share this object.
    @MainActor
    private final class PendingJoin {
        private let sfu: SFUClient
        private let observation: CoAPSocket.Observation
        private let listener: @MainActor (Result<SFUJoinResponse, any Error>) -> Void
        private var result: Result<CoAP.Response, CoAP.Failure>?

        init(
            sfu: SFUClient, observation: CoAPSocket.Observation,
            listener: @escaping @MainActor (Result<SFUJoinResponse, any Error>) -> Void
        ) {
            self.sfu = sfu
            self.observation = observation
            self.listener = listener
        }

        func received(_ result: Result<CoAP.Response, CoAP.Failure>) {
            self.result = result
            sfu.scheduler.enqueue { [self] in deliver() }
        }

        private func deliver() {
            do {
                switch result.take() {
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

    /// Returns the message of a request, with a new proof. Each message may be sent once.
    func message(_ route: SFURoute, _ body: some Body, observe: Bool = false) -> CoAP.Request {
        var request = CoAP.Request(
            code: route.method, path: route.path, observe: observe, payload: body.encoded())
        prover?.prove(&request, to: name)
        return request
    }

    /// Begins the session with the response to its join.
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

    /// Sends a leave request. It is retransmitted until the SFU acknowledges it; no caller waits for that.
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
            ) { [self] result in
                // An unknown session counts as left. From an unverified address, the token proves the sender.
                guard case .success(let response) = result, Self.isAboutAddress(response) else { return }
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

    /// True when a response refuses the client's address.
    private static func isAboutAddress(_ response: CoAP.Response) -> Bool {
        do {
            let _: EmptyBody = try CoordinatorClient.read(response)
            return false
        } catch {
            guard case .refused(let refusal)? = error as? RequestError else { return false }
            return refusal.isAboutAddress
        }
    }

    /// Handles a refusal of this client's address. An open media path verifies the address for later requests. Without
    /// one, the signal counts as lost.
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

    /// Reports the loss of the connection, unless the client was closed.
    func lose(_ loss: ConnectionLoss) {
        guard !isOver else { return }
        isSocketUp = false
        report?(self, .lost(loss))
    }
}

extension SFUClient {
    /// Returns the part of a join response that a later reconnect needs.
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
