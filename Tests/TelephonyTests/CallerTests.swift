import Telephony
import Testing

/// The caller of SIP calls, and the quick look at messages.
@Suite struct CallerTests {
    private static let messages = SIP.CallerMessages(
        to: "sip:bob@127.0.0.1:5060", from: "127.0.0.1:6000", number: 7, tag: "t")
    private var caller = SIP.Caller(messages)

    /// A response to the request with that method, as a callee sends it.
    private func response(_ status: Int, _ method: String = "INVITE", _ more: String = "") -> [UInt8] {
        let number = method == "BYE" ? 2 : 1
        return Array(
            "SIP/2.0 \(status) Reason\r\nVia: SIP/2.0/UDP 127.0.0.1:6000;branch=z9hG4bKt7i\r\nf: <sip:rollcall@127.0.0.1:6000>;tag=t7\r\nTo : <sip:bob@127.0.0.1:5060>;tag=callee\r\ni: 7@t\r\nCSEQ: \(number) \(method)\r\n\(more)Content-Length: 0\r\n\r\n"
                .utf8)
    }

    private mutating func take(_ bytes: [UInt8]) throws -> [SIP.Caller.Effect] {
        caller.receive(try #require(SIP.FieldRanges(bytes)), in: bytes)
    }

    private func first(_ effects: [SIP.Caller.Effect]) throws -> SIP.Message {
        for case .send(let bytes) in effects { return try SIP.Message(decoding: bytes) }
        for case .repeated(let bytes) in effects { return try SIP.Message(decoding: bytes) }
        throw NothingSent()
    }

    private struct NothingSent: Error {}

    @Test mutating func `a call that is answered is acknowledged and ended in its dialog`() throws {
        let invite = try first(caller.begin())
        #expect(invite.method == "INVITE" && invite.sessionDescription != nil)
        #expect(try invite.envelope().callID == "7@t")
        #expect(try take(response(100)) == [])
        #expect(try take(response(180)) == [.rung])
        #expect(try take(response(180)) == [])
        let contact = "Contact: <sip:bob@127.0.0.9:7000>\r\nRecord-Route: <sip:p1;lr>, <sip:p2;lr>\r\n"
        let effects = try take(response(200, "INVITE", contact))
        #expect(effects.first == .answered && caller.stage == .established)
        let ack = try first(effects)
        #expect(ack.method == "ACK" && ack.uri == "sip:bob@127.0.0.9:7000")
        let bye = try first(caller.end())
        #expect(bye.method == "BYE" && bye.uri == "sip:bob@127.0.0.9:7000")
        #expect(try bye.envelope().to.tag == "callee")
        #expect(
            bye.headers.filter { $0.name == HeaderName("route") }.map { $0.value } == ["<sip:p2;lr>", "<sip:p1;lr>"])
        #expect(try take(response(200, "BYE")) == [.ended(nil)])
        #expect(caller.stage == .over)
    }

    @Test mutating func `a refusal is acknowledged, and is the failure`() throws {
        _ = caller.begin()
        let effects = try take(response(486))
        #expect(try first(effects).method == "ACK")
        #expect(effects.last == .ended("the INVITE was answered with 486"))
        // A copy of the refusal shows that the ACK was lost.
        #expect(try first(take(response(486))).method == "ACK")
    }

    @Test mutating func `requests are repeated in growing intervals, and given up after 32 s`() throws {
        _ = caller.begin()
        var (waited, repeats) = (Duration.milliseconds(500), 0)
        while true {
            let effects = caller.fire()
            if case .ended(let reason)? = effects.first {
                #expect(reason == "the INVITE has no response after 32 s")
                break
            }
            repeats += 1
            for case .wake(let time) in effects { waited += time }
        }
        #expect(repeats == 6 && waited == .seconds(32))
        #expect(caller.fire() == [])
    }

    private func method(_ bytes: [UInt8]) throws -> String { try SIP.Message(decoding: bytes).method ?? "" }

    /// The methods of sent messages, with a star when they are sent again, and the end, each behind its milliseconds.
    private mutating func course(_ begin: [SIP.Caller.Effect]) throws -> [String] {
        var (lines, time, effects): ([String], Duration, [SIP.Caller.Effect]) = ([], .zero, begin)
        while true {
            var next: Duration?
            let (seconds, rest) = time.components
            let milliseconds = seconds * 1000 + rest / 1_000_000_000_000_000
            for effect in effects {
                switch effect {
                case .send(let bytes):
                    let method = try method(bytes)
                    lines.append("\(milliseconds) \(method)")
                case .repeated(let bytes):
                    let method = try method(bytes)
                    lines.append("\(milliseconds) \(method)*")
                case .wake(let pause): next = pause
                case .ended(let reason): lines.append("\(milliseconds) \(reason ?? "end")")
                case .rung, .answered: break
                }
            }
            guard let next else { return lines }
            time += next
            effects = caller.fire()
        }
    }

