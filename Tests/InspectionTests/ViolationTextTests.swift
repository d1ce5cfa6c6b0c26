import Testing
import Wire

@testable import Inspection

/// The violations of a capture as they are shown, with the cases beside them that are none.
@Suite struct ViolationTextTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func text(_ talk: Talk) throws -> [String] {
        try folder.inspect(talk.capture.bytes, .specifications).text.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    private static func batch(_ first: Int64, _ types: String...) -> CBOR {
        .map(["first": .integer(first), "events": .array(types.map { .map(["type": .text($0)]) })])
    }

    @Test func `an event number that is skipped`() throws {
        var talk = Talk()
        let connect = talk.request(.fetch, "video/connect", from: Talk.alice, token: 1, observe: true, at: 0)
        talk.answer(
            connect, .content, to: Talk.alice, observe: 1, body: Self.batch(1, "connection.ok", "x"), at: 1)
        let later = [
            Self.batch(3, "a"), Self.batch(3, "a", "b"), Self.batch(6, "c"), Self.batch(7, "c"),
            Self.batch(20, "connection.ok"), Self.batch(21, "d"),
        ]
        for (index, body) in later.enumerated() {
            talk.notify(connect, to: Talk.alice, observe: UInt32(index + 2), body: body, at: Int64(index + 2))
        }
        #expect(
            try text(talk) == [
                "event numbers: 127.0.0.1:5683 → 127.1.0.1:50000",
                "  at        0.004 s, entry 5, datagram #5",
                "  happened  the next event has the number 6",
                "  allowed   5, a number before it",
                "  not met   the number follows",
                "  rule      semantics.md section 0, rule 12; wire.md",
                "",
                "violations: 1 in 8 packets (event numbers, one response to a request, consent)",
                "",
            ])
    }

    @Test func `media after the consent has run out`() throws {
        var success = CaptureBytes.stun
        success[0] = 1
        var failure = success
        failure[1] = 0x11
        let media = CaptureBytes.rtp(1, timestamp: 1, ssrc: 1)
        var talk = Talk()
        talk.add(success, from: Talk.sfu, to: Talk.alice, at: 0)
        talk.add(failure, from: Talk.sfu, to: Talk.bob, at: 1)
        talk.add(media, from: Talk.alice, to: Talk.sfu, at: 30_000)
        talk.add(media, from: Talk.alice, to: Talk.sfu, at: 32_001)
        talk.add(media, from: Talk.bob, to: Talk.sfu, at: 32_002)
        talk.add(media, from: Talk.alice, to: Talk.sfu, at: 40_000)
        #expect(
            try text(talk) == [
                "consent: 127.1.0.1:50000 → 127.0.1.1:5683",
                "  at        32.001 s, entry 4, datagram #4",
                "  happened  media is sent 32.001 s after the last response",
                "  allowed   no media",
                "  not met   the last response is at most 30 s old",
                "  rule      RFC 7675 section 5.1; semantics.md 4.3",
                "",
                "violations: 1 in 5 packets (event numbers, one response to a request, consent)",
                "",
            ])
    }

    @Test func `a second answer with another code`() throws {
        var talk = Talk()
        let request = talk.request(.post, "a", from: Talk.alice, token: 1, at: 0)
        talk.answer(request, .created, to: Talk.alice, at: 1)
        // A message of its own that only happens to have the number, and an answer to another endpoint.
        let other = CoAP.Message(
            type: .confirmable, code: .notFound, messageID: request.messageID, token: request.token)
        talk.add(other.encoded(), from: Talk.coordinator, to: Talk.alice, at: 2)
        talk.answer(request, .created, to: Talk.alice, at: 3)
        talk.answer(request, .notFound, to: Talk.bob, at: 4)
        talk.answer(request, .notFound, to: Talk.alice, at: 5)
        #expect(
            try text(talk) == [
                "one response to a request: 127.1.0.1:50000 → 127.0.0.1:5683",
                "  at        0.005 s, entry 6, datagram #6",
                "  happened  the request \(request.messageID) has the response 4.04",
                "  allowed   2.01",
                "  not met   the response has the same code",
                "  rule      RFC 7252 sections 4.2, 4.4 and 5.2",
                "",
                "violations: 1 in 6 packets (event numbers, one response to a request, consent)",
                "",
            ])
    }
}
