import Capture
import Testing
import Wire

@testable import Inspection

/// The limits of calls, and of the endpoints of their media.
@Suite struct SIPCallLimitTests {
    private static func endpoint(_ port: UInt16) -> UDPEndpoint {
        UDPEndpoint(host: IPAddress(HostAddress(192, 0, 2, 1)), port: port)
    }

    private func add(_ callID: String, _ port: Int? = nil, to calls: inout SIPCalls) throws {
        let media = port.map { "m=audio \($0) RTP/AVP 8\r\n" } ?? ""
        let body = "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\n\(media)"
        let signal = SIPSignal(
            Array(
                """
                INVITE sip:bob@a SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK1\r\nFrom: <sip:alice@a>;tag=1\r
                To: <sip:bob@a>\r\nCall-ID: \(callID)\r\nCSeq: 1 INVITE\r\nContent-Type: application/sdp\r\n\r
                \(body)
                """.utf8))
        let arrival = SIPArrival(
            message: try #require(signal.message), envelope: try #require(signal.envelope), number: 1, time: 0,
            from: Self.endpoint(5060), to: Self.endpoint(5061))
        calls.process(arrival, signal)
    }

    @Test func `messages of calls beyond the limit are counted, and those of known calls are not`() throws {
        var calls = SIPCalls(capacity: 2)
        #expect(calls.isEmpty)
        for callID in ["a", "b", "c", "a", "c", "d"] { try add(callID, to: &calls) }
        #expect(!calls.isEmpty && calls.calls.map(\.callID) == ["a", "b"] && calls.omitted == 3)
        #expect(calls.calls.map(\.messages) == [2, 1])
    }

    @Test func `endpoints of media are known up to the limit`() throws {
        var calls = SIPCalls(capacity: 3)
        let other = Self.endpoint(9)
        func owners() -> [String?] {
            [4000, 4001, 5000, 5001].map { calls.callID(from: other, to: Self.endpoint($0)) }
        }
        #expect(owners() == [nil, nil, nil, nil])
        try add("a", 4000, to: &calls)
        #expect(owners() == ["a", "a", nil, nil])
        try add("b", 5000, to: &calls)
        #expect(owners() == ["a", "a", "b", nil])
        #expect(calls.callID(from: Self.endpoint(5000), to: other) == "b")
        #expect(calls.callID(from: Self.endpoint(5000), to: Self.endpoint(4001)) == "a")
        #expect(calls.callID(from: other, to: other) == nil)
    }
}
