import CallCore
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// The connection, the calls and the sessions of a client, with answers of a test's own.
@MainActor
@Suite struct SessionsOfAClientTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = Seen()

    /// The texts that closures report.
    @MainActor
    private final class Seen {
        var texts: [String] = []
    }

    // MARK: The connection

    @Test func `callers that connect at once share one request, and all return`() async throws {
        let client = served.client()
        let callers = (1...3).map { number in
            Task {
                try await client.connect()
                seen.texts.append("\(number)")
            }
        }
        await served.settle()
        #expect(seen.texts.sorted() == ["1", "2", "3"] && client.state.connection == .connected)
        #expect(socket.count(of: "video/connect") == 1)
        for caller in callers { caller.cancel() }
    }

    @Test func `a connection that opens as its caller is cancelled is given up`() async {
        let client = served.client()
        socket.isHolding = true
        let caller = Task { try await client.connect() }
        while socket.heldCount == 0 { await Task.yield() }
        socket.release()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(!client.coordinator.isConnected && client.state.connection != .connected)
        #expect(client.coordinator.streamNumber == 0)
    }

    @Test func `each new stream has the next number`() async throws {
        let client = served.client()
        for number in 1...3 {
            try await client.connect()
            #expect(client.coordinator.streamNumber == number)
            try await client.disconnect()
        }
    }

    @Test func `a failed reading of a call is traced with the call before the error`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        client.rereadLater()
        await served.pass(.seconds(1))
        #expect(socket.requests.allSatisfy { $0.message.code != .get })
        call.updateState {
            $0.update(from: CallResponse(cid: Self.cid, createdBy: User(id: "bob"), createdAt: .virtualStart))
        }
        client.rereadLater()
        await served.pass(.milliseconds(999))
        #expect(served.marks.isEmpty)
        await served.pass(.milliseconds(1))
        #expect(served.marks.map(\.name) == ["call.reread.failed"])
        let details = served.marks.first?.details ?? []
        #expect(details.count == 2 && details.first == "cid=default:standup")
        #expect(details.last?.hasPrefix("error=") == true)
        await served.pass(.seconds(2))
        #expect(served.marks.count == 1)
    }

    // MARK: Calls

    @Test func `the conditions of a reading have one order`() async throws {
        let call = try await served.connected().call(Self.cid)
        await #expect(throws: RequestError.self) {
            try await call.get(membersLimit: 3, ring: true, notify: true, video: true)
        }
        let query = socket.requests.last?.message.options.uriQuery.filter { !$0.hasPrefix("connection_id") }
        #expect(query == ["members_limit=3", "ring=true", "notify=true", "video=true"])
        await #expect(throws: RequestError.self) { try await call.get() }
        #expect(socket.requests.last?.message.options.uriQuery.count == 1)
    }

    @Test func `every subscriber of one call has each of its events`() async {
        let client = served.client()
        let call = client.call(Self.cid)
        let subscriptions = ["a", "b", "c"].map { name in
            call.eventPublisher().sink { [seen] event in seen.texts.append("\(name) \(event.type)") }
        }
        client.handle(.deleted(CallDeletedEvent(Self.cid, at: .virtualStart, CallPayload { $0.call = response })))
        #expect(seen.texts.sorted() == ["a call.deleted", "b call.deleted", "c call.deleted"])
        for subscription in subscriptions { subscription.cancel() }
    }

    private var response: CallResponse {
        CallResponse(cid: Self.cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
    }

    @Test func `a ring that ends stops its timer`() {
        let client = served.client()
        let before = scheduler.pending
        client.ring(.outgoing(Self.cid, timeout: .seconds(15)))
        #expect(scheduler.pending == before + 1 && client.ringTimer.isSet)
        client.ring(.answering(Self.cid))
        #expect(scheduler.pending == before && !client.ringTimer.isSet)
        client.ring(.outgoing(Self.cid, timeout: .seconds(15)))
        client.ring(.outgoing(Self.cid, timeout: .seconds(5)))
        #expect(scheduler.pending == before + 1)
        client.ring(.closed(Self.cid))
        #expect(scheduler.pending == before && client.rings.ringing == nil)
    }

    @Test func `own media have the announced source, and none without media`() {
        let plain = served.client().call(Self.cid)
        plain.prepareMedia(for: "s")
        #expect(plain.mediaSource(of: .audio) == 0 && plain.trackInfo(.audio).ssrc == nil)
        var configuration = CallConfiguration()
        configuration.media = MediaConfiguration()
        let call = served.client(configuration).call(Self.cid)
        #expect(call.mediaSource(of: .audio) == 0)
        call.prepareMedia(for: "s")
        let sources = TrackType.allCases.map { call.mediaSource(of: $0) }
        #expect(sources == TrackType.allCases.map { call.trackInfo($0).ssrc ?? 0 })
        #expect(Set(sources).count == TrackType.allCases.count && !sources.contains(0))
        call.endMedia()
        #expect(call.mediaSource(of: .audio) == 0)
    }

    // MARK: Sessions

    @Test func `a call has an SFU until it is left`() async throws {
        let call = try await joined()
        #expect(call.sfu?.name == "sfu-1" && call.connection != nil)
        call.leave()
        #expect(call.sfu == nil && call.connection == nil && call.publisher == nil && call.subscriber == nil)
        await served.settle()
        #expect(socket.count(of: "sfu/leave") == 1)
    }

    @Test func `a limit without a network that is set after the join counts from the next loss`() async throws {
        let call = try await joined()
        socket.isHolding = true
        call.setDisconnectionTimeout(.seconds(2))
        call.pathLost()
        await served.pass(.milliseconds(1999))
        #expect(call.stage == .joined && call.state.disconnectionError == nil)
        await served.pass(.milliseconds(1))
        #expect(call.stage == .idle && call.state.disconnectionError is NetworkNotAvailable)
    }

    @Test func `a limit without a network that is removed after the join has no effect`() async throws {
        var configuration = CallConfiguration()
        configuration.reconnection.disconnection = .seconds(2)
        let call = try await joined(configuration)
        socket.isHolding = true
        call.setDisconnectionTimeout(nil)
        call.pathLost()
        await served.pass(.seconds(10))
        #expect(call.stage == .joined && call.state.disconnectionError == nil)
        call.leave()
        await served.settle()
    }

    @Test func `changes of one instant keep the place of their request among that instant's actions`() async throws {
        let call = try await joined()
        let before = socket.count(of: "sfu/update_subscriptions")
        call.subscriber?.refresh()
        scheduler.schedule(at: scheduler.now, "between") { [socket, seen] in
            seen.texts.append("\(socket.count(of: "sfu/update_subscriptions") - before)")
        }
        call.subscriber?.refresh()
        await served.settle()
        #expect(seen.texts == ["1"])
        #expect(socket.count(of: "sfu/update_subscriptions") == before + 1)
    }

    private func session(of client: StreamVideo) throws -> SFUClient {
        try client.makeSFUClient(sessionId: "s", ServingSocket.sfu) { [seen] _, report in
            switch report {
            case .event(.healthCheckResponse(let count)): seen.texts.append("\(count.total)")
            case .event(let event): seen.texts.append(event.type)
            case .counts(let count): seen.texts.append("counts \(count.total)")
            case .unreadable: seen.texts.append("unreadable")
            case .lost(let loss): seen.texts.append("lost \(loss)")
            }
        }
    }

    private func count(_ total: Int) -> SFUEvent { .healthCheckResponse(ParticipantCount { $0.total = total }) }

    @Test func `a repeated event of a session is reported once`() async throws {
        let sfu = try session(of: served.client())
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        let batches = [(1, [1, 2]), (1, [1, 2]), (2, [2, 3]), (4, [4]), (3, [3, 4, 5])]
        for (first, totals) in batches {
            socket.notify(totals.map(count), first: first)
            await served.settle()
        }
        #expect(seen.texts == ["1", "2", "3", "4", "5"])
    }

    @Test func `a session whose SFU ends the stream has lost it`() async throws {
        let sfu = try session(of: served.client())
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        socket.endStream()
        await served.settle()
        #expect(seen.texts.contains("lost stream"))
        sfu.leave(reason: "over")
    }

    @Test func `a joined call is left over until it is left`() async throws {
        let call = try await joined()
        let text = "the active call default:standup"
        #expect(call.client.leftovers.contains(text))
        call.leave()
        await served.settle()
        #expect(!call.client.leftovers.contains(text))
    }

    @Test func `a join that was refused leaves nothing over`() async throws {
        let call = try await served.connected().call(Self.cid)
        socket.answers[Self.path + "/join"] = Self.refusal(.notAllowed, .forbidden)
        await #expect(throws: RequestError.self) { try await call.join() }
        await served.settle()
        #expect(call.join == nil && !call.client.leftovers.contains("the join of default:standup"))
    }

    @Test func `noise cancellation that another session is refused is off`() async throws {
        let call = try await joined()
        call.updateState { $0.isNoiseCancellationOn = true }
        socket.answers["sfu/start_noise_cancellation"] = (
            .forbidden, APIError(.notAllowed, "no", advice: "ask").encoded()
        )
        call.repeatNoiseCancellation(on: try #require(call.sfu))
        await served.settle()
        #expect(!call.state.values.isNoiseCancellationOn)
        #expect(served.marks.last?.name == "call.noiseCancellation.failed")
    }

    @Test func `a left session sends no more than its leave, and reports nothing`() async throws {
        let client = served.client()
        let sfu = try session(of: client)
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        #expect(sfu.isListening)
        sfu.leave(reason: "over")
        sfu.leave(reason: "again")
        #expect(!sfu.isListening)
        socket.notify([count(1)], first: 1)
        for _ in 0..<80 { await served.pass(.seconds(5)) }
        #expect(seen.texts.isEmpty)
        #expect(socket.count(of: "sfu/leave") == 1 && socket.count(of: "sfu/health") == 0)
        #expect(scheduler.pending == 0)
    }

    // MARK: The search for a network

    @Test func `an answer at the end of a search has no effect, and a later search has its own`() async {
        let coap = CoAPSocket(socket: socket, scheduler: scheduler, generator: SeededGenerator(seed: 1))
        let probe = NetworkProbe(socket: coap, scheduler: scheduler) { [seen] in seen.texts.append("answer") }
        socket.isHolding = true
        probe.start([ServingSocket.server])
        while socket.heldCount == 0 { await Task.yield() }
        socket.release()
        probe.stop()
        await served.settle()
        #expect(seen.texts.isEmpty)
        probe.start([ServingSocket.server])
        while socket.heldCount == 0 { await Task.yield() }
        socket.release()
        await served.settle()
        #expect(seen.texts == ["answer"])
        probe.stop()
    }

    // MARK: Media

    @Test func `a track whose source another participant has is sent with another one at once`() throws {
        let machine = MediaMachine(
            MediaConfiguration(firstSource: 42), sessionId: "s", generator: SeededGenerator(seed: 1), at: scheduler.now)
        let sent = Datagrams()
        let media = MediaSession(machine, sessionId: "s", socket: sent, scheduler: scheduler) { _ in }
        let credentials = PathCredentials {
            $0.username = "u"
            $0.password = "p"
        }
        media.open(credentials, to: ServingSocket.server)
        scheduler.advance(by: .zero)
        let request = try STUN.Message(decoding: try #require(sent.bytes.first))
        let answer = request.success(seenAt: sent.address).encoded(STUN.Protection(key: Array("p".utf8)))
        media.receive(try #require(answer))
        #expect(media.pathState == .open)
        media.setSending([.audio])
        scheduler.advance(by: .milliseconds(10))
        #expect(sent.sources == [42])
        let source = TrackSource {
            $0.trackType = .audio
            $0.ssrc = 42
        }
        var values = CallStateValues(callCid: Self.cid)
        let bob = SFUParticipant {
            $0.user = User(id: "bob")
            $0.sessionId = "b"
            $0.joinedAt = .virtualStart
            $0.sources = [source]
        }
        values.apply(.participantJoined(bob), at: .virtualStart)
        media.learn(values.participants, own: "s")
        scheduler.advance(by: .zero)
        #expect(sent.sources == [42, media.source(of: .audio)] && media.source(of: .audio) != 42)
        media.learn(values.participants, own: "s")
        scheduler.advance(by: .milliseconds(19))
        #expect(sent.sources.count == 2)
        media.end()
    }

    @MainActor
    private final class Datagrams: DatagramSocket {
        let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private(set) var bytes: [[UInt8]] = []

        /// The sources of the sent packets of media.
        var sources: [UInt32] {
            bytes.filter { DatagramKind($0) == .rtp }.compactMap { try? RTP.Packet(decoding: $0).ssrc }
        }

        func send(_ bytes: [UInt8], to destination: SocketAddress) { self.bytes.append(bytes) }

        func close() {}
    }
}
