import ScenarioLanguage
import ScenarioVocabulary
import Testing
import Wire

@testable import ScenarioStage

/// Requests to servers, as their answers are compared with them.
enum SampleRequest {
    /// The facts about a request of alice.
    static func facts(
        _ method: UInt8, _ path: String, _ body: CBOR.Map? = [:], query: [String] = [], user: String? = "alice",
        order: Int = 1, date: Int64 = 0
    ) throws -> RequestFacts {
        var bytes: [UInt8] = [0x40, method, 0, 1]
        for (index, segment) in path.split(separator: "/").enumerated() {
            bytes += option(index == 0 ? 11 : 0, String(segment))
        }
        for (index, part) in query.enumerated() { bytes += option(index == 0 ? 4 : 0, part) }
        let frame = try #require(CoAPFrame(bytes))
        let moment = MessageTime(order: order, date: date)
        var facts = RequestFacts(WireTables.route(method, frame.path), frame, body, at: moment)
        (facts.user, facts.connection) = (user, "c")
        return facts
    }

    private static func option(_ delta: UInt8, _ text: String) -> [UInt8] {
        let count = text.utf8.count
        let head = count < 13 ? [delta << 4 | UInt8(count)] : [delta << 4 | 13, UInt8(count - 13)]
        return head + Array(text.utf8)
    }
}
