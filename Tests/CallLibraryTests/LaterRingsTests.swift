import CallCore
import Signaling
import Testing
import Timing
import Wire

@testable import CallLibrary

/// Acceptances of a call that rings more than once.
@MainActor
@Suite struct LaterRingsTests: ServedClientSuite {
    let served = ServedClient()
    private static let acceptPath = path + "/accept"

    private static func call(acceptedBy users: [String] = []) -> CallResponse {
        var call = CallResponse(cid: cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
        call.session = CallSessionResponse {
            $0.id = "1"
            for user in users { $0.acceptedBy[user] = .virtualStart }
        }
        return call
    }

    private static var ring: CoordinatorEvent {
        let payload = RingPayload {
            $0.call = call()
            $0.user = User(id: "bob")
        }
        return .ring(CallRingEvent(cid, at: .virtualStart, payload))
    }

    private static func answer(of user: String, acceptedBy users: [String] = []) -> AnswerPayload {
        AnswerPayload {
            $0.call = call(acceptedBy: users)
            $0.user = User(id: user)
        }
    }

    /// Lets the coordinator grant acceptances as of the fourth event, and rings alice.
    private func rung() async throws -> Call {
        let client = try await served.connected()
        let answer = CallChangeResponse {
            $0.call = Self.call(acceptedBy: ["alice"])
            $0.asOf = 4
        }
        socket.answers[Self.acceptPath] = (.changed, answer.encoded())
        client.handle(Self.ring, number: 2)
        return client.call(Self.cid)
    }

    @Test(arguments: [(3, 1), (5, 2)])
    func `an acceptance answers a ring before it, and no ring after it`(number: Int, requests: Int) async throws {
        let call = try await rung()
        try await call.accept()
        call.client.handle(Self.ring, number: number)
        #expect(call.stage == (number < 4 ? .accepted : .idle))
        try await call.accept()
        #expect(call.stage == .accepted && socket.count(of: Self.acceptPath) == requests)
    }

    @Test(arguments: [true, false])
    func `a pending acceptance that was taken for an earlier ring is sent again`(isTaken: Bool) async throws {
        let call = try await rung()
        socket.isHolding = true
        let accepting = Task { try await call.accept() }
        await served.settle()
        if isTaken {
            let accepted = Self.answer(of: "alice", acceptedBy: ["alice"])
            call.client.handle(.accepted(CallAcceptedEvent(Self.cid, at: .virtualStart, accepted)), number: 3)
        }
        call.client.handle(Self.ring, number: 4)
        #expect(call.stage == .accepting && call.client.state.ringing === call)
        socket.isHolding = false
        socket.release()
        await served.settle()
        _ = try await accepting.value
        #expect(call.stage == .accepted && socket.count(of: Self.acceptPath) == (isTaken ? 2 : 1))
    }

    @Test func `an acceptance of another user leaves this one`() async throws {
        let call = try await rung()
        try await call.accept()
        let accepted = Self.answer(of: "carol", acceptedBy: ["alice", "carol"])
        call.client.handle(.accepted(CallAcceptedEvent(Self.cid, at: .virtualStart, accepted)), number: 5)
        #expect(call.stage == .accepted)
    }

    @Test func `a user that has accepted and rings others can cancel its ring`() async throws {
        let call = try await rung()
        socket.answers[Self.path + "/ring"] = (.changed, Self.described { $0.asOf = 5 }.encoded())
        socket.answers[Self.path + "/reject"] = (.changed, CallChangeResponse { $0.call = Self.call() }.encoded())
        try await call.accept()
        try await call.ring(members: ["carol"])
        #expect(call.stage == .idle)
        try await call.reject(reason: "cancel")
        #expect(call.stage == .rejected)
    }

    @Test(arguments: [(3, "inCall"), (5, "idle")])
    func `a rejection by the caller ends a joined call, unless it is older than the acceptance`(
        number: Int, state: String
    ) async throws {
        let call = try await rung()
        let admission = JoinCallResponse.admission { $0.asOf = 4 }
        socket.answers[Self.path + "/join"] = (.changed, admission.encoded())
        let model = CallViewModel(streamVideo: call.client)
        model.acceptCall(callType: Self.cid.type, callId: Self.cid.id)
        await served.settle()
        #expect(model.callingState == .inCall)
        let rejected = CallRejectedEvent(Self.cid, at: .virtualStart, Self.answer(of: "bob"))
        call.client.handle(.rejected(rejected), number: number)
        #expect(model.callingState.name == state)
    }
}
