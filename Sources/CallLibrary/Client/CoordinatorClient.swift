internal import Containers
import Signaling
import Sockets
import Timing
import Wire

/// Sends the typed requests of one connection to the coordinator.
@MainActor
final class CoordinatorClient {
    private let socket: CoAPSocket
    private let scheduler: any Scheduler
    let address: SocketAddress
    private let prover: RequestProver?
    /// The id of the connection. It survives a lost stream, because the coordinator keeps it for a while as well.
    private(set) var connectionId: String? {
        didSet { query = connectionId.map { ["\(QueryName.connectionId)=\($0)"] } ?? [] }
    }
    /// The query option that identifies the connection in every request.
    private var query: [String] = []
    private var stream: CoAPSocket.Observation?
    /// The number of streams that did not resume another one. Event numbers restart with each.
    private(set) var streamNumber = 0
    /// Called when the coordinator no longer accepts the connection. Returns when a new connection is open.
    var onStaleConnection: (@MainActor () async throws -> Void)?
    /// Called with every batch. Returns the followed calls, so that session events of other calls need not be decoded;
    /// nil when every call is followed.
    var followedCalls: @MainActor () -> SmallMap<CallCid, Call>? = { nil }

    init(socket: CoAPSocket, scheduler: any Scheduler, address: SocketAddress, prover: RequestProver?) {
        self.socket = socket
        self.prover = prover
        self.scheduler = scheduler
        self.address = address
    }

    var isConnected: Bool { connectionId != nil }

    /// Opens the event stream. `onEvents` receives later batches; `onLost` is called when the stream fails.
    func connect(
        _ request: ConnectRequest, onEvents: @escaping @MainActor (EventBatch) -> Void,
        onUnreadable: @escaping @MainActor (BodyError) -> Void, onLost: @escaping @MainActor (CoAP.Failure) -> Void
    ) async throws -> (ConnectedEvent, EventBatch) {
        let response: CoAP.Response
        let observation: CoAPSocket.Observation
        do {
            (response, observation) = try await socket.observe(
                opening(request), to: address
            ) { [followedCalls] response in
                do throws(BodyError) {
                    onEvents(try Self.batch(response, following: followedCalls()))
                } catch {
                    onUnreadable(error)
                }
            } onEnd: { failure in
                onLost(failure)
            }
        } catch {
            throw Self.error(of: error)
        }
        let (event, batch): (ConnectedEvent, EventBatch)
        do {
            (event, batch) = try Self.opening(response)
            try Task.checkCancellation()
        } catch {
            // A stream without its first batch is useless. The server must not keep the connection for it.
            observation.cancel()
            throw error
        }
        if !event.resumed { streamNumber += 1 }
        connectionId = event.connectionId
        stream?.forget()
        stream = observation
        return (event, batch)
    }

    /// Returns the request that opens the event stream.
    private func opening(_ body: ConnectRequest) -> CoAP.Request {
        var body = body
        prover?.seal(&body, at: scheduler.date)
        let route = CoordinatorRoute.connect
        var request = CoAP.Request(code: route.method, path: route.path, observe: true, payload: body.encoded())
        prover?.prove(&request, to: ServerName.coordinator)
        return request
    }

    /// Decodes a batch. It is nonisolated because an isolated closure would be checked for each event.
    private nonisolated static func batch(
        _ response: CoAP.Response, following calls: SmallMap<CallCid, Call>?
    ) throws(BodyError) -> EventBatch {
        try EventBatch(decoding: response.body) { cid in
            guard let calls else { return false }
            return calls[cid] == nil
        }
    }

    /// Decodes the first batch of a stream, which begins with `connection.ok`.
    private static func opening(_ response: CoAP.Response) throws -> (ConnectedEvent, EventBatch) {
        let batch: EventBatch = try read(response)
        guard case .connected(let event)? = batch.events.first else {
            throw RequestError.unreadable(.badValue(field: "events[0]", problem: "must be connection.ok"))
        }
        return (event, batch)
    }

    /// Stops observing the stream and keeps the connection.
    func forgetStream() {
        stream?.forget()
        stream = nil
    }

    /// Verifies that the coordinator still holds the connection.
    func checkHealth() async throws {
        let _: EmptyBody = try Self.read(try await exchange(.health, query))
    }

    /// Closes the event stream. A connection that the coordinator does not accept from this address ends there by its
    /// silence.
    func disconnect() async throws {
        guard connectionId != nil else { return }
        let query = self.query
        forgetStream()
        connectionId = nil
        do {
            let _: EmptyBody = try Self.read(try await exchange(.disconnect, query))
        } catch RequestError.refused(let refusal) where refusal.code == APIError.Code.connectionNotFound.rawValue {}
    }

