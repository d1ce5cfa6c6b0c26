import Testing
import Wire

@testable import Inspection

/// The texts of the events of calls that another run can repeat.
@Suite struct HistoryEventTests {
    private func texts(_ talk: Talk) throws -> [String] {
        let scratch = try Scratch()
        let (history, damage) = try CallHistory.reading(scratch.write(talk.capture.bytes))
        #expect(damage == nil && history.omitted == 0)
        return history.events.map(\.text)
    }

    private let there = "127.1.0.1 → 127.0.0.1  "
    private let back = "127.0.0.1 → 127.1.0.1  "

    @Test func `what only maintains a connection is no event`() throws {
        var talk = Talk()
        for path in ["sfu/health", "video/health"] {
            let request = talk.request(.post, path, from: Talk.alice, token: 1, at: 0)
            talk.answer(request, .changed, to: Talk.alice, at: 1)
        }
        let connect = talk.request(.get, "video/connect", from: Talk.alice, token: 2, at: 2)
        talk.answer(connect, .content, to: Talk.alice, at: 3)
        let ping = CoAP.Message(type: .confirmable, code: .empty, messageID: 9)
        talk.add(ping.encoded(), from: Talk.alice, to: Talk.coordinator, at: 4)
        talk.empty(.reset, ping, from: Talk.coordinator, to: Talk.alice, at: 5)
        talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.coordinator, at: 6)
        talk.add([0x80, 200, 0, 1, 0, 0, 0, 1], from: Talk.alice, to: Talk.coordinator, at: 7)
        #expect(try texts(talk).isEmpty)
        talk.request(.post, "video/connect", from: Talk.alice, token: 3, at: 8)
        talk.request(.get, "video/connected", from: Talk.alice, token: 4, at: 9)
        talk.request(.get, "health/a", from: Talk.alice, token: 5, at: 10)
        #expect(
            try texts(talk) == [
                there + "POST /video/connect", there + "GET /video/connected", there + "GET /health/a",
            ])
    }

    @Test func `a response and a reset have their requests, as far as they are known`() throws {
        var talk = Talk()
        let unknown = CoAP.Message(type: .confirmable, code: .get, messageID: 7, token: CoAP.Token([9]) ?? .empty)
        talk.answer(unknown, .content, to: Talk.alice, at: 0)
        talk.empty(.reset, unknown, from: Talk.coordinator, to: Talk.alice, at: 1)
        let request = talk.request(.get, "a", from: Talk.alice, token: 1, at: 2)
        talk.answer(request, .notFound, to: Talk.alice, at: 3)
        let other = talk.request(.put, "b", from: Talk.alice, token: 2, at: 4)
        talk.empty(.reset, other, from: Talk.coordinator, to: Talk.alice, at: 5)
        talk.add(other.encoded(), from: Talk.alice, to: Talk.coordinator, at: 6)
        talk.empty(.acknowledgement, other, from: Talk.coordinator, to: Talk.alice, at: 7)
        #expect(
            try texts(talk) == [
                back + "2.05 Content", back + "RST", there + "GET /a", back + "4.04 Not Found of GET /a",
                there + "PUT /b", back + "RST of PUT /b",
            ])
    }

    @Test func `a notification is its events without those of health, or itself where it has none`() throws {
        var talk = Talk()
        let request = talk.request(.get, "a", from: Talk.alice, token: 1, observe: true, at: 0)
        talk.answer(request, .content, to: Talk.alice, observe: 1, body: Talk.events(("x", "bob")), at: 1)
        talk.notify(request, to: Talk.alice, observe: 2, body: nil, at: 2)
        talk.notify(request, to: Talk.alice, observe: 3, body: Talk.events(("health.check", "bob")), at: 3)
        let bare: CBOR = .map(["type": "y", "participant": .map(["user": .map(["id": "carol"])])])
        talk.notify(request, to: Talk.alice, observe: 4, body: .map(["events": .array([bare, 5])]), at: 4)
        #expect(
            try texts(talk) == [
                there + "GET /a", back + "2.05 Content of GET /a", back + "x of default:standup by bob",
                back + "notification of /a", back + "y by carol",
            ])
    }

    @Test func `a request has its particulars`() throws {
        var talk = Talk()
        let members: CBOR = .array([.map(["user_id": "bob"]), .map(["id": "x"]), .map(["user_id": "carol"])])
        let call = "video/call/default/s"
        talk.request(
            .post, call, from: Talk.alice, token: 1, body: .map(["ring": true, "data": .map(["members": members])]),
            at: 0)
        talk.request(.post, call + "/ring", from: Talk.alice, token: 2, at: 1)
        talk.request(
            .post, call + "/ring", from: Talk.alice, token: 3, body: .map(["members_ids": .array(["dave"])]), at: 2)
        talk.request(.post, call + "/reject", from: Talk.alice, token: 4, body: .map(["reason": "busy"]), at: 3)
        talk.request(.post, call, from: Talk.alice, token: 5, body: .map(["ring": false]), at: 4)
        talk.request(.post, "video/other", from: Talk.alice, token: 6, body: .map(["ring": true]), at: 5)
        let start = there + "POST /" + call
        #expect(
            try texts(talk) == [
                start + " (ring, bob, carol)", start + "/ring (ring)", start + "/ring (ring, dave)",
                start + "/reject (busy)", start, there + "POST /video/other",
            ])
    }

    @Test func `a body in blocks is an event with its first block, and asking for more is none`() throws {
        var talk = Talk()
        for number in 0..<3 {
            var message = CoAP.Message(
                type: .confirmable, code: .put, messageID: UInt16(number + 1), token: CoAP.Token([1]) ?? .empty)
            message.options.uriPath = ["a"]
            message.options.block1 = CoAP.Block(number: UInt32(number), hasMore: number < 2, size: .bytes16)
            talk.add(message.encoded(), from: Talk.alice, to: Talk.coordinator, at: Int64(number))
            talk.answer(message, number < 2 ? .continue : .changed, to: Talk.alice, at: Int64(number))
        }
        #expect(try texts(talk) == [there + "PUT /a", back + "2.04 Changed of PUT /a"])
    }

    @Test func `each kind of media begins once between two hosts`() throws {
        var talk = Talk()
        for (index, type) in [UInt8(0), 34, 96, 8, 31, 97].enumerated() {
            for ssrc in 1...2 as ClosedRange<UInt32> {
                let packet = CaptureBytes.rtp(index, timestamp: 1, ssrc: ssrc, type: type)
                talk.add(packet, from: Talk.alice, to: Talk.coordinator, at: Int64(index))
            }
        }
        talk.add(CaptureBytes.rtp(1, timestamp: 1, ssrc: 3), from: Talk.coordinator, to: Talk.alice, at: 10)
        #expect(
            try texts(talk) == [
                there + "RTP audio begins", there + "RTP video begins", there + "RTP begins", back + "RTP audio begins",
            ])
    }
}
