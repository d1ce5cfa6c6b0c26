import Capture
import Testing
import Wire

@testable import Inspection

/// The borders of what a summary lists, and of the times in which a message is a copy.
@Suite struct SummaryLimitTests {
    /// The lines of a summary that say how much was left out.
    private func rest(_ bytes: [UInt8], journal: String? = nil) throws -> [String] {
        let scratch = try Scratch()
        if let journal { _ = try scratch.write(Array(journal.utf8), to: "journal.ndjson") }
        return try scratch.inspect(bytes, .summary).text.lines.filter { $0.contains("more") }
    }

    @Test func `each list of a summary ends with its limit, and then with a count`() throws {
        func exchanges(_ count: Int) -> [UInt8] {
            var phones = Phones()
            for number in 0..<count {
                let dialog = Phones.Dialog(callID: "c\(number)", branch: "z9hG4bK\(number)")
                phones.request("OPTIONS", dialog, at: 0)
                phones.response("200 OK", to: "OPTIONS", dialog, at: 1)
            }
            return phones.capture.bytes
        }
        func talk(_ count: Int, _ add: (inout Talk, Int) -> Void) -> [UInt8] {
            var talk = Talk()
            for number in 0..<count { add(&talk, number) }
            return talk.capture.bytes
        }
        func hosts(_ count: Int) -> [UInt8] {
            // All send to one more.
            talk(count - 1) { $0.add(CaptureBytes.stun, from: "127.1.0.\($1 + 1):1", to: Talk.sfu, at: 0) }
        }
        func calls(_ count: Int) -> [UInt8] {
            talk(count) { talk, number in
                let request = talk.request(
                    .get, "video/call/default/c\(number)", from: Talk.alice, token: UInt8(number % 256), at: 0)
                talk.answer(request, .content, to: Talk.alice, at: 1)
            }
        }
        func streams(_ count: Int) -> [UInt8] {
            talk(count) {
                $0.add(CaptureBytes.rtp(1, timestamp: 1, ssrc: UInt32($1)), from: Talk.alice, to: Talk.sfu, at: 0)
            }
        }
        func malformed(_ count: Int) -> [UInt8] {
            talk(count) { talk, _ in talk.add([0x4F, 1, 2, 3], from: Talk.alice, to: Talk.coordinator, at: 0) }
        }
        let lists: [((Int) -> [UInt8], Int, String)] = [
            (exchanges, 8, "  and 1 more: see --sip"), (hosts, 12, "  and 1 more"), (calls, 8, "  and 1 more"),
            (streams, 8, "  and 1 more: see --rtp"), (malformed, 4, "    and 1 more"),
        ]
        for (list, limit, line) in lists {
            #expect(try rest(list(limit)).isEmpty)
            #expect(try rest(list(limit + 1)) == [line])
        }
        #expect(try rest(calls(CallSummaries.capacity + 1)) == ["  and 9,992 more, and others"])
        for (count, lines) in [(6, []), (7, ["  and 1 more"])] {
            let fault = #"{"number":1,"time":1,"kind":"fault","target":"bob","text":"cut"}"# + "\n"
            #expect(try rest(streams(1), journal: String(repeating: fault, count: count)) == lines)
        }
    }

