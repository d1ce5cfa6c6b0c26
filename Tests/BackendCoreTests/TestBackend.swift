import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// A coordinator and its SFUs without sockets: what one asks of the other is done at once, and every notification
/// arrives and is acknowledged at once unless a device is deaf.
struct TestBackend {
    static let cid = CallCid(type: "default", id: "standup")

    /// One device with its stream.
    struct Device {
        let user: String
        let peer: SocketAddress
        var connectionId = ""
        var stream: StreamID?
        var isDeaf = false
        var events: [CoordinatorEvent] = []
        var notificationCount = 0
        var lastNumber = 0
        /// The final notification of the stream.
        var end: ServerResponse?

        /// The types of all events but `connection.ok`.
        var types: [String] { events.map(\.type).filter { $0 != ConnectedEvent.type } }
    }

    /// One stay on an SFU.
    struct JoinedSession {
        let edge: String
        var stream: StreamID?
        var isDeaf = false
        var events: [SFUEvent] = []
        var isClosed = false
        var response: SFUJoinResponse?

        var received: [String] {
            events.map { event in
                switch event {
                case .participantJoined(let participant, let isPinned):
                    "\(participant.user.id) joined\(isPinned ? " pinned" : "")"
                case .participantLeft(let participant): "\(participant.user.id) left"
                case .participantUpdated(let participant): "\(participant.user.id) changed"
                case .callEnded(let reason): "ended: \(reason)"
                case .trackPublished(let event): "\(event.reference.userId) publishes \(event.trackType.name)"
                case .trackUnpublished(let event):
                    "\(event.reference.userId) unpublishes \(event.trackType.name): \(event.cause)"
                case .pinsUpdated(let pins): "pinned: \(pins.map(\.userId).joined(separator: " "))"
                default: event.type
                }
            }
        }
    }

    var coordinator: CoordinatorMachine
    var edges: [String: SFUMachine]
    let configuration: BackendConfiguration
    var now = Instant.start
    var devices: [String: Device] = [:]
    var joinedSessions: [String: JoinedSession] = [:]
    var traces: [BackendTrace] = []
    var closed: [StreamID] = []
    private var nextPort: UInt16 = 1000

    var cid: CallCid { Self.cid }

    init(_ change: (inout BackendConfiguration) -> Void = { _ in }) {
        var configuration = BackendConfiguration(
            secret: Array("secret".utf8), users: ["alice", "bob", "carol", "dave"].map { User(id: $0) })
        // Devices of these tests send no health requests.
        configuration.timeouts.silence = nil
        change(&configuration)
        self.configuration = configuration
        coordinator = CoordinatorMachine(
            configuration: configuration, epoch: .virtualStart, generator: SeededGenerator(seed: 1))
        edges = Dictionary(
            uniqueKeysWithValues: configuration.edges.map {
                ($0.name, SFUMachine(configuration: configuration, epoch: .virtualStart))
            })
    }

    var date: Timestamp { Timestamp.virtualStart.advanced(by: .nanoseconds(now.nanoseconds)) }

    func token(_ user: String, expiresAfter: Duration? = nil, for cid: CallCid? = nil) -> [UInt8] {
        AccessToken(
            userId: user, issuedAt: date, expiresAt: expiresAfter.map { date.advanced(by: $0) }, callCid: cid
        ).signed(with: configuration.secret)
    }

    // MARK: Coordinator

