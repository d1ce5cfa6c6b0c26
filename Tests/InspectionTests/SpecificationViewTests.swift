import Testing
import Wire

@testable import Inspection

@Suite struct SpecificationViewTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// A request that is answered twice, with the second answer as given.
    private func talk(_ second: CoAP.Code) -> Talk {
        var talk = Talk()
        let request = talk.request(.post, "video/guest", from: Talk.alice, token: 1, at: 0)
        talk.answer(request, .created, to: Talk.alice, at: 10)
        talk.answer(request, second, to: Talk.alice, at: 20)
        return talk
    }

    private func holds(_ talk: Talk) throws -> Bool {
        try Inspector(InspectionRequest(file: try folder.write(talk.capture.bytes), view: .specifications)) { _ in true
        }
        .run()
    }

    @Test func `a second response of another kind is a violation`() throws {
        let outcome = try folder.inspect(talk(.notFound).capture.bytes, .specifications)
        #expect(outcome.text.contains("one response to a request"))
        #expect(outcome.text.contains("violations: 1 in 3 packets"), "\(outcome.text)")
        #expect(try !holds(talk(.notFound)))
    }

    @Test func `a response that is repeated is none`() throws {
        #expect(try folder.inspect(talk(.created).capture.bytes, .specifications).text.hasPrefix("no violation in 3"))
        #expect(try holds(talk(.created)))
    }

    @Test func `packets from which nothing is read are not counted`() throws {
        var talk = Talk()
        let request = talk.request(.post, "video/guest", from: Talk.alice, token: 1, at: 0)
        talk.answer(request, .created, to: Talk.alice, at: 1)
        let ping = CoAP.Message(type: .confirmable, code: .empty, messageID: 9)
        talk.add(ping.encoded(), from: Talk.alice, to: Talk.coordinator, at: 2)
        talk.empty(.reset, ping, from: Talk.coordinator, to: Talk.alice, at: 3)
        var success = CaptureBytes.stun
        success[0] = 1
        talk.add(success, from: Talk.sfu, to: Talk.alice, at: 4)
        talk.add(success, from: Talk.alice, to: Talk.sfu, at: 5)
        talk.add(CaptureBytes.rtp(1, timestamp: 1, ssrc: 1), from: Talk.alice, to: Talk.sfu, at: 6)
        let counted = try folder.inspect(talk.capture.bytes, .specifications).text
        #expect(counted.hasPrefix("no violation in 7 packets ("), "\(counted)")
        talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 7)
        talk.add([0x80, 200, 0, 1, 0, 0, 0, 1], from: Talk.alice, to: Talk.sfu, at: 8)
        talk.add([0x4F, 1, 2, 3], from: Talk.alice, to: Talk.coordinator, at: 9)
        talk.add([], from: Talk.alice, to: Talk.sfu, at: 10)
        var capture = talk.capture
        capture.add([1, 2, 3], at: 11_000_000)
        let wide = [UInt8](repeating: 0, count: 12) + [0x86, 0xDD]
        capture.add(wide + CaptureBytes.ipv6([0x40, 1, 0, 1], from: 1000, to: 5683), at: 12_000_000)
        #expect(try folder.inspect(capture.bytes, .specifications).text == counted)
    }
}
