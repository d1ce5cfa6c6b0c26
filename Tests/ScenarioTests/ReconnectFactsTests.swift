import Testing
import Wire

@testable import ScenarioStage

/// The comparison of granted reconnects with the joins before.
@Suite struct ReconnectFactsTests {
    /// Joins, each of which is answered before the next one.
    private struct Joins {
        private var facts = ReconnectFacts()
        private var messages = 0

        mutating func violation(of request: CBOR.Map?, at server: SocketAddress, asked: Int? = nil) -> String? {
            messages += 2
            return facts.violation(of: request, at: server, asked: asked ?? messages - 1, granted: messages)
        }
    }

    private static func sfu(_ number: UInt8) -> SocketAddress {
        SocketAddress(host: HostAddress(127, 0, 1, number), port: 5683)
    }

    private static func request(
        _ session: String, strategy: Int64? = nil, attempt: Int64 = 0, isFast: Bool? = nil, previous: String = "1",
        from: String = "sfu-1"
    ) -> CBOR.Map {
        var request: CBOR.Map = [
            "session_id": .text(session), "fast_reconnect": .boolean(isFast ?? (strategy == 2)),
        ]
        guard let strategy else { return request }
        request["reconnect_details"] = [
            "strategy": .integer(strategy), "reconnect_attempt": .integer(attempt),
            "previous_session_id": .text(previous), "from_sfu_id": .text(from),
        ]
        return request
    }

    /// The words about a reconnect after a rejoin, which has the session 2 at the first SFU.
    private static func words(_ request: CBOR.Map, at number: UInt8) -> String? {
        var facts = Joins()
        #expect(facts.violation(of: Self.request("1"), at: sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("2", strategy: 3, attempt: 1), at: sfu(1)) == nil)
        let violation = facts.violation(of: request, at: sfu(number))
        return violation.map { String($0.trimmingPrefix("it grants a reconnect of strategy ")) }
    }

    @Test func `A fast reconnect continues the session at its SFU`() {
        #expect(Self.words(Self.request("2", strategy: 2), at: 1) == nil)
        #expect(Self.words(Self.request("3", strategy: 2), at: 1) == "fast of a session that no SFU has granted")
        #expect(Self.words(Self.request("2", strategy: 2), at: 2) == "fast at another SFU")
        #expect(
            Self.words(Self.request("2", strategy: 2, isFast: false), at: 1)
                == "fast with a fast_reconnect that contradicts its strategy")
    }

    @Test func `A rejoin has another session, names the one before, and counts its attempts`() {
        func words(_ session: String, _ attempt: Int64, _ previous: String) -> String? {
            Self.words(Self.request(session, strategy: 3, attempt: attempt, previous: previous), at: 2)
        }
        #expect(words("3", 2, "2") == nil)
        // The answer to the first attempt was lost.
        #expect(words("2", 2, "1") == nil)
        #expect(words("2", 2, "2") == "rejoin with the session before")
        #expect(words("3", 2, "4") == "rejoin of a session that no SFU has granted")
        #expect(words("3", 1, "2") == "rejoin with a reconnect_attempt that is not higher")
    }

    @Test func `A migration keeps its session, counts its attempts, and names the SFU that it leaves`() {
        func words(_ session: String, _ attempt: Int64, from: String = "sfu-1") -> String? {
            Self.words(Self.request(session, strategy: 4, attempt: attempt, from: from), at: 2)
        }
        #expect(words("2", 2) == nil)
        #expect(words("3", 2) == "migrate of a session that no SFU has granted")
        #expect(words("2", 1) == "migrate with a reconnect_attempt that is not higher")
        #expect(words("2", 2, from: "") == "migrate without a from_sfu_id")
    }

    @Test func `A migration leaves the SFU that it names`() {
        var facts = Joins()
        #expect(facts.violation(of: Self.request("1"), at: Self.sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("1", strategy: 4, attempt: 1), at: Self.sfu(2)) == nil)
        let back = Self.request("1", strategy: 4, attempt: 2)
        #expect(facts.violation(of: back, at: Self.sfu(1))?.hasSuffix("at the SFU of its from_sfu_id") ?? false)
    }

    @Test func `A late answer is compared with what its client had when it asked`() {
        var facts = Joins()
        #expect(facts.violation(of: Self.request("1"), at: Self.sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("2", strategy: 3, attempt: 1), at: Self.sfu(2)) == nil)
        #expect(facts.violation(of: Self.request("1", strategy: 2), at: Self.sfu(1), asked: 3) == nil)
        #expect(facts.violation(of: Self.request("2", strategy: 2), at: Self.sfu(2)) == nil)
        #expect(facts.violation(of: Self.request("2", strategy: 2), at: Self.sfu(1)) != nil)
    }

    @Test func `A reconnect after a join that was not read is not judged`() {
        var facts = Joins()
        #expect(facts.violation(of: nil, at: Self.sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("1", strategy: 2), at: Self.sfu(1)) == nil)
    }
}