    @Test func `streams with losses are listed first, and otherwise as they began`() throws {
        var talk = Talk()
        for (ssrc, numbers) in [(1, [1, 2]), (2, [1, 3]), (3, [1, 2]), (4, [1, 1])] as [(UInt32, [Int])] {
            for number in numbers {
                let packet = CaptureBytes.rtp(number, timestamp: 1, ssrc: ssrc, type: UInt8(ssrc))
                talk.add(packet, from: Talk.alice, to: Talk.sfu, at: 0)
            }
        }
        let lines = try Scratch().inspect(talk.capture.bytes, .summary, width: 200).text.lines
        let (ends, rest) = ("  127.1.0.1:50000 → 127.0.1.1:5683, type", "jitter 0.0 ms")
        #expect(
            lines.suffix(5) == [
                "RTP streams 4", "\(ends) 2: 2 packets, 1 lost, 0 duplicates, \(rest)",
                "\(ends) 4: 2 packets, -1 lost, 1 duplicate, \(rest)",
                "\(ends) 1: 2 packets, 0 lost, 0 duplicates, \(rest)",
                "\(ends) 3: 2 packets, 0 lost, 0 duplicates, \(rest)",
            ])
    }

    private static let client = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 0, 2)), port: 1)
    private static let server = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 0, 1)), port: 5683)

    /// The marks of a message that is sent at several times.
    private func coapCopies(_ type: CoAP.MessageType = .confirmable, _ times: Int64...) -> [Signal.Copy?] {
        var conversations = Conversations()
        let bytes = CoAP.Message(type: type, code: .get, messageID: 1).encoded()
        return times.enumerated().map { index, time in
            conversations.read(
                bytes, number: index + 1, time: time, from: Self.client, to: Self.server, mustBeCoAP: true)?.copy
        }
    }

    @Test func `a CoAP message is repeated by its sender after a second, and new after its lifetime`() {
        let second: Int64 = 1_000_000_000
        let copy = Signal.Copy(number: 1, isRetransmission: false)
        let retransmission = Signal.Copy(number: 1, isRetransmission: true)
        #expect(coapCopies(.confirmable, 0, second - 1) == [nil, copy])
        #expect(coapCopies(.confirmable, 0, second) == [nil, retransmission])
        #expect(coapCopies(.confirmable, 0, second, 2 * second - 1) == [nil, retransmission, copy])
        #expect(coapCopies(.nonConfirmable, 0, 2 * second) == [nil, copy])
        #expect(coapCopies(.confirmable, 0, 247 * second, 247 * second + 1) == [nil, retransmission, nil])
    }

    private func request(_ number: Int, _ method: String = "OPTIONS") -> [UInt8] {
        Array(
            """
            \(method) sip:bob@example.org SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK\(number)\r
            From: <sip:alice@a>;tag=1\r\nTo: <sip:bob@a>\r\nCall-ID: \(number)\r\nCSeq: 1 \(method)\r\n\r

            """.utf8)
    }

    @Test func `a SIP message is repeated by its sender after half of T1, and new after its lifetime`() {
        let half: Int64 = 250_000_000
        func copies(_ times: Int64...) -> [Signal.Copy?] {
            var conversations = SIPConversations()
            return times.enumerated().map { index, time in
                conversations.read(
                    request(1), number: index + 1, time: time, from: Self.client, to: Self.server
                ).copy
            }
        }
        let copy = Signal.Copy(number: 1, isRetransmission: false)
        let retransmission = Signal.Copy(number: 1, isRetransmission: true)
        #expect(copies(0, half - 1) == [nil, copy] && copies(0, half) == [nil, retransmission])
        #expect(copies(0, half, 2 * half - 1) == [nil, retransmission, copy])
        let lifetime: Int64 = 40_000_000_000
        #expect(copies(0, lifetime, 2 * lifetime) == [nil, retransmission, retransmission])
        #expect(copies(0, lifetime + 1) == [nil, nil])
    }

    @Test func `the oldest SIP transactions and messages are forgotten beyond the limit`() {
        var conversations = SIPConversations(capacity: 3)
        func read(_ number: Int) -> SIPSignal {
            conversations.read(request(number), number: number, time: 0, from: Self.client, to: Self.server)
        }
        for number in 1...3 { _ = read(number) }
        #expect(conversations.unanswered.map(\.number) == [1, 2, 3] && read(1).copy?.number == 1)
        _ = read(4)
        #expect(conversations.unanswered.map(\.number) == [2, 3, 4])
        #expect(read(1).copy == nil && conversations.calls.calls.map(\.callID) == ["1", "2", "3", "4"])
        #expect(conversations.calls.calls.map(\.messages) == [3, 1, 1, 1])
    }
}

/// The words of a call about its media.
@Suite struct NegotiationTests {
    private static let pcma = "m=audio 4000 RTP/AVP 8\r\na=rtpmap:8 PCMA/8000\r\n"
    private static let both = "m=audio 4000 RTP/AVP 0 8\r\na=rtpmap:0 PCMU/8000\r\na=rtpmap:8 PCMA/8000\r\n"
    private static let video = "m=video 4002 RTP/AVP 34\r\na=rtpmap:34 H263/90000\r\n"