    /// Connects devices, each named by its user, or `user.device`.
    mutating func connect(_ names: String...) {
        for name in names {
            let user = String(name.split(separator: ".")[0])
            nextPort += 1
            let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: nextPort)
            devices[name] = Device(user: user, peer: peer)
            _ = reconnect(
                name,
                ConnectRequest {
                    $0.token = token(user)
                    $0.user = User(id: user)
                })
        }
    }

    @discardableResult
    mutating func reconnect(_ name: String, _ body: ConnectRequest, observes: Bool = true) -> ServerResponse {
        let request = ServerRequest(
            method: CoordinatorRoute.connect.method, path: CoordinatorRoute.connect.path, observes: observes,
            payload: body.encoded(),
            peer: devices[name]?.peer ?? SocketAddress(host: HostAddress(127, 1, 0, 9), port: 9))
        return perform(coordinator.handle(.request(request), at: now), opening: name)
    }

    @discardableResult
    mutating func ask(_ name: String, _ action: CallAction, _ body: some Body = EmptyBody(), cid: CallCid? = nil)
        -> ServerResponse
    {
        askRaw(name, .call(cid ?? Self.cid, action), body is EmptyBody ? [] : body.encoded())
    }

    @discardableResult
    mutating func ask(
        _ name: String, _ action: ClientAction, _ body: some Body = EmptyBody(), query: [String] = []
    ) -> ServerResponse {
        askRaw(name, .client(action), body is EmptyBody ? [] : body.encoded(), query: query)
    }

    @discardableResult
    mutating func askRaw(
        _ name: String, _ route: CoordinatorRoute, _ payload: [UInt8], query: [String] = []
    ) -> ServerResponse {
        let device = devices[name]
        let request = ServerRequest(
            method: route.method, path: route.path,
            query: ["connection_id=\(device?.connectionId ?? "")"] + query,
            payload: payload, peer: device?.peer ?? SocketAddress(host: HostAddress(127, 1, 0, 9), port: 9))
        return perform(coordinator.handle(.request(request), at: now))
    }

    /// Creates the call and rings its members.
    @discardableResult
    mutating func ring(_ caller: String, _ members: String..., settings: CallSettingsRequest? = nil) -> ServerResponse {
        let data = CallData {
            $0.members = members.map { id in MemberRequest { $0.userId = id } }
            $0.settingsOverride = settings
        }
        return ask(
            caller, .getOrCreate,
            GetOrCreateCallRequest {
                $0.data = data
                $0.ring = true
            })
    }

    @discardableResult
    mutating func reject(_ name: String, _ reason: String? = nil) -> ServerResponse {
        ask(name, .reject, RejectCallRequest { $0.reason = reason })
    }

    /// Sends an event of the backend's operator to users.
    mutating func sendCustom(_ event: CBOR.Map, to users: [String]) {
        perform(coordinator.handle(.custom(event, users: users), at: now))
    }

    // MARK: SFU

    /// Joins at the coordinator and at the SFU under the session id `name`.
    @discardableResult
    mutating func join(_ name: String, as sessionId: String? = nil, create: Bool = true) -> ServerResponse {
        let answer = ask(name, .join, JoinCallRequest { $0.create = create })
        guard let response = try? JoinCallResponse(decoding: answer.payload) else { return answer }
        return enter(
            name, response.credentials,
            SFUJoinRequest {
                $0.token = response.credentials.token
                $0.sessionId = sessionId ?? name
            })
    }

    @discardableResult
    mutating func enter(_ name: String, _ credentials: SFUCredentials, _ body: SFUJoinRequest) -> ServerResponse {
        let joinedSession = JoinedSession(edge: credentials.edgeName)
        let before = joinedSessions[body.sessionId]
        joinedSessions[body.sessionId] = joinedSession
        let answer = askSFU(name, .join, body, session: body.sessionId)
        if answer.code == .content {
            joinedSessions[body.sessionId]?.response = try? SFUJoinResponse(decoding: answer.payload)
        } else {
            joinedSessions[body.sessionId] = before
        }
        return answer
    }

    @discardableResult
    mutating func leave(_ name: String, _ sessionId: String? = nil) -> ServerResponse {
        askSFU(name, .leave, SFULeaveRequest { $0.sessionId = sessionId ?? name }, session: sessionId ?? name)
    }

    @discardableResult
    mutating func health(_ name: String, _ sessionId: String? = nil) -> ServerResponse {
        askSFU(name, .health, SFUHealthRequest { $0.sessionId = sessionId ?? name }, session: sessionId ?? name)
    }

    mutating func askSFU(_ name: String, _ route: SFURoute, _ body: some Body, session: String) -> ServerResponse {
        let request = ServerRequest(
            method: route.method, path: route.path, observes: route == .join, payload: body.encoded(),
            peer: devices[name]?.peer ?? SocketAddress(host: HostAddress(127, 1, 0, 9), port: 9))
        let edge = joinedSessions[session]?.edge ?? "sfu-1"
        return perform(edges[edge]?.handle(.request(request), at: now) ?? [], edge: edge, opening: session)
    }

    @discardableResult
    mutating func announce(_ name: String, _ types: TrackType...) -> ServerResponse {
        let body = SetPublisherRequest {
            $0.sessionId = name
            $0.tracks = types.map { type in TrackInfo { $0.trackType = type } }
        }
        return askSFU(name, .setPublisher, body, session: name)
    }

    @discardableResult
    mutating func mute(_ name: String, _ type: TrackType, _ isMuted: Bool) -> ServerResponse {
        let body = UpdateMuteStatesRequest {
            $0.sessionId = name
            $0.muteStates = [
                TrackMuteState {
                    $0.trackType = type
                    $0.muted = isMuted
                }
            ]
        }
        return askSFU(name, .updateMuteStates, body, session: name)
    }

    mutating func subscribe(_ name: String, _ tracks: TrackSubscription...) -> ServerResponse {
        askSFU(
            name, .updateSubscriptions,
            UpdateSubscriptionsRequest {
                $0.sessionId = name
                $0.tracks = tracks
            }, session: name)
    }

    /// The SFU notices something.
    mutating func notice(_ event: SFUEvent, to users: [String]? = nil) {
        let order = SessionOrder.send(cid, event, to: users)
        perform(edges["sfu-1"]?.handle(.order(order), at: now) ?? [], edge: "sfu-1")
    }

    /// The published tracks of a session, as the SFU reports them.
    func published(_ sessionId: String) -> [TrackType] {
        edges["sfu-1"]?.sessions[sessionId]?.participant.publishedTracks ?? []
    }

    // MARK: Time and loss

    /// Lets the instant end: everything that is due now is done.
    mutating func settle() {
        while let next = nextWake, next <= now { wake() }
    }

    mutating func advance(by duration: Duration) {
        settle()
        let end = now.advanced(by: duration)
        while let next = nextWake, next <= end {
            now = max(now, next)
            wake()
        }
        now = end
    }

    private var nextWake: Instant? {
        ([coordinator.nextWake] + edges.values.map(\.nextWake)).compactMap { $0 }.min()
    }

    private mutating func wake() {
        perform(coordinator.wake(at: now))
        for name in edges.keys.sorted() { perform(edges[name]?.wake(at: now) ?? [], edge: name) }
    }

    /// The device's stream loses its listener.
    mutating func lose(_ name: String, _ loss: StreamLoss = .unanswered) {
        guard let stream = devices[name]?.stream else { return }
        perform(coordinator.handle(.lost(stream, loss), at: now))
    }

    mutating func loseSession(_ sessionId: String, _ loss: StreamLoss = .unanswered) {
        guard let joinedSession = joinedSessions[sessionId], let stream = joinedSession.stream else { return }
        perform(edges[joinedSession.edge]?.handle(.lost(stream, loss), at: now) ?? [], edge: joinedSession.edge)
    }

    mutating func setEdge(_ name: String, _ state: EdgeState) {
        perform(coordinator.handle(.edge(name, state), at: now))
    }

    mutating func command(_ command: SFUCommand, _ edge: String) {
        perform(edges[edge]?.handle(.command(command), at: now) ?? [], edge: edge)
    }

    mutating func acknowledge(_ name: String) {
        guard let stream = devices[name]?.stream else { return }
        perform(coordinator.handle(.acknowledged(stream), at: now))
    }

    // MARK: Effects

    @discardableResult
    mutating func perform(_ effects: [ServerEffect], edge: String? = nil, opening name: String? = nil)
        -> ServerResponse
    {
        var answers: [ServerResponse] = []
        for effect in effects {
            switch effect {
            case .respond(let answer): answers.append(answer)
            case .open(let stream, let answer):
                answers.append(answer)
                open(stream, answer, edge, name ?? "")
            case .notify(let stream, let payload): deliver(stream, payload, edge)
            case .close(let stream): close(stream, edge)
            case .end(let stream, let answer): end(stream, answer)
            case .report(let report):
                perform(coordinator.handle(.report(report, edge: edge ?? "sfu-1"), at: now))
            case .order(let edge, let order): perform(edges[edge]?.handle(.order(order), at: now) ?? [], edge: edge)
            case .trace(let trace): traces.append(trace)
            case .move, .datagram: break
            }
        }
        return answers.first ?? ServerResponse(.internalServerError)
    }

    private mutating func open(_ stream: StreamID, _ answer: ServerResponse, _ edge: String?, _ name: String) {
        if edge != nil {
            joinedSessions[name]?.stream = stream
            joinedSessions[name]?.isClosed = false
            return
        }
        devices[name]?.stream = stream
        receive(answer.payload, name)
        for case .connected(let event) in devices[name]?.events ?? [] {
            devices[name]?.connectionId = event.connectionId
        }
    }

    private mutating func receive(_ payload: [UInt8], _ name: String) {
        guard let batch = try? EventBatch(decoding: payload) else {
            Issue.record("a notification cannot be read")
            return
        }
        devices[name]?.lastNumber = batch.first + batch.events.count - 1
        devices[name]?.events += batch.events
    }

    private mutating func deliver(_ stream: StreamID, _ payload: [UInt8], _ edge: String?) {
        if let edge {
            guard
                let (name, joinedSession) = joinedSessions.first(where: {
                    $0.value.edge == edge && $0.value.stream == stream
                })
            else {
                return
            }
            guard !joinedSession.isDeaf, let batch = try? SFUEventBatch(decoding: payload) else { return }
            joinedSessions[name]?.events += batch.events
            perform(edges[edge]?.handle(.acknowledged(stream), at: now) ?? [], edge: edge)
        } else {
            guard let (name, device) = devices.first(where: { $0.value.stream == stream }), !device.isDeaf else {
                return
            }
            devices[name]?.notificationCount += 1
            receive(payload, name)
            perform(coordinator.handle(.acknowledged(stream), at: now))
        }
    }

    private mutating func end(_ stream: StreamID, _ answer: ServerResponse) {
        closed.append(stream)
        for (name, device) in devices where device.stream == stream { devices[name]?.end = answer }
    }

    private mutating func close(_ stream: StreamID, _ edge: String?) {
        closed.append(stream)
        guard let edge else { return }
        for (name, joinedSession) in joinedSessions where joinedSession.edge == edge && joinedSession.stream == stream {
            joinedSessions[name]?.isClosed = true
        }
    }

    // MARK: What is known

    func types(_ name: String) -> [String] { devices[name]?.types ?? [] }

    func received(_ sessionId: String) -> [String] { joinedSessions[sessionId]?.received ?? [] }

    func roster(_ sessionId: String) -> [String] {
        joinedSessions[sessionId]?.response?.callState.participants.map(\.user.id) ?? []
    }

    /// The call as the coordinator would tell it now.
    func call() throws -> CallResponse { try #require(coordinator.calls[cid]?.response) }
}

extension ServerResponse {
    /// The refusal in the answer; nil when it is none.
    var refusal: APIError? { code.rawValue >= 0x80 ? try? APIError(decoding: payload) : nil }

    func read<B: Body>(_ type: B.Type = B.self) throws -> B { try B(decoding: payload) }
}
