import Testing
import Wire

/// The bytes of messages, as RFC 7252 section 3 and appendix A have them.
@Suite struct MessageTests {
    /// Bytes and what they say.
    static let examples: [(hex: String, message: CoAP.Message)] = [
        // Figure 16.
        (
            "40 01 7d34 bb 74656d7065726174757265",
            CoAP.Message(
                type: .confirmable, code: .get, messageID: 0x7d34, options: [CoAP.Option(.uriPath, "temperature")])
        ),
        (
            "60 45 7d34 ff 32322e332043",
            CoAP.Message(
                type: .acknowledgement, code: .content, messageID: 0x7d34, payload: Array("22.3 C".utf8))
        ),
        // Figure 17.
        (
            "41 01 7d35 20 bb 74656d7065726174757265",
            CoAP.Message(
                type: .confirmable, code: .get, messageID: 0x7d35, token: token("20"),
                options: [CoAP.Option(.uriPath, "temperature")])
        ),
        (
            "61 45 7d35 20 ff 32322e332043",
            CoAP.Message(
                type: .acknowledgement, code: .content, messageID: 0x7d35, token: token("20"),
                payload: Array("22.3 C".utf8))
        ),
        // Figures 20 and 21: empty messages.
        ("60 00 7d38", CoAP.Message(type: .acknowledgement, code: .empty, messageID: 0x7d38)),
        ("70 00 ad7c", CoAP.Message(type: .reset, code: .empty, messageID: 0xad7c)),
        ("40 00 0001", CoAP.Message(type: .confirmable, code: .empty, messageID: 1)),
        // Figure 22.
        (
            "51 01 7d40 75 bb 74656d7065726174757265",
            CoAP.Message(
                type: .nonConfirmable, code: .get, messageID: 0x7d40, token: token("75"),
                options: [CoAP.Option(.uriPath, "temperature")])
        ),
        // The longest token.
        (
            "48 02 0001 0102030405060708",
            CoAP.Message(type: .confirmable, code: .post, messageID: 1, token: token("0102030405060708"))
        ),
        // Deltas and lengths of one, two and three bytes; equal numbers; values without bytes.
        (
            "44 05 1234 deadbeef 60 55 766964656f 07 636f6e6e656374 11 3c 35 613d31 623d 21 3c d1 06 06 d2 14 0400",
            CoAP.Message(
                type: .confirmable, code: .fetch, messageID: 0x1234, token: token("deadbeef"),
                options: [
                    CoAP.Option(.observe, 0), CoAP.Option(.uriPath, "video"), CoAP.Option(.uriPath, "connect"),
                    CoAP.Option(.contentFormat, 60), CoAP.Option(.uriQuery, "a=1b="), CoAP.Option(.accept, 60),
                    CoAP.Option(CoAP.OptionNumber(rawValue: 36), [6]), CoAP.Option(.init(rawValue: 69), [4, 0]),
                ])
        ),
        (
            "40 01 0000 e0 fe11",
            CoAP.Message(
                type: .confirmable, code: .get, messageID: 0, options: [CoAP.Option(.init(rawValue: 65_310), [])])
        ),
    ]

    @Test(arguments: examples.indices)
    func `the bytes of the RFC's examples are read and written`(_ index: Int) throws {
        let (hex, message) = Self.examples[index]
        let decoded = try CoAP.Message(decoding: bytes(hex))
        #expect(decoded == message)
        #expect(message.encoded() == bytes(hex))
        #expect(decoded.encoded() == bytes(hex))
    }

    @Test(arguments: [0, 12, 13, 14, 268, 269, 270, 1034])
    func `values of every length are read and written`(_ count: Int) throws {
        let option = CoAP.Option(.init(rawValue: 2048), body(count))
        let message = CoAP.Message(type: .confirmable, code: .put, messageID: 7, options: [option], payload: [1])
        #expect(try CoAP.Message(decoding: message.encoded()) == message)
    }

