import Testing

@testable import Inspection

/// The line of a summary about a call.
@Suite struct CallSummaryTests {
    private func second(_ seconds: Int64) -> Int64 { seconds * 1_000_000_000 }

    /// The line of a call after some events, each a second after the one before.
    private func line(_ events: [(String, String?, String)], reason: String? = nil) -> String {
        var summary = CallSummary(cid: "default:a", time: 0)
        for (index, (type, user, receiver)) in events.enumerated() {
            summary.lastTime = second(Int64(index))
            let event = Signal.Event(type: type, cid: "default:a", user: user, reason: reason)
            summary.happened(event, to: receiver, at: summary.lastTime)
        }
        return summary.text
    }

    @Test func `a ring has its caller, its callees and the first answer`() {
        let ring = ("call.ring", String?("alice"), "bob")
        #expect(line([]) == "only asked about" && line([("custom", "alice", "bob")]) == "only asked about")
        #expect(line([ring]) == "alice rang bob, no answer")
        #expect(line([("call.ring", "alice", "alice")]) == "alice rang, no answer")
        #expect(line([ring, ("call.ring", "alice", "carol"), ring]) == "alice rang bob, carol, no answer")
        #expect(line([ring, ("call.accepted", "bob", "alice")]) == "alice rang bob, accepted by bob after 1.000 s")
        #expect(
            line([ring, ("call.accepted", "bob", "alice"), ("call.accepted", "carol", "alice")])
                == "alice rang bob, accepted by bob, carol after 1.000 s")
        #expect(line([ring, ("call.missed", "alice", "bob")]) == "alice rang bob, missed by bob")
        #expect(line([ring, ("call.accepted", nil, "alice")]) == "alice rang bob, no answer")
    }

    @Test func `a refusal has its reason, and one by the caller is a cancellation`() {
        let ring = ("call.ring", String?("alice"), "bob")
        let rejected = ("call.rejected", String?("bob"), "alice")
        #expect(line([ring, rejected], reason: "busy") == "alice rang bob, rejected by bob (busy) after 1.000 s")
        #expect(line([ring, ("call.rejected", "alice", "bob")]) == "alice rang bob, cancelled by alice after 1.000 s")
        #expect(
            line([ring, rejected, rejected, ("call.rejected", "carol", "alice"), ("call.missed", "alice", "bob")])
                == "alice rang bob, rejected by bob after 1.000 s, rejected by carol")
        #expect(
            line([ring, ("call.accepted", "carol", "alice"), rejected])
                == "alice rang bob, accepted by carol after 1.000 s, rejected by bob")
        #expect(
            line([ring, rejected, ("call.accepted", "carol", "alice")])
                == "alice rang bob, accepted by carol after 2.000 s, rejected by bob")
        #expect(
            line([ring, ("call.missed", "alice", "bob"), ("call.missed", "alice", "carol"), rejected])
                == "alice rang bob, rejected by bob after 3.000 s, missed by carol")
    }

    @Test func `a session has its participants and its length`() {
        let started = ("call.session_started", String?.none, "alice")
        let joined = ("call.session_participant_joined", String?("alice"), "bob")
        #expect(line([started, joined]) == "joined: alice, 1.000 s long at its last message")
        #expect(line([joined]) == "joined: alice")
        #expect(line([started, joined, ("call.session_ended", nil, "bob")]) == "joined: alice, ended after 2.000 s")
        #expect(
            line([started, joined, ("call.ended", "alice", "bob"), ("call.ended", "bob", "bob")])
                == "joined: alice, ended by alice after 2.000 s")
        #expect(
            line([started, ("call.session_ended", nil, "bob"), ("call.ended", "bob", "a")])
                == "ended by bob after 1.000 s")
        #expect(line([("call.ended", "bob", "a")]) == "ended by bob")
        #expect(line([started, started, started]) == "2.000 s long at its last message")
        let many = (1...6).map { ("call.session_participant_joined", String?("p\($0)"), "a") }
        #expect(
            line(many) == "joined: p1, p2, p3 and 3 more" && line(Array(many.prefix(4))) == "joined: p1, p2, p3, p4")
        let crowd = (1...70).map { ("call.session_participant_joined", String?("p\($0)"), "a") }
        #expect(line(crowd) == "joined: p1, p2, p3 and 61 more")
    }

    private func exchange(_ action: String, rings: Bool = false, members: [String] = [], reason: String? = nil)
        -> Exchange
    {
        let path = action.isEmpty ? ["video", "call", "default", "a"] : ["video", "call", "default", "a", action]
        let end = RecordedCapture.endpoint
        return Exchange(
            number: 1, time: second(1), client: end, method: "POST",
            path: "/" + path.joined(separator: "/"), segments: path, cids: ["default:a"], isObservation: false,
            reason: reason, rings: rings, members: members)
    }

    @Test func `a request that was granted counts like its event`() {
        var summary = CallSummary(cid: "default:a", time: 0)
        summary.granted(exchange("", rings: true, members: ["bob", "alice"]), by: "alice", at: second(2))
        summary.granted(exchange("accept"), by: "bob", at: second(4))
        summary.granted(exchange("join"), by: "bob", at: second(5))
        summary.granted(exchange("join"), by: "alice", at: second(6))
        summary.granted(exchange("mark_ended"), by: "alice", at: second(9))
        #expect(
            summary.text
                == "alice rang bob, accepted by bob after 3.000 s, joined: bob, alice, ended by alice after 4.000 s")
        var refused = CallSummary(cid: "default:a", time: 0)
        refused.granted(exchange("ring", rings: true), by: "alice", at: second(2))
        refused.granted(exchange("reject", reason: "decline"), by: "bob", at: second(2))
        #expect(refused.text == "alice rang, rejected by bob (decline) after 1.000 s")
        #expect(exchange("").callAction == "" && exchange("accept").callAction == "accept")
    }
}
