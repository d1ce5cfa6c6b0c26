import Chance
import Testing

@testable import Telephony

@Suite struct TortureTests {
    @Test func `the table has each message of RFC 4475`() {
        let named = TortureMessages.read.map(\.name) + TortureMessages.refused.map(\.name)
        #expect(named.sorted() == TortureMessages.names)
        #expect(named.count == 49)
    }

    /// The method of a request, or the status of a response.
    private static func beginning(of message: SIP.Message) -> String {
        message.method ?? message.status.map(String.init) ?? ""
    }

    @Test(arguments: TortureMessages.read.map(\.name))
    func `an unusual message is read`(_ name: String) throws {
        let row = try #require(TortureMessages.read.first { $0.name == name })
        let message = try SIP.Message(decoding: TortureMessages.bytes(name))
        let envelope = try message.envelope()
        #expect("\(Self.beginning(of: message)) \(envelope.sequence)" == row.line)
        #expect(envelope.callID == row.callID)
    }

    @Test(arguments: TortureMessages.refused.map(\.name))
    func `a wrong message is refused with the place and the reason`(_ name: String) throws {
        let row = try #require(TortureMessages.refused.first { $0.name == name })
        let bytes = try TortureMessages.bytes(name)
        let error = #expect(throws: SIPError.self) { _ = try SIP.Message(decoding: bytes).envelope() }
        #expect(error?.description == row.reason)
    }

    @Test func `the first torture message has all its parts`() throws {
        let message = try SIP.Message(decoding: TortureMessages.bytes("wsinv"))
        let envelope = try message.envelope()
        #expect(message.uri == "sip:vivekg@chair-dnrc.example.com;unknownparam")
        #expect(envelope.from.displayName == #"J Rosenberg \""#)
        #expect(envelope.from.tag == "98asjd8")
        #expect(envelope.to.uri == "sip:vivekg@chair-dnrc.example.com")
        #expect(envelope.to.tag == "1918181833n")
        #expect(envelope.vias.map(\.transport) == ["UDP", "TCP", "UDP"])
        #expect(envelope.vias.map(\.host) == ["192.0.2.2", "spindle.example.com", "192.168.255.111"])
        #expect(envelope.vias.map(\.branch) == ["390skdjuw", "z9hG4bK9ikj8", "z9hG4bK30239"])
        #expect(message.first(HeaderName("s"))?.value == "")
        #expect(message.first(HeaderName("NEWFANGLEDHEADER"))?.value == "newfangled value continued newfangled value")
        let description = try SDP.Description(decoding: message.body)
        #expect(description.media.map(\.kind) == ["audio", "video"])
    }

    @Test func `a second message behind the body is not part of it`() throws {
        let message = try SIP.Message(decoding: TortureMessages.bytes("dblreq"))
        #expect(message.body.isEmpty)
        #expect(message.surplus > 400)
    }

    @Test(arguments: [
        ("multipart/mixed;boundary=b1", "v=0\r\ns=x"), ("Multipart/Related ; x=y; Boundary=\"b1\"", "v=0\r\ns=x"),
        ("multipart/mixed;boundary=b2", nil), ("multipart/mixed", nil), ("multipart/mixed;boundary=\"\"", nil),
    ])
    func `a description is found in the parts of a body`(_ type: String, _ description: String?) throws {
        let parts = [
            "nothing", "--b1", "Content-Type: text/plain", "", "v=1", "--b1", "c: application/SDP; x=y", "", "v=0",
            "s=x", "--b1--", "v=2", "",
        ]
        #expect(try message(type, parts.joined(separator: "\r\n")).sessionDescription.map(Self.text) == description)
    }

    @Test func `parts are read four deep`() throws {
        func nested(_ depth: Int) -> String {
            let inner =
                depth == 1
                ? "Content-Type: application/sdp\r\n\r\nv=0"
                : "Content-Type: multipart/mixed;boundary=b\(depth - 1)\r\n\r\n\(nested(depth - 1))"
            return "--b\(depth)\r\n\(inner)\r\n--b\(depth)--"
        }
        #expect(try message("multipart/mixed;boundary=b4", nested(4)).sessionDescription.map(Self.text) == "v=0")
        #expect(try message("multipart/mixed;boundary=b5", nested(5)).sessionDescription == nil)
    }

    private func message(_ type: String, _ body: String) throws -> SIP.Message {
        try SIP.Message(
            decoding: Array("OPTIONS sip:a@b SIP/2.0\r\nContent-Type: \(type)\r\n\r\n\(body)".utf8))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Many prefixes, and copies with damaged bytes, are read or refused, and never trap.
    @Test(arguments: TortureMessages.names) func `damage never traps`(_ name: String) throws {
        let bytes = try TortureMessages.bytes(name)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            _ = try? SIP.Message(decoding: Array(bytes[..<count])).envelope()
        }
        var random = RandomStream(seed: UInt64(bytes.count))
        for _ in 0..<60 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let message = try? SIP.Message(decoding: damaged) else { continue }
            _ = try? message.envelope()
            _ = try? SDP.Description(decoding: Array(message.sessionDescription ?? message.body[...]))
        }
    }
}
