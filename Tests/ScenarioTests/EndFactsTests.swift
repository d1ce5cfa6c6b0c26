import ScenarioLanguage
import ScenarioVocabulary
import Testing
import Wire

@testable import ScenarioStage

/// The check that ended calls remain ended.
@Suite struct EndFactsTests {
    private static let call = ["video", "call", "default", "standup"]

    private static func request(_ method: CoAP.Code, _ path: [String], order: Int) throws -> RequestFacts {
        var message = CoAP.Message(type: .confirmable, code: method, messageID: 1)
        message.options.uriPath = path
        let frame = try #require(CoAPFrame(message.encoded()))
        return RequestFacts(
            WireTables.route(frame.code, frame.path), frame, [:], at: MessageTime(order: order, date: 0))
    }

    /// Returns the facts after an answer, or an event, that shows the end of the call at 7.
    private static func facts(byEvent: Bool = false) throws -> EndFacts {
        var facts = EndFacts()
        let request = try request(byEvent ? .fetch : .get, byEvent ? ["video", "connect"] : call, order: 1)
        facts.begin(request)
        let shown: CBOR.Map = ["call": ["cid": "default:standup", "ended_at": .integer(7)]]
        let body: CBOR.Map = byEvent ? ["events": [.map(shown)]] : shown
        #expect(facts.violation(of: .body(body), to: request) == nil)
        return facts
    }

    @Test(arguments: [nil, 7, 8], [true, false]) func `an ended call keeps its end`(_ date: Int64?, byEvent: Bool)
        throws
    {
        for isOfRing in [true, false] {
            var facts = try Self.facts(byEvent: byEvent)
            let request = try Self.request(.get, isOfRing ? Self.call + ["ring_state"] : Self.call, order: 2)
            facts.begin(request)
            var state: CBOR.Map = ["cid": "default:standup"]
            if isOfRing { state = ["call_cid": "default:standup", "is_ringing": .boolean(false)] }
            state["ended_at"] = date.map { .integer($0) }
            let text = facts.violation(of: .body(isOfRing ? state : ["call": .map(state)]), to: request)
            #expect((text == nil) == (date == 7))
        }
    }

    @Test func `a call that is ended again has a later end, and no earlier one`() throws {
        for requests in [1, 2] {
            var facts = try Self.facts()
            for order in 2..<2 + requests {
                facts.begin(try Self.request(.post, Self.call + ["mark_ended"], order: order))
            }
            let request = try Self.request(.get, Self.call, order: 4)
            let ends: [Int64?] = [nil, 6, 7, 8]
            let isRight = ends.map { date in
                var state: CBOR.Map = ["cid": "default:standup"]
                state["ended_at"] = date.map { .integer($0) }
                return facts.violation(of: .body(["call": .map(state)]), to: request) == nil
            }
            #expect(isRight == [false, false, true, requests > 1])
        }
    }

    @Test func `an earlier request, another call and a call that was deleted are not judged`() throws {
        var facts = try Self.facts()
        let earlier = try Self.request(.get, Self.call, order: 1)
        #expect(facts.violation(of: .body(["call": ["cid": "default:standup"]]), to: earlier) == nil)
        let later = try Self.request(.get, Self.call, order: 2)
        #expect(facts.violation(of: .body(["call": ["cid": "default:other"]]), to: later) == nil)
        facts.begin(try Self.request(.post, Self.call + ["delete"], order: 3))
        let last = try Self.request(.get, Self.call, order: 4)
        #expect(facts.violation(of: .body(["call": ["cid": "default:standup"]]), to: last) == nil)
    }
}
