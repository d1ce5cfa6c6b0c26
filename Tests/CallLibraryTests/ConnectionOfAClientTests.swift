import CallCore
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// The stream of a client's coordinator: its opening, its events, its loss and its return.
@MainActor
@Suite struct ConnectionOfAClientTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = SeenTexts()

    /// The number of requests of a route, without those that end an observation.
    private func count(_ route: CoordinatorRoute) -> Int {
        let path = route.path.joined(separator: "/")
        return socket.requests.count {
            $0.path == path && $0.message.code == route.method && $0.message.options.observe != 1
        }
    }

    // MARK: The opening

    @Test func `a connection that opens is shown as connecting`() async {
        let client = served.client()
        socket.isHolding = true
        let caller = Task { try await client.connect() }
        await served.settle()
        #expect(client.state.connection == .connecting)
        socket.release()
        await served.settle()
        #expect(client.state.connection == .connected)
        caller.cancel()
    }

    @Test func `a guest connects as the user that the coordinator made`() async throws {
        let client = served.client(user: .guest("visitor"))
        let guest = CreateGuestResponse {
            $0.user = .guest("guest-1")
            $0.accessToken = [7]
        }
        socket.answers["video/guest"] = (.created, guest.encoded())
        try await client.connect()
        let request = try ConnectRequest(decoding: try #require(socket.requests.last).message.payload)
        #expect(request.user.id == "guest-1" && request.token == [7])
    }

    @Test func `a connect that is refused as its caller is cancelled ends with the refusal`() async {
        let client = served.client()
        socket.answers["video/connect"] = Self.refusal(.tokenInvalid)
        socket.isHolding = true
        let caller = Task { try await client.connect() }
        while socket.heldCount == 0 { await Task.yield() }
        socket.release()
        caller.cancel()
        await #expect(throws: RequestError.self) { try await caller.value }
    }

    @Test func `a connection that opens after a disconnect is closed`() async throws {
        let client = served.client()
        socket.isHolding = true
        let caller = Task { try await client.connect() }
        await served.settle()
        try await client.disconnect()
        socket.isHolding = false
        socket.release()
        await #expect(throws: NotConnectedError.self) { try await caller.value }
        #expect(count(.disconnect) == 1 && !client.coordinator.isConnected)
    }

    @Test func `the key of a client has all bytes of its random words`() async throws {
        var configuration = CallConfiguration()
        let key = ServerKeyPair(tokenSecret: [1]).publicKey
        configuration.serverKey = key
        _ = try await served.connected(configuration)
        var generator = SeededGenerator(seed: 1).derived(for: "request proofs")
        let words = (0..<4).map { _ in generator.next() }
        let privateKey = words.flatMap { bytes(of: $0) }
        var expected = ConnectRequest { $0.token = [1] }
        try #require(RequestProver(with: key, privateKey: privateKey)).seal(&expected, at: .virtualStart)
        let request = try ConnectRequest(decoding: try #require(socket.requests.last).message.payload)
        #expect(request.clientKey == expected.clientKey && request.sealedToken == expected.sealedToken)
    }

    /// The bytes of a word, the lowest first.
    private func bytes(of word: UInt64) -> [UInt8] {
        stride(from: 0, to: 64, by: 8).map { UInt8(word / (1 << UInt64($0)) % 256) }
    }

    @Test func `a refusal without a format has the server's text, or else its code`() async throws {
        let call = try await served.connected().call(Self.cid)
        socket.isPlain = true
        for (text, message) in [(Array("too long".utf8), "too long"), ([0xFF], "\(CoAP.Code.badRequest)")] {
            socket.answers[Self.path] = (.badRequest, text)
            let outcome = await Task { try await call.get() }.result
            guard case .failure(RequestError.refused(let refusal)) = outcome else {
                Issue.record("\(text) is no refusal")
                continue
            }
            #expect(refusal.message == message)
        }
    }

    // MARK: Events

    private func unknown(_ type: String) -> CoordinatorEvent {
        .unknown(UnknownEvent(type: type, callCid: nil, body: ["type": .text(type)]))
    }

    @Test func `a repeated event of the coordinator counts once, and is traced by its type`() async throws {
        let client = try await served.connected()
        socket.notify(["a", "b"].map(unknown), first: 2)
        await served.settle()
        socket.notify(["b", "c"].map(unknown), first: 3)
        await served.settle()
        #expect(client.state.unknownEventCount == 3)
        #expect(served.marks.map(\.name) == Array(repeating: "event.unknown", count: 3))
        #expect(served.marks.map(\.details.first) == ["type=a", "type=b", "type=c"])
        #expect(served.marks.allSatisfy { $0.details.last?.hasPrefix("body=") == true })
    }

    private func arrival(in cid: CallCid) -> CoordinatorEvent {
        let payload = SessionParticipantPayload {
            $0.sessionId = "1"
            $0.participant = SessionParticipant { ($0.user, $0.userSessionId) = (User(id: "bob"), "b") }
        }
        return .sessionParticipantJoined(CallSessionParticipantJoinedEvent(cid, at: .virtualStart, payload))
    }

    @Test func `a client without observers of other calls has every event of its own calls`() async throws {
        let client = try await served.connected(isTraced: false)
        let call = client.call(Self.cid)
        call.updateState {
            $0.update(from: Self.described { $0.call.session = CallSessionResponse { $0.id = "1" } }.call)
        }
        socket.notify([arrival(in: CallCid(type: "default", id: "other")), arrival(in: Self.cid)], first: 2)
        await served.settle()
        #expect(call.state.values.session?.participants.map(\.user.id) == ["bob"])
    }

    @Test func `a subscriber of a client without a trace has the events of calls that the client does not hold`()
        async throws
    {
        let client = try await served.connected(isTraced: false)
        let subscription = client.eventPublisher().sink { [seen] event in seen.texts.append(event.type) }
        let event = arrival(in: CallCid(type: "default", id: "other"))
        socket.notify([event], first: 2)
        await served.settle()
        #expect(seen.texts == [event.type])
        subscription.cancel()
    }

    @Test func `a datagram of an unknown sender is traced with its reason and its number, seldom`() {
        let client = served.client()
        for _ in 1...9 { socket.onDatagram?([0x80, 0, 0x70, 7], ServingSocket.server) }
        #expect(client.strayDatagrams == 9)
        let reason = "reason=\(MediaRefusal.unknownAddress.rawValue)"
        #expect(served.marks.map(\.details) == [1, 2, 3, 4, 8].map { [reason, "count=\($0)"] })
    }

    // MARK: A lost stream

    @Test func `a stream whose opening cannot be read is opened again`() async throws {
        let client = try await served.connected()
        socket.answers["video/connect"] = (.content, [0xFF])
        client.link.handle(.broken)
        await served.settle()
        #expect(count(.connect) == 2 && client.state.connection == .connecting)
        socket.answers = [:]
        await served.pass(.milliseconds(499))
        #expect(count(.connect) == 2)
        await served.pass(.milliseconds(1))
        #expect(count(.connect) == 3 && client.state.connection == .connected)
    }

    @Test func `a request without a connection ends the pause before the next opening`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        socket.answers["video/connect"] = (.content, [0xFF])
        client.link.handle(.broken)
        await served.settle()
        socket.answers = [Self.path: Self.refusal(.connectionNotFound)]
        let reading = Task { try await call.get() }
        await served.settle()
        #expect(count(.connect) == 3 && client.state.connection == .connected)
        await served.pass(.seconds(1))
        await #expect(throws: RequestError.self) { try await reading.value }
    }

    @Test func `a client that disconnects as its stream returns remains disconnected`() async throws {
        let client = try await served.connected()
        let subscription = client.eventPublisher().sink { event in
            guard case .connected = event, client.coordinator.streamNumber == 2 else { return }
            Task.immediate { try await client.disconnect() }
        }
        client.link.handle(.broken)
        for _ in 0..<20 { await served.pass(.seconds(5)) }
        #expect(count(.connect) == 2 && count(.health) == 0 && count(.disconnect) == 1)
        subscription.cancel()
    }

    @Test func `a late response to a request without a task is older than all events of the current stream`()
        async throws
    {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        socket.answers[Self.path] = (.changed, Self.described { $0.asOf = 5 }.encoded())
        socket.isHolding = true
        call.create(GetOrCreateCallRequest()) { _ in }
        await served.settle()
        socket.isHolding = false
        client.link.handle(.broken)
        await served.settle()
        #expect(client.coordinator.streamNumber == 2 && !call.state.values.isOutdated)
        socket.release()
        await served.settle()
        #expect(call.state.values.isInitialized && call.state.values.isOutdated)
    }

    @Test func `an outdated call is read again once, however often it changes`() async throws {
        let call = try await served.connected().call(Self.cid)
        call.updateState { $0.update(from: Self.described { $0.asOf = 0 }) }
        #expect(call.state.values.isOutdated)
        await served.pass(.seconds(1))
        call.updateState { $0.connectionPhase = .connecting }
        await served.pass(.seconds(2))
        #expect(served.marks.map(\.name) == ["call.reread.failed"])
    }
}