    @Test mutating func `17.1.2.2, a BYE is repeated every 4 s at last, and given up after 32 s`() throws {
        _ = caller.begin()
        _ = try take(response(200))
        let bye = caller.end()
        let lines = try course(bye)
        let times = [500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]
        let end = "32000 the BYE has no response after 32 s"
        #expect(lines == ["0 BYE"] + times.map { "\($0) BYE*" } + [end])
    }

    @Test mutating func `9.1, CANCEL waits for a provisional response, and the INVITE is repeated until then`() throws {
        _ = caller.begin()
        #expect(caller.end() == [])
        #expect(caller.stage == .inviting)
        #expect(try first(caller.fire()).method == "INVITE")
        let effects = try take(response(100))
        #expect(try first(effects).method == "CANCEL")
        #expect(caller.stage == .cancelling)
        #expect(try take(response(487)).last == .ended(nil))
    }

    @Test mutating func `a call that shall end and is refused ends without a failure`() throws {
        _ = caller.begin()
        _ = caller.end()
        #expect(try take(response(486)).last == .ended(nil))
        #expect(caller.stage == .over)
    }

    @Test mutating func `17.1.2.2, CANCEL is repeated until it has a response of its own`() throws {
        _ = caller.begin()
        _ = try take(response(180))
        _ = caller.end()
        #expect(try first(caller.fire()).method == "CANCEL")
        #expect(try take(response(200, "CANCEL")) == [])
        let next = caller.fire()
        let lines = try course(next)
        #expect(lines.count == 1)
        #expect(lines[0].hasSuffix(" the cancelled INVITE has no final response after 32 s"))
    }

    @Test mutating func `9.1, a call that rings for 32 s is cancelled, and fails`() throws {
        let begin = caller.begin()
        _ = try take(response(180))
        let lines = try course(begin)
        #expect(lines.prefix(3) == ["0 INVITE", "32000 CANCEL", "32500 CANCEL*"])
        #expect(lines.last == "64000 the INVITE has no final response after 32 s")
    }

    @Test mutating func `a call that was cancelled because it rang for 32 s fails with any final response`() throws {
        for status in [487, 200] {
            caller = SIP.Caller(Self.messages)
            _ = caller.begin()
            _ = try take(response(180))
            while caller.stage == .proceeding { _ = caller.fire() }
            var effects = try take(response(status))
            if status == 200 { effects = try take(response(200, "BYE")) }
            #expect(effects.last == .ended("the INVITE has no final response after 32 s"))
        }
    }

    @Test mutating func `a call that is cancelled ends without a failure`() throws {
        _ = caller.begin()
        _ = try take(response(180))
        #expect(try first(caller.end()).method == "CANCEL")
        #expect(try take(response(200, "CANCEL")) == [])
        let effects = try take(response(487))
        #expect(try first(effects).method == "ACK" && effects.last == .ended(nil))
    }

    @Test mutating func `a callee that answers the cancelled call is sent a BYE`() throws {
        _ = caller.begin()
        _ = caller.end()
        let methods = try take(response(200)).compactMap { effect -> String? in
            if case .send(let bytes) = effect { try SIP.Message(decoding: bytes).method } else { nil }
        }
        #expect(methods == ["ACK", "BYE"])
    }

    @Test func `no response in any stage and no order of calls makes a call end twice or send after its end`() throws {
        let responses = [
            response(100), response(180), response(200), response(486), response(200, "BYE"), response(481, "BYE"),
            response(200, "CANCEL"),
        ]
        let count = responses.count + 2
        for course in 0..<(count * count * count * count) {
            var caller = SIP.Caller(Self.messages)
            var ends = caller.begin().count(where: \.isEnd)
            var rest = course
            for _ in 0..<4 {
                let step = rest % count
                rest /= count
                let effects =
                    switch step {
                    case responses.count: caller.end()
                    case responses.count + 1: caller.fire()
                    default: caller.receive(try #require(SIP.FieldRanges(responses[step])), in: responses[step])
                    }
                ends += effects.count(where: \.isEnd)
            }
            #expect(ends <= 1 && (ends == 1) == (caller.stage == .over), "course \(course)")
        }
    }

    @Test func `a look at a message finds what decoding finds, and nothing in other bytes`() throws {
        let invite = Self.messages.invite()
        let glance = try #require(SIP.FieldRanges(invite))
        let envelope = try SIP.Message(decoding: invite).envelope()
        #expect(glance.status == nil && String(decoding: invite[glance.method], as: UTF8.self) == "INVITE")
        #expect(String(decoding: invite[glance.callID], as: UTF8.self) == envelope.callID)
        #expect(glance.vias.count == envelope.vias.count)
        for length in 0..<invite.count - 60 { _ = SIP.FieldRanges(Array(invite.prefix(length))) }
        for bytes in ["", "\r\n\r\n", "SIP/2.0", "SIP/2.0 abc OK\r\n", "SIP/2.0 200 OK\r\nVia: x\r\n\r\n"] {
            #expect(SIP.FieldRanges(Array(bytes.utf8)) == nil)
        }
    }
}

extension SIP.Caller.Effect {
    fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}
