import Testing
import Wire

@testable import ScenarioStage

/// The comparison of granted reconnects with the joins before.
@Suite struct ReconnectFactsTests {
    private static func sfu(_ number: UInt8) -> SocketAddress {
        SocketAddress(host: HostAddress(127, 0, 1, number), port: 5683)
    }

    private static func request(
        _ session: String, strategy: Int64? = nil, attempt: Int64 = 0, isFast: Bool? = nil, previous: String = "1",
        from: String = "sfu-1"
    ) -> CBOR.Map {
        var request: CBOR.Map = [
            "unified_session_id": "u", "session_id": .text(session),
            "fast_reconnect": .boolean(isFast ?? (strategy == 2)),
        ]
        guard let strategy else { return request }
        request["reconnect_details"] = [
            "strategy": .integer(strategy), "reconnect_attempt": .integer(attempt),
            "previous_session_id": .text(previous), "from_sfu_id": .text(from),
        ]
        return request
    }

    /// The violation of a reconnect after a rejoin, which has the session 2 at the first SFU.
    private static func violation(of request: CBOR.Map, at number: UInt8) -> String? {
        var facts = ReconnectFacts()
        #expect(facts.violation(of: Self.request("1"), at: sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("2", strategy: 3, attempt: 1), at: sfu(1)) == nil)
        return facts.violation(of: request, at: sfu(number))
    }

    @Test(arguments: [
        (request("2", strategy: 2, attempt: 1), 1, nil),
        (request("3", strategy: 2, attempt: 1), 1, "fast with another session"),
        (request("2", strategy: 2, attempt: 1), 2, "fast at another SFU"),
        (request("2", strategy: 2, attempt: 2), 1, "fast with another reconnect_attempt"),
        (
            request("2", strategy: 2, attempt: 1, isFast: false), 1,
            "fast with a fast_reconnect that contradicts its strategy"
        ),
        (request("3", strategy: 3, attempt: 2, previous: "2"), 2, nil),
        (request("1", strategy: 3, attempt: 2, previous: "2"), 1, "rejoin with a session that it had before"),
        (
            request("3", strategy: 3, attempt: 2, previous: "4"), 1,
            "rejoin with a previous_session_id that it never had"
        ),
        (request("3", strategy: 3, attempt: 1, previous: "2"), 1, "rejoin with a reconnect_attempt that is not higher"),
        (request("2", strategy: 4, attempt: 2), 2, nil),
        (request("3", strategy: 4, attempt: 2), 2, "migrate with another session"),
        (request("2", strategy: 4, attempt: 1), 2, "migrate with a reconnect_attempt that is not higher"),
        (request("2", strategy: 4, attempt: 2, from: ""), 2, "migrate without a from_sfu_id"),
    ])
    func `A granted reconnect continues the joins of its client`(request: CBOR.Map, sfu: Int, rest: String?) {
        let words = rest.map { "it grants a reconnect of strategy \($0)" }
        #expect(Self.violation(of: request, at: UInt8(sfu)) == words)
    }

    @Test func `A migration leaves the SFU that it names`() {
        var facts = ReconnectFacts()
        #expect(facts.violation(of: Self.request("1"), at: Self.sfu(1)) == nil)
        #expect(facts.violation(of: Self.request("1", strategy: 4, attempt: 1), at: Self.sfu(2)) == nil)
        let back = Self.request("1", strategy: 4, attempt: 2)
        #expect(facts.violation(of: back, at: Self.sfu(1))?.hasSuffix("at the SFU of its from_sfu_id") ?? false)
    }

    @Test func `A client without an earlier join, or without a unified session id, is not judged`() {
        var facts = ReconnectFacts()
        #expect(facts.violation(of: Self.request("1", strategy: 2), at: Self.sfu(1)) == nil)
        var nameless = Self.request("2", strategy: 2)
        nameless["unified_session_id"] = nil
        #expect(facts.violation(of: nameless, at: Self.sfu(1)) == nil)
    }
}
