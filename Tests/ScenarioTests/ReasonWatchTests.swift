import Signaling
import Sockets
import Testing
import Timing

@testable import Backend
@testable import BackendCore
@testable import ScenarioStage
@testable import Wire

/// The rules of whole runs about the reasons of refusals, and about the counts of servers.
@Suite struct ReasonWatchTests {
    private static let cid = CallCid(type: "default", id: "standup")
    private static let peer = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)

    private static func trace(
        _ user: String? = "alice", _ route: CoordinatorRoute = .call(cid, .join), _ refusal: APIError? = nil
    ) -> BackendTrace {
        .request(
            RequestTrace(
                peer: peer, userId: user, route: .coordinator(route), code: refusal == nil ? .changed : .forbidden,
                refusal: refusal))
    }

    private static func violation(
        _ trace: BackendTrace, isBlocked: Bool = false, _ change: (inout CallResponse) -> Void = { _ in },
        ringing: [String] = []
    ) -> String? {
        var response = GetCallResponse()
        response.call.cid = cid
        change(&response.call)
        var watch = ReasonWatch()
        let reading = ReasonWatch.Reading(response: response, ringing: ringing) { $0 == "bob" }
        watch.process(trace, isBlocked: { _, _ in isBlocked }, reading: { _, _ in reading })
        return watch.violation
    }

    private static func refused(_ message: String) -> BackendTrace {
        trace("alice", .call(cid, .join), refusal(message))
    }

    private static func refusal(_ message: String) -> APIError { APIError(.notAllowed, message, advice: "") }

    @Test func `a granted request has a known user that is not blocked`() {
        #expect(Self.violation(Self.trace()) == nil)
        #expect(
            Self.violation(Self.trace(nil)) == "a request in default:standup was granted, and its user is unknown")
        #expect(
            Self.violation(Self.trace(), isBlocked: true)
                == "alice is blocked in default:standup, and its request was granted")
        #expect(Self.violation(Self.trace("alice", .call(Self.cid, .block)), isBlocked: true) == nil)
    }

    @Test(arguments: ["is live already", "has ended", "is full: 2"])
    func `a state that the call is not in is no reason`(words: String) {
        let message = "default:standup \(words)"
        let isLive = { (call: inout CallResponse) in call.backstage = words == "is live already" }
        #expect(
            Self.violation(Self.refused(message), isLive)
                == "the request of alice in default:standup was refused for a false reason: \(message)")
    }

    @Test func `a state that the call is in is a reason`() {
        #expect(Self.violation(Self.refused("default:standup is live already")) == nil)
        #expect(Self.violation(Self.refused("default:standup is in backstage already")) { $0.backstage = true } == nil)
        #expect(Self.violation(Self.refused("default:standup has ended")) { $0.endedAt = .virtualStart } == nil)
        let isFull = { (call: inout CallResponse) in
            call.settings.limits.maxParticipants = 1
            call.session = CallSessionResponse { $0.participantsCountByRole = ["user": 1] }
        }
        #expect(Self.violation(Self.refused("default:standup is full: 1"), isFull) == nil)
    }

    @Test func `a user that is rung, known or not blocked is not refused for that`() {
        #expect(Self.violation(Self.refused("there is no call default:standup")) != nil)
        #expect(Self.violation(Self.refused("the user is blocked in default:standup")) != nil)
        let ring = "this user has no ring in default:standup"
        #expect(Self.violation(Self.refused(ring)) == nil)
        #expect(Self.violation(Self.refused(ring), ringing: ["alice"]) != nil)
        #expect(Self.violation(Self.refused("user_id names no known user: bob")) != nil)
        #expect(Self.violation(Self.refused("user_id names no known user: dave")) == nil)
        let participant = { (call: inout CallResponse) in
            call.session = CallSessionResponse { session in
                session.participants = [SessionParticipant { $0.userSessionId = "1" }]
            }
        }
        let message = "session_id names no participant of the call: "
        #expect(Self.violation(Self.refused("\(message)1"), participant) != nil)
        #expect(Self.violation(Self.refused("\(message)2"), participant) == nil)
    }

    // MARK: Counts

    @Test func `the servers count what they report`() {
        var watch = CountWatch()
        var counters = BackendCounters()
        for refusal in [nil, Self.refusal("no")] {
            let request = RequestTrace(
                peer: Self.peer, userId: "alice", route: .coordinator(.health), code: .forbidden, refusal: refusal)
            watch.process(.request(request))
            counters.tally.count(request)
        }
        watch.process(.event(type: "custom", cid: Self.cid, to: ["alice", "alice", "bob"]))
        watch.process(.pastEvent(type: "call.ring", Self.cid, to: "bob"))
        counters.tally.events = 4
        watch.process(.challenged(Self.peer))
        counters.count(.challenged(Self.peer))
        let drop = MediaDrop.mediaOnSignalingPort
        counters.count(drop)
        #expect(watch.difference(from: counters, [[:], [drop.rawValue: 1]]) == nil)
        #expect(
            watch.difference(from: counters, [[:]])
                == "the servers together count 1 \(drop.rawValue), and each by itself 0")
        #expect(CountWatch().difference(from: counters, [])?.hasPrefix("the servers count 2 requests") == true)
        var other = counters
        other.tally.events = 3
        #expect(watch.difference(from: other, []) == "the servers count 3 events, and have reported 4")
        other = counters
        other.count(.challenged(Self.peer))
        #expect(watch.difference(from: other, []) == "the servers count 2 challenges, and have reported 1")
    }

    @Test func `the servers count no retransmission in an undisturbed run`() {
        var counters = BackendCounters()
        #expect(CountWatch().difference(from: counters, [], isUndisturbed: true) == nil)
        counters.count(.retransmitted(CoAP.Retransmission(peer: Self.peer, messageID: 1, attempt: 1)))
        #expect(CountWatch().difference(from: counters, []) == nil)
        #expect(
            CountWatch().difference(from: counters, [], isUndisturbed: true)?
                .hasPrefix("the servers count 1 retransmission") == true)
    }

    // MARK: Reports

    @Test func `a refusal for a user's rate names the user`() {
        let message = "alice makes more than 10 requests in 10.0 seconds"
        for (user, reported) in [("alice", String?.none), ("bob", "bob"), (nil, "unknown")] {
            var watch = RecordWatch()
            watch.process(Self.trace(user, .health, Self.refusal(message)))
            let expected = reported.map {
                "a request was refused because \(message), and its user was reported as \($0)"
            }
            #expect(watch.violation == expected)
        }
        var watch = RecordWatch()
        watch.process(Self.trace(nil, .client(.createGuest), Self.refusal("guests at 127.1.0.1 makes more than 10")))
        watch.process(Self.trace(nil, .health, Self.refusal("there is no such connection_id")))
        #expect(watch.violation == nil)
    }

    @Test func `a media path moves after it was opened`() {
        var watch = RecordWatch()
        watch.process(.path(.opened, userId: "alice", sessionId: "1", Self.peer))
        watch.process(.path(.moved, userId: "alice", sessionId: "1", Self.peer))
        #expect(watch.violation == nil)
        watch.process(.path(.moved, userId: "bob", sessionId: "2", Self.peer))
        #expect(watch.violation == "the media path of bob was reported as moved, and was not opened before")
    }
}