    /// Sends a request about a call. A response to a request of an earlier stream counts as older than all events of
    /// the current stream.
    func sendAboutCall<Answer: ResponseAboutCall>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(), query: [String] = []
    ) async throws -> Answer {
        let sentOn = streamNumber
        var answer: Answer = try await send(route, body, query: query)
        if sentOn != streamNumber { answer.asOf = 0 }
        return answer
    }

    /// Sends a request about a call without a task.
    @discardableResult
    func sendAboutCall<Answer: ResponseAboutCall>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(),
        _ listener: @escaping @MainActor (Result<Answer, any Error>) -> Void
    ) -> CoAPSocket.Ticket? {
        let sentOn = streamNumber
        return send(route, body) { [self] response in
            listener(
                Result {
                    var answer: Answer = try Self.read(response.get())
                    if sentOn != streamNumber { answer.asOf = 0 }
                    return answer
                })
        }
    }

    /// Sends a request that concerns no single call.
    func send<Answer: Body>(
        _ action: ClientAction, _ body: some Body = EmptyBody(), query: [String] = [],
        as: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await send(.client(action), body, query: query)
    }

    /// Sends a request on the connection.
    func send<Answer: Body>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(), query more: [String] = [],
        as: Answer.Type = Answer.self
    ) async throws -> Answer {
        let payload = body is EmptyBody ? [] : body.encoded()
        let response = try await exchange(route, try query(for: route, more), payload)
        do {
            return try Self.read(response)
        } catch RequestError.refused(let refusal) where refusal.isAboutConnection {
            guard let onStaleConnection else { throw RequestError.refused(refusal) }
            try await onStaleConnection()
            return try Self.read(try await exchange(route, try query(for: route, more), payload))
        }
    }

    private func exchange(
        _ route: CoordinatorRoute, _ query: [String], _ payload: [UInt8] = []
    ) async throws -> CoAP.Response {
        do {
            return try await socket.request(request(route, query, payload), to: address)
        } catch {
            throw Self.error(of: error)
        }
    }

    private func request(_ route: CoordinatorRoute, _ query: [String], _ payload: [UInt8]) -> CoAP.Request {
        var request = CoAP.Request(code: route.method, path: route.path, query: query, payload: payload)
        // A request without a connection has nothing to prove.
        if !query.isEmpty { prover?.prove(&request, to: ServerName.coordinator) }
        return request
    }

    /// A callback for a response, which ``read(_:)`` decodes.
    typealias Listener = @MainActor (Result<CoAP.Response, any Error>) -> Void

    /// Sends a request on the connection without a task. `listener` is called after all jobs that are ready by then.
    ///
    /// - Returns: The ticket that cancels the request; nil when it was not sent.
    @discardableResult
    func send(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(), _ listener: @escaping Listener
    ) -> CoAPSocket.Ticket? {
        let payload = body is EmptyBody ? [] : body.encoded()
        let query: [String]
        do {
            query = try self.query(for: route, [])
        } catch {
            listener(.failure(error))
            return nil
        }
        let pending = PendingRequest(client: self, route: route, payload: payload, listener: listener)
        return socket.request(request(route, query, payload), to: address) { [pending] in pending.received($0) }
    }

    /// A request without a task: one object that its closures share.
    @MainActor
    private final class PendingRequest {
        private let client: CoordinatorClient
        private let route: CoordinatorRoute
        private let payload: [UInt8]
        private let listener: Listener
        private var answer: Result<CoAP.Response, CoAP.Failure>?

        init(client: CoordinatorClient, route: CoordinatorRoute, payload: [UInt8], listener: @escaping Listener) {
            self.client = client
            self.route = route
            self.payload = payload
            self.listener = listener
        }

        func received(_ answer: Result<CoAP.Response, CoAP.Failure>) {
            self.answer = answer
            client.scheduler.enqueue { [self] in deliver() }
        }

        private func deliver() {
            switch answer.take() {
            case .success(let response)? where client.onStaleConnection != nil && isAboutConnection(response):
                Task.immediate { await client.sendAgain(route, payload, listener) }
            case .success(let response)?: listener(.success(response))
            case .failure(let failure)?: listener(.failure(error(of: failure)))
            case nil: break
            }
        }
    }

    /// Cancels a request.
    func forget(_ ticket: CoAPSocket.Ticket) {
        socket.forget(ticket)
    }

    private func sendAgain(_ route: CoordinatorRoute, _ payload: [UInt8], _ listener: Listener) async {
        do {
            try await onStaleConnection?()
            listener(.success(try await exchange(route, try query(for: route, []), payload)))
        } catch {
            listener(.failure(error))
        }
    }

    /// True when a response refuses the connection itself. A new connection may make the request succeed.
    private static func isAboutConnection(_ response: CoAP.Response) -> Bool {
        guard !response.code.isSuccess, response.contentFormat != nil else { return false }
        return (try? APIError(decoding: response.body))?.isAboutConnection ?? false
    }

    private func query(for route: CoordinatorRoute, _ more: [String]) throws -> [String] {
        guard connectionId != nil || route == .client(.createGuest) else { throw NotConnectedError() }
        return more.isEmpty ? query : query + more
    }

    /// Returns the library's error for a failed exchange, and `CancellationError` for a cancelled one.
    static func error(of failure: CoAP.Failure) -> any Error {
        failure == .cancelled ? CancellationError() : RequestError.failed(failure)
    }

    /// Decodes a response. Throws the refusal that it holds.
    static func read<Answer: Body>(_ response: CoAP.Response) throws -> Answer {
        do {
            guard response.code.isSuccess else {
                let isPlain = response.contentFormat == nil
                throw RequestError.refused(isPlain ? APIError(response) : try APIError(decoding: response.body))
            }
            return try Answer(decoding: response.body)
        } catch let error as BodyError {
            throw RequestError.unreadable(error)
        }
    }
}

extension APIError {
    /// Creates the error of a refusal without an encoded body, such as a diagnostic text (RFC 7252 section 5.5.2).
    fileprivate init(_ response: CoAP.Response) {
        let text = String(validating: response.payload, as: UTF8.self) ?? ""
        let isTheirs = response.code.codeClass == 5
        self.init(
            isTheirs ? .internalError : .inputError, text.isEmpty ? "\(response.code)" : text,
            advice: isTheirs ? "try again in a while" : "do not send the same again")
    }

    /// True when the request was not evaluated because of the connection or its token.
    fileprivate var isAboutConnection: Bool {
        code == Code.connectionNotFound.rawValue || code == Code.tokenExpired.rawValue
    }
}