    /// A message with a description, or without.
    private func message(
        _ start: String, _ method: String, from: String, to: String, _ media: String?, at address: String = "192.0.2.1"
    ) -> String {
        let body = media.map { "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 \(address)\r\nt=0 0\r\n\($0)" } ?? ""
        return """
            \(start)\r\nVia: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK\(method)\r\nFrom: <sip:alice@a>;tag=\(from)\r
            To: <sip:bob@a>\(to.isEmpty ? "" : ";tag=\(to)")\r\nCall-ID: c\r\nCSeq: 1 \(method)\r
            Content-Type: application/sdp\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
    }

    /// The words about the media of an INVITE, its final response and the ACK.
    private func media(_ offer: String?, _ answer: String?, _ last: String? = nil) throws -> String {
        var phones = Phones()
        phones.add(message("INVITE sip:bob@a SIP/2.0", "INVITE", from: "1", to: "", offer), at: 0)
        phones.add(
            message("SIP/2.0 200 OK", "INVITE", from: "1", to: "2", answer), from: Phones.bob, to: Phones.alice, at: 0)
        phones.add(message("ACK sip:bob@a SIP/2.0", "ACK", from: "1", to: "2", last), at: 0)
        let lines = try Scratch().inspect(phones.capture.bytes, .summary, width: 200).text.lines
        let line = try #require(lines.first { $0.contains("in call") })
        let start = "  alice → bob, in call, answered after 0.000 s, 0.000 s long"
        #expect(line.hasPrefix(start))
        return String(line.dropFirst(start.count))
    }

    @Test func `the formats on which offer and answer agree are those of the call`() throws {
        #expect(try media(Self.pcma, Self.pcma) == ", audio 8 PCMA/8000")
        #expect(try media(Self.both, Self.pcma) == ", audio 8 PCMA/8000")
        #expect(try media(Self.both, Self.both) == ", audio 0 PCMU/8000")
        #expect(
            try media(Self.pcma + Self.video, Self.pcma + Self.video) == ", audio 8 PCMA/8000, video 34 H263/90000")
        let rejected = Self.video.replacing("4002", with: "0")
        #expect(try media(Self.pcma + Self.video, Self.pcma + rejected) == ", audio 8 PCMA/8000")
        #expect(try media(Self.video, rejected).isEmpty)
        #expect(try media(Self.pcma, nil).isEmpty && media(nil, nil).isEmpty)
    }

    @Test func `an offer in the response is answered in the ACK`() throws {
        #expect(try media(nil, Self.both, Self.pcma) == ", audio 8 PCMA/8000")
        #expect(try media(nil, Self.both).isEmpty)
    }

    @Test func `an answer that does not fit its offer says why`() throws {
        let start = ", answer without agreement: "
        #expect(
            try media(Self.pcma, Self.pcma + Self.video) == start + "the offer has 1 media, and the answer 2")
        #expect(
            try media(Self.pcma, Self.video) == start + "medium 1 has another kind or transport than the offer")
        #expect(
            try media(Self.pcma + Self.video, Self.pcma + Self.video.replacing("34", with: "31"))
                == start + "medium 2 has no format of the offer")
    }

    /// The ports of a host to which packets belong to a call with this description.
    private func ports(_ address: String, _ port: Int, _ attributes: String = "") throws -> [Int] {
        var phones = Phones()
        let media = "m=audio \(port) RTP/AVP 8\r\n\(attributes)"
        let start = "INVITE sip:bob@a SIP/2.0"
        phones.add(
            message(start, "INVITE", from: "1", to: "", media, at: address), at: 0)
        let candidates = [1, 2, 4000, 4001, 5000, 5001, 65_535]
        for candidate in candidates { phones.rtp(1, from: "192.0.2.9:9", to: "192.0.2.1:\(candidate)", at: 1) }
        let rows = try Scratch().inspect(phones.capture.bytes, .rtp, width: 300).text.lines.dropFirst()
        return zip(candidates, rows).filter { $1.hasSuffix("  c") }.map(\.0)
    }

    @Test func `a medium has a port for packets and one for reports`() throws {
        #expect(try ports("192.0.2.1", 4000) == [4000, 4001])
        #expect(try ports("192.0.2.1", 4000, "a=rtcp:5000\r\n") == [4000, 5000])
        #expect(try ports("192.0.2.1", 4000, "a=rtcp-mux\r\n") == [4000])
        #expect(try ports("192.0.2.1", 65_535) == [65_535] && ports("192.0.2.1", 1) == [1, 2])
        // A name or another host does not match, and port 0 rejects the medium.
        #expect(try ports("192.0.2.1", 0).isEmpty && ports("phone.a.org", 4000).isEmpty)
        #expect(try ports("192.0.2.8", 4000).isEmpty)
    }

    @Test func `media belongs to the last call that described its receiver, and else its sender`() throws {
        var phones = Phones()
        phones.request("INVITE", .init(callID: "one", branch: "z9hG4bK1", media: "192.0.2.1:4000"), at: 0)
        phones.request("INVITE", .init(callID: "two", branch: "z9hG4bK2", media: "192.0.2.1:4000"), at: 1)
        phones.request("INVITE", .init(callID: "three", branch: "z9hG4bK3", media: "192.0.2.2:5000"), at: 2)
        let ends = [
            ("192.0.2.9:1", "192.0.2.1:4000"), ("192.0.2.1:4000", "192.0.2.9:1"), ("192.0.2.1:4000", "192.0.2.2:5000"),
            ("192.0.2.2:5000", "192.0.2.1:4000"), ("192.0.2.9:1", "192.0.2.1:4001"), ("192.0.2.9:1", "192.0.2.1:4002"),
        ]
        for (index, (from, to)) in ends.enumerated() { phones.rtp(index, from: from, to: to, at: 3) }
        let rows = try Scratch().inspect(phones.capture.bytes, .rtp, width: 300).text.lines.dropFirst()
        let calls = rows.map { row in row.split(separator: " ").last.map(String.init) ?? "" }
        #expect(calls == ["two", "two", "three", "two", "two", "0.000"])
    }
}
