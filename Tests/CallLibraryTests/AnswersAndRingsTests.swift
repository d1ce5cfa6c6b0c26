import CallCore
import Signaling
import Testing
import Timing
import Wire

@testable import CallLibrary

/// Answers, rings and joins of a call, in the order in which the application sees them.
@MainActor
@Suite struct AnswersAndRingsTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = SeenTexts()

    private struct Veto: CallJoinIntercepting {
        struct Problem: Error {}

        func callReadyToJoin(_ call: Call) async throws { throw Problem() }
    }

    // MARK: Answers

    @Test func `no operation begins on a call that was left`() async throws {
        let call = try await served.connected().call(Self.cid)
        call.leave(reason: "done")
        let left = CallLeftError(cid: Self.cid, reason: "done")
        await #expect(throws: left) { try await call.reject() }
        await #expect(throws: left) { try await call.accept() }
        await #expect(throws: left) { try await call.join() }
        #expect(socket.paths == ["video/connect"])
    }

    @Test func `an accepted call already has the state of its response`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        client.observe(seen)
        seen.text = { event in
            guard case .stage(let call) = event else { return nil }
            return "\(call.stage) \(call.state.values.team ?? "none")"
        }
        let response = CallChangeResponse { $0.call = Self.described { $0.call.team = "blue" }.call }
        socket.answers[Self.path + "/accept"] = (.changed, response.encoded())
        try await call.accept()
        #expect(seen.texts == ["accepting none", "accepted blue"])
    }

    @Test(arguments: [(true, 3000), (false, 2000)])
    func `an acceptance and a rejection each have their own limit`(
        isAcceptance: Bool, milliseconds: Int64
    ) async throws {
        var configuration = CallConfiguration()
        configuration.timeouts.accept = .seconds(3)
        configuration.timeouts.reject = .seconds(2)
        let call = try await served.connected(configuration).call(Self.cid)
        socket.isHolding = true
        let answer = Task { isAcceptance ? try await call.accept() : try await call.reject() }
        await served.settle()
        await served.pass(.milliseconds(milliseconds - 1))
        #expect(call.stage == (isAcceptance ? .accepting : .rejecting))
        await served.pass(.milliseconds(1))
        #expect(call.stage == .idle)
        let operation = isAcceptance ? "accept() of default:standup" : "reject() of default:standup"
        let error = TimeOutError(operation: operation, limit: .milliseconds(milliseconds))
        await #expect(throws: error) { try await answer.value }
    }

    @Test func `a rejection for lack of time that is refused is traced`() async throws {
        var configuration = CallConfiguration()
        configuration.rejectCallWhenBusy = true
        let client = try await served.connected(configuration)
        client.ring(.outgoing(Self.cid, timeout: .zero))
        let other = CallCid(type: "default", id: "other")
        let ring = RingPayload {
            $0.call = CallResponse(cid: other, createdBy: User(id: "bob"), createdAt: .virtualStart)
            $0.user = User(id: "bob")
        }
        socket.answers["video/call/default/other/reject"] = Self.refusal(.notAllowed)
        client.handle(.ring(CallRingEvent(other, at: .virtualStart, ring)))
        await served.settle()
        #expect(served.marks.map(\.name) == ["call.busy.reject.failed"])
    }

    // MARK: Rings

    private static let rings: [@MainActor @Sendable (Call) async throws -> Void] = [
        { try await $0.get(ring: true) }, { try await $0.create(ring: true) }, { try await $0.ring() },
    ]

    @Test(arguments: 0..<3)
    func `a ring of this user lasts as long as the settings in the response say`(_ index: Int) async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        let response = Self.described {
            $0.call.settings.ring.autoCancelTimeout = .seconds(4)
            $0.members = ["alice", "bob"].map { id in Member { $0.user = User(id: id) } }
        }
        for path in [Self.path, Self.path + "/ring"] { socket.answers[path] = (.changed, response.encoded()) }
        try await Self.rings[index](call)
        #expect(client.state.ringing === call && client.ringTimer.isSet)
        await served.pass(.milliseconds(3999))
        #expect(client.state.ringing === call)
        await served.pass(.milliseconds(1))
        #expect(client.state.ringing == nil)
    }

    @Test func `a call that was created to ring already rings for its creator`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        socket.answers[Self.path] = (.changed, Self.described().encoded())
        call.create(GetOrCreateCallRequest { $0.ring = true }) { [seen] _ in
            seen.texts.append("\(client.state.ringing === call)")
        }
        await served.settle()
        #expect(seen.texts == ["true"])
    }

    @Test func `observers of changes follow the ringing call, the first one too`() {
        let client = served.client()
        let observers = [SeenTexts(followsChanges: true), SeenTexts(followsChanges: true)]
        for observer in observers {
            observer.text = { event in
                guard case .ringing(let call) = event else { return nil }
                return call?.callId ?? "none"
            }
            client.observe(observer)
        }
        client.ring(.outgoing(Self.cid, timeout: .zero))
        client.ring(.closed(Self.cid))
        #expect(observers.map(\.texts) == [["standup", "none"], ["standup", "none"]])
    }

    @Test(arguments: [true, false]) func `a ring is one for video when the caller says so`(isVideo: Bool) async throws {
        let model = CallViewModel(streamVideo: try await served.connected())
        let bob = MemberRequest { $0.userId = "bob" }
        model.startCall(
            callType: Self.cid.type, callId: Self.cid.id, members: [bob], ring: true, video: isVideo)
        await served.settle()
        let request = try #require(socket.requests.last { $0.path == Self.path })
        #expect(try GetOrCreateCallRequest(decoding: request.message.payload).video == isVideo)
    }

    // MARK: Joins

    @Test func `an external join is complete when its call is the active one, and joined after that`() async throws {
        let client = try await served.connected()
        let call = client.call(Self.cid)
        call.joinSource = .external { [seen] in seen.texts.append("\(client.state.active === call) \(call.stage)") }
        _ = try await call.join()
        #expect(seen.texts == ["true joining"])
    }

    @Test func `the retry of a join is traced with its number before the error`() async throws {
        let call = try await served.connected().call(Self.cid)
        socket.answers[Self.path + "/join"] = Self.refusal(.internalError, .internalServerError)
        let joining = Task { try await call.join() }
        await served.settle()
        let mark = try #require(served.marks.first { $0.name == "call.join.retry" })
        #expect(mark.details.first == "attempt=2")
        #expect(mark.details.count == 2 && mark.details.last?.hasPrefix("error=") == true)
        call.leave()
        joining.cancel()
    }

    @Test func `a veto of an interceptor is traced`() async throws {
        let call = try await served.connected().call(Self.cid)
        await #expect(throws: CallJoinInterceptionError.self) { try await call.join(joinInterceptor: Veto()) }
        #expect(served.marks.last?.name == "call.join.interception.failed")
    }

    @Test(arguments: [true, false])
    func `noise cancellation begins before the user's own changes, given the capability`(
        isAllowed: Bool
    ) async throws {
        let admission = JoinCallResponse.admission {
            $0.call.settings.audio.noiseCancellation.mode = .autoOn
            $0.ownCapabilities = isAllowed ? [.enableNoiseCancellation] : []
        }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        let routes = [SFURoute.startNoiseCancellation, .stopNoiseCancellation].map { $0.path.joined(separator: "/") }
        for route in routes { socket.answers[route] = (.changed, EmptyBody().encoded()) }
        let call = try await served.connected().call(Self.cid)
        _ = try await call.join()
        try await call.stopNoiseCancellation()
        await served.settle()
        #expect(socket.paths.filter(routes.contains) == (isAllowed ? routes : [routes[1]]))
    }

    @Test func `a query of members has all its terms`() async throws {
        let call = try await served.connected().call(Self.cid)
        _ = try? await call.queryMembers(filters: ["role": "host"], limit: 2, next: "n", prev: "p")
        let request = try #require(socket.requests.last { $0.path == "video/call/members" })
        let query = try QueryCallMembersRequest(decoding: request.message.payload)
        #expect(query.type == "default" && query.id == "standup" && query.terms.limit == 2)
        #expect(query.terms.next == "n" && query.terms.prev == "p" && query.terms.filter["role"] == "host")
    }
}
