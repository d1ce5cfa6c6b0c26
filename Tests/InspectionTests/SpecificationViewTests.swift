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
}
