import CallCore
import Chance
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// Acts of a client in rare orders: late responses, ends during a request, and repeated settings.
@MainActor
@Suite struct ClientDetailTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = Seen()

    /// The texts that closures and observers report.
    @MainActor
    private final class Seen: ClientObserver {
        var texts: [String] = []
        var onStage: (Call) -> Void = { _ in }

        var followsEveryCall: Bool { false }
        var followsChanges: Bool { false }

        func client(_ client: StreamVideo, saw event: ClientEvent) {
            if case .stage(let call) = event { onStage(call) }
        }
    }

    private var response: CallResponse {
        CallResponse(cid: Self.cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
    }

    private func read(_ change: (inout GetCallResponse) -> Void = { _ in }) -> GetCallResponse {
        GetCallResponse {
            $0.call = response
            change(&$0)
        }
    }

    // MARK: The connection

    @Test func `each caller of a connect that is refused gets the refusal`() async {
        let client = served.client()
        socket.answers["video/connect"] = Self.refusal(.tokenInvalid)
        let callers = (1...3).map { number in
            Task {
                do {
                    try await client.connect()
                } catch RequestError.refused(let refusal) {
                    seen.texts.append("\(number) \(refusal.message)")
                }
            }
        }
        await served.settle()
        #expect(seen.texts.sorted() == ["1 no", "2 no", "3 no"])
        for caller in callers { caller.cancel() }
    }

    @Test func `a request that waits for a new connection fails when the client disconnects`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        socket.answers[Self.path] = Self.refusal(.connectionNotFound)
        socket.isHolding = true
        let reading = Task {
            do {
                _ = try await call.get()
            } catch {
                seen.texts.append("\(type(of: error))")
            }
        }
        await served.settle()
        socket.release()
        await served.settle()
        #expect(socket.count(of: "video/connect") == 2 && seen.texts.isEmpty)
        let closing = Task { try await client.disconnect() }
        await served.settle()
        #expect(seen.texts == ["NotConnectedError"])
        reading.cancel()
        closing.cancel()
    }

    @Test func `a response to a request of an earlier stream is older than all events of the current one`() async throws
    {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        socket.answers[Self.path] = (.content, read { $0.asOf = 5 }.encoded())
        #expect(try await call.get().asOf == 5)
        socket.isHolding = true
        let reading = Task { try await call.get().asOf }
        await served.settle()
        socket.isHolding = false
        client.link.handle(.broken)
        client.link.handle(.pathBack)
        await served.settle()
        #expect(client.coordinator.streamNumber == 2)
        socket.release()
        #expect(try await reading.value == 0)
    }

    @Test func `an environment of a program without an event loop runs on the main executor`() throws {
        let environment = try CallEnvironment.ofProgram()
        #expect("\(type(of: environment.scheduler))" == "MainScheduler")
        environment.socket.close()
    }

    @Test func `a refusal without a body is the server's fault or the request's, by the class of its code`()
        async throws
    {
        let call = try await served.connected().call(Self.cid)
        let rows: [(CoAP.Code, APIError.Code, String)] = [
            (.badRequest, .inputError, "do not send the same again"),
            (.notFound, .inputError, "do not send the same again"),
            (.internalServerError, .internalError, "try again in a while"),
            (.badGateway, .internalError, "try again in a while"),
        ]
        for (status, code, advice) in rows {
            socket.answers[Self.path] = (status, [])
            let outcome = await Task { try await call.get() }.result
            guard case .failure(RequestError.refused(let refusal)) = outcome else {
                Issue.record("\(status) is no refusal")
                continue
            }
            #expect(refusal.code == code.rawValue && refusal.advice == advice && refusal.message == "\(status)")
        }
    }

    @Test func `a user that leaves a call without a session leaves its lobby`() async throws {
        let client = try await served.connected()
        let viewModel = CallViewModel(streamVideo: client)
        viewModel.enterLobby(callType: "default", callId: "standup", members: ["bob", "carol"].map { User(id: $0) })
        let payload = SessionParticipantPayload {
            $0.sessionId = "1"
            $0.participant = SessionParticipant { ($0.user, $0.userSessionId) = (User(id: "bob"), "b") }
        }
        client.handle(.sessionParticipantLeft(CallSessionParticipantLeftEvent(Self.cid, at: .virtualStart, payload)))
        // The user may have another device until the call was read.
        while case .lobby(let info) = viewModel.callingState, info.participants.count > 1 { await Task.yield() }
        guard case .lobby(let info) = viewModel.callingState else {
            Issue.record("there is no lobby")
            return
        }
        #expect(info.participants.map(\.id) == ["carol"])
    }

    // MARK: Calls

    @Test func `the response to an update changes the call without an event`() async throws {
        let call = try await served.connected().call(Self.cid)
        let changed = read { $0.call.custom = ["topic": "weather"] }
        socket.answers[Self.path] = (.changed, changed.encoded())
        try await call.update(custom: ["topic": "weather"])
        #expect(call.state.values.custom["topic"] == "weather")
    }

    @Test func `an acceptance during a rejection is refused, and leaves the time of the ring alone`() async throws {
        let client = try await served.connected()
        client.ring(.outgoing(Self.cid, timeout: .seconds(15)))
        let call = client.call(Self.cid)
        socket.isHolding = true
        let rejection = Task { try await call.reject() }
        await served.settle()
        #expect(call.stage == .rejecting)
        await #expect(throws: InvalidCallTransition(from: .rejecting, to: .accepting)) { try await call.accept() }
        #expect(client.ringTimer.isSet)
        call.leave()
        rejection.cancel()
    }

    @Test func `the end of a call that is not held any more ends its ring`() {
        let client = served.client()
        client.ring(.outgoing(Self.cid, timeout: .seconds(15)))
        client.forget(client.call(Self.cid))
        let other = CallCid(type: "default", id: "other")
        for (cid, ringing) in [(other, Self.cid), (Self.cid, nil)] {
            client.handle(
                .ended(
                    CallEndedEvent(
                        cid, at: .virtualStart,
                        AnswerPayload {
                            $0.call = CallResponse(cid: cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
                        })))
            #expect(client.rings.ringing == ringing)
        }
    }

    @Test func `a watching list asks for a new call by its name, and shows it first`() async throws {
        let client = try await served.connected()
        let list = client.makeCallsController(callsQuery: CallsQuery(pageSize: 2, watch: true))
        func page(_ cid: CallCid) -> [UInt8] {
            QueryCallsResponse {
                $0.records = [
                    CallStateResponse {
                        $0.call = CallResponse(cid: cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
                        $0.members = []
                        $0.ownCapabilities = []
                    }
                ]
            }.encoded()
        }
        socket.answers["video/calls"] = (.content, page(Self.cid))
        try await list.loadNextCalls()
        let next = CallCid(type: "default", id: "next")
        socket.answers["video/calls"] = (.content, page(next))
        client.handle(.created(CallCreatedEvent(next, at: .virtualStart, MembersPayload())))
        await served.settle()
        #expect(list.calls.map(\.callId) == ["next", "standup"])
        let request = try #require(socket.requests.last { $0.path == "video/calls" })
        let query = try QueryCallsRequest(decoding: request.message.payload)
        #expect(query.terms.limit == 1 && !query.watch)
        #expect(query.terms.filter["$and"]?.array?.last?.map?["cid"] == .text("default:next"))
        list.cleanUp()
    }

    // MARK: Sessions

    private func session(of client: StreamVideo) throws -> SFUClient {
        try client.makeSFUClient(sessionId: "s", ServingSocket.sfu) { [seen] _, report in
            if case .counts(let count) = report { seen.texts.append("\(count.total)") }
        }
    }

    @Test func `a response to the join of a session that is over is refused, and so are its notifications`()
        async throws
    {
        let sfu = try session(of: served.client())
        socket.isHolding = true
        let joining = Task { try await sfu.join(SFUJoinRequest { $0.sessionId = "s" }) }
        await served.settle()
        sfu.close()
        socket.release()
        await #expect(throws: CancellationError.self) { try await joining.value }
        let before = socket.requests.count
        socket.notify([.healthCheckResponse(ParticipantCount { $0.total = 1 })], first: 1)
        await served.settle()
        #expect(socket.requests.dropFirst(before).map(\.message.type) == [.reset])
    }

    @Test func `only the last health request is repeated, and none after the end`() async throws {
        let sfu = try session(of: served.client())
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        for _ in 0..<48 { await served.pass(.milliseconds(500)) }
        let numbers = socket.requests.filter { $0.path == "sfu/health" }.map(\.message.messageID)
        #expect(Set(numbers).count == 4 && numbers.count > 4)
        #expect(numbers == numbers.sorted())
        sfu.close()
        for _ in 0..<100 { await served.pass(.seconds(1)) }
        #expect(socket.count(of: "sfu/health") == numbers.count)
    }

    @Test func `the counts of a health response are reported`() async throws {
        let sfu = try session(of: served.client())
        _ = try await sfu.join(SFUJoinRequest { $0.sessionId = "s" })
        let answer = SFUHealthResponse { $0.participantCount = ParticipantCount { $0.total = 3 } }
        socket.answers["sfu/health"] = (.changed, answer.encoded())
        await served.pass(.seconds(5))
        #expect(seen.texts == ["3"])
        sfu.close()
    }

    // MARK: Tracks

    @Test func `a screen is shared no longer than the capability lasts`() async throws {
        let call = served.client().call(Self.cid)
        call.updateState { $0.update(from: read { $0.ownCapabilities = [.screenshare] }) }
        await #expect(throws: NotJoinedError.self) { try await call.startScreensharing() }
        call.sharedScreen = [.screenShare, .screenShareAudio]
        #expect(call.wantedTracks.suffix(2) == [.screenShare, .screenShareAudio])
        call.updateState { $0.update(from: read()) }
        call.updateState { $0.update(from: read { $0.ownCapabilities = [.screenshare] }) }
        #expect(!call.wantedTracks.contains(.screenShare))
    }

    @Test func `a share that the server has ended is announced as muted, and can begin again`() async throws {
        let call = try await served.connected().call(Self.cid)
        let admission = JoinCallResponse {
            $0.call = response
            $0.members = []
            $0.ownCapabilities = [.screenshare]
            $0.credentials = ServingSocket.sfu
        }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        for route in ["set_publisher", "update_mute_states"] {
            socket.answers["sfu/\(route)"] = (.changed, EmptyBody().encoded())
        }
        _ = try await call.join()
        await served.settle()
        try await call.startScreensharing()
        await served.settle()
        #expect(socket.count(of: "sfu/set_publisher") == 1 && socket.count(of: "sfu/update_mute_states") == 0)
        let taken = TrackEvent {
            $0.reference = ParticipantReference {
                $0.userId = "alice"
                $0.sessionId = call.state.values.sessionId
            }
            $0.trackType = .screenShare
        }
        socket.notify([.trackUnpublished(taken)], first: 1)
        await served.settle()
        #expect(!call.wantedTracks.contains(.screenShare) && socket.count(of: "sfu/update_mute_states") == 1)
        try await call.startScreensharing()
        await served.settle()
        #expect(socket.count(of: "sfu/update_mute_states") == 2)
        call.leave()
    }

    // MARK: View models

    @Test func `a setting that was switched in a call is shown while the call is left`() async throws {
        let client = try await served.connected()
        let model = CallViewModel(streamVideo: client)
        client.observe(seen)
        model.joinCall(callType: Self.cid.type, callId: Self.cid.id)
        await served.settle()
        #expect(model.callingState == .inCall)
        let before = model.callSettings.speakerOn
        model.toggleSpeaker()
        #expect(model.callSettings.speakerOn != before)
        seen.onStage = { [seen] call in
            if call.stage == .leaving { seen.texts.append("\(model.callSettings.speakerOn != before)") }
        }
        model.hangUp()
        #expect(seen.texts == ["true"])
    }

    @Test func `a policy that is set again still ends the call, and one that was replaced does not`() {
        let model = CallViewModel(streamVideo: served.client())
        let (policy, other) = (DefaultParticipantAutoLeavePolicy(), DefaultParticipantAutoLeavePolicy())
        for _ in 0..<2 {
            model.participantAutoLeavePolicy = policy
            #expect(policy.onPolicyTriggered != nil)
        }
        model.participantAutoLeavePolicy = other
        #expect(policy.onPolicyTriggered == nil && other.onPolicyTriggered != nil)
    }
}