    @Test(arguments: [0, 1, 12, 13, 268, 269, 65_535])
    func `options of every number are read and written`(_ number: Int) throws {
        let option = CoAP.Option(.init(rawValue: UInt16(number)), [1, 2])
        let message = CoAP.Message(type: .nonConfirmable, code: .content, messageID: 7, options: [option])
        #expect(try CoAP.Message(decoding: message.encoded()) == message)
    }

    @Test func `codes have a class and a name`() {
        #expect(CoAP.Code.notFound.description == "4.04 Not Found")
        #expect(CoAP.Code.fetch.description == "FETCH")
        #expect(CoAP.Code(rawValue: 0xE1).description == "7.01")
        #expect(CoAP.Code.content.isSuccess && CoAP.Code.content.isResponse && !CoAP.Code.content.isRequest)
        #expect(CoAP.Code.tooManyRequests.isClientError && CoAP.Code.badGateway.isServerError)
        #expect(CoAP.Code.empty.isEmpty && !CoAP.Code.empty.isRequest)
        #expect(CoAP.Code(rawValue: 69) == .content)
        #expect(CoAP.Code.requestEntityTooLarge.rawValue == 141)
    }

    @Test func `every known code has a number and a name of its own`() {
        let known = (UInt8.min...UInt8.max).map(CoAP.Code.init(rawValue:)).filter { $0.name != nil }
        #expect(known.count == 34)
        #expect(Set(known.map(\.description)).count == known.count)
    }

    /// RFC 7252 section 12.2, RFC 7641, RFC 7959, RFC 9175.
    @Test(arguments: [
        (1, "If-Match"), (3, "Uri-Host"), (4, "ETag"), (5, "If-None-Match"), (6, "Observe"), (7, "Uri-Port"),
        (8, "Location-Path"), (11, "Uri-Path"), (12, "Content-Format"), (14, "Max-Age"), (15, "Uri-Query"),
        (17, "Accept"), (20, "Location-Query"), (23, "Block2"), (27, "Block1"), (28, "Size2"), (35, "Proxy-Uri"),
        (39, "Proxy-Scheme"), (60, "Size1"), (252, "Echo"), (292, "Request-Tag"), (2049, "option 2049"),
    ])
    func `options have the names of the registry`(_ number: UInt16, _ name: String) {
        #expect(CoAP.OptionNumber(rawValue: number).description == name)
    }

    /// RFC 7252 section 12.1.2, RFC 7959, RFC 8132, RFC 8516.
    @Test(arguments: [
        ("2.01", "Created"), ("2.02", "Deleted"), ("2.03", "Valid"), ("2.04", "Changed"), ("2.05", "Content"),
        ("2.31", "Continue"), ("4.00", "Bad Request"), ("4.01", "Unauthorized"), ("4.02", "Bad Option"),
        ("4.03", "Forbidden"), ("4.04", "Not Found"), ("4.05", "Method Not Allowed"), ("4.06", "Not Acceptable"),
        ("4.08", "Request Entity Incomplete"), ("4.09", "Conflict"), ("4.12", "Precondition Failed"),
        ("4.13", "Request Entity Too Large"), ("4.15", "Unsupported Content-Format"),
        ("4.22", "Unprocessable Entity"), ("4.29", "Too Many Requests"), ("5.00", "Internal Server Error"),
        ("5.01", "Not Implemented"), ("5.02", "Bad Gateway"), ("5.03", "Service Unavailable"),
        ("5.04", "Gateway Timeout"), ("5.05", "Proxying Not Supported"),
    ])
    func `response codes have the names of the registry`(_ code: String, _ name: String) throws {
        let parts = code.split(separator: ".").compactMap { UInt8($0) }
        #expect(CoAP.Code(rawValue: parts[0] << 5 | parts[1]).description == "\(code) \(name)")
    }

    @Test func `servers have the port of RFC 7252 section 6.1 by default`() {
        #expect(CoAP.defaultPort == 5683)
    }

    @Test func `tokens have eight bytes at most`() {
        #expect(CoAP.Token(bytes("000102030405060708")) == nil)
        #expect(token("00") != token("0000"))
        #expect(token("0001").bytes == [0, 1])
        #expect(token("00ff").description == "00ff")
    }
}
