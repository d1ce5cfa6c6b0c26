internal import Containers
import Signaling
import Sockets
import Timing
import Wire

/// Sends the typed requests of one connection to the coordinator.
@MainActor
final class CoordinatorClient {
    let socket: CoAPSocket
    let scheduler: any Scheduler
    let address: SocketAddress
    let prover: RequestProver?
    /// The id of the connection; nil before the first stream and after a close. It is kept when the stream is lost,
    /// because the coordinator keeps the connection for a while.
    var connectionId: String? {
        didSet { query = connectionId.map { ["\(QueryName.connectionId)=\($0)"] } ?? [] }
    }
    /// The query option that identifies the connection in every request.
    private var query: [String] = []
    var stream: CoAPSocket.Observation?
    /// The number of streams so far that did not resume an earlier one. Event numbers restart with each of them.
    var streamNumber = 0
    /// Opens a new connection when the coordinator no longer accepts the current one. Returns when the new one is open.
    var onStaleConnection: (@MainActor () async throws -> Void)?
    /// Returns the calls whose session events are decoded; nil for all calls. Called for every batch.
    var followedCalls: @MainActor () -> SmallMap<CallCid, Call>? = { nil }

    init(socket: CoAPSocket, scheduler: any Scheduler, address: SocketAddress, prover: RequestProver?) {
        self.socket = socket
        self.prover = prover
        self.scheduler = scheduler
        self.address = address
    }

    var isConnected: Bool { connectionId != nil }

    /// Verifies that the coordinator still holds the connection.
    func checkHealth() async throws {
        let _: EmptyBody = try Self.read(try await exchange(.health, query))
    }

    /// Closes the connection. A refusal because the connection is unknown counts as success: the coordinator ends a
    /// silent connection itself.
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
    func sendAboutCall<Response: ResponseAboutCall>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(), query: [String] = []
    ) async throws -> Response {
        let sentOn = streamNumber
        var response: Response = try await send(route, body, query: query)
        if sentOn != streamNumber { response.asOf = 0 }
        return response
    }

    /// Sends a request about a call and calls `listener` with the response, without a task.
    @discardableResult
    func sendAboutCall<Response: ResponseAboutCall>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(),
        _ listener: @escaping @MainActor (Result<Response, any Error>) -> Void
    ) -> CoAPSocket.Ticket? {
        let sentOn = streamNumber
        return send(route, body) { [self] result in
            listener(
                Result {
                    var response: Response = try Self.read(result.get())
                    if sentOn != streamNumber { response.asOf = 0 }
                    return response
                })
        }
    }

    /// Sends a request that is not about one call.
    func send<Response: Body>(
        _ action: ClientAction, _ body: some Body = EmptyBody(), query: [String] = [],
        as: Response.Type = Response.self
    ) async throws -> Response {
        try await send(.client(action), body, query: query)
    }

    /// Sends a request on the connection. Repeats it on a new connection when the coordinator no longer accepts this
    /// one.
    func send<Response: Body>(
        _ route: CoordinatorRoute, _ body: some Body = EmptyBody(), query more: [String] = [],
        as: Response.Type = Response.self
    ) async throws -> Response {
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

    /// Sends a request on the connection without a task. `listener` is called in a later turn, after all jobs that are
    /// ready by then.
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

    /// A pending request without a task. Its closures share this object.
    @MainActor
    private final class PendingRequest {
        private let client: CoordinatorClient
        private let route: CoordinatorRoute
        private let payload: [UInt8]
        private let listener: Listener
        private var result: Result<CoAP.Response, CoAP.Failure>?

        init(client: CoordinatorClient, route: CoordinatorRoute, payload: [UInt8], listener: @escaping Listener) {
            self.client = client
            self.route = route
            self.payload = payload
            self.listener = listener
        }

        func received(_ result: Result<CoAP.Response, CoAP.Failure>) {
            self.result = result
            client.scheduler.enqueue { [self] in deliver() }
        }

        private func deliver() {
            switch result.take() {
            case .success(let response)? where client.onStaleConnection != nil && isAboutConnection(response):
                Task.immediate { await client.sendAgain(route, payload, listener) }
            case .success(let response)?: listener(.success(response))
            case .failure(let failure)?: listener(.failure(error(of: failure)))
            case nil: break
            }
        }
    }

    /// Cancels a pending request. Its listener is not called.
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

    /// True when a response refuses the connection and not the request. The request may succeed on a new connection.
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
    static func read<Response: Body>(_ response: CoAP.Response) throws -> Response {
        do {
            guard response.code.isSuccess else {
                let isPlain = response.contentFormat == nil
                throw RequestError.refused(isPlain ? APIError(response) : try APIError(decoding: response.body))
            }
            return try Response(decoding: response.body)
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
