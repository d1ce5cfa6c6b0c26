import Chance
import Digest
import Testing
import Wire

/// The limits of attributes, the texts of errors, and protocols that are distinguished by their text.
@Suite struct STUNLimitTests {
    private var transaction: STUN.TransactionID {
        var generator = SeededGenerator(seed: 1)
        return STUN.TransactionID(from: &generator)
    }

    private func isRead(_ attributes: [STUN.Attribute]) throws -> Bool {
        let message = STUN.Message(.request, transactionID: transaction, attributes: attributes)
        return (try? STUN.Message(decoding: try #require(message.encoded()))) == message
    }

    @Test func `each text has a greatest length`() throws {
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        #expect(try isRead([.username(text(508))]) && !isRead([.username(text(509))]))
        #expect(try isRead([.realm(text(763))]) && !isRead([.realm(text(764))]))
        #expect(try isRead([.nonce(text(763))]) && !isRead([.nonce(text(764))]))
        #expect(try isRead([.software(text(763))]) && !isRead([.software(text(764))]))
        #expect(
            try isRead([.errorCode(300, reason: text(763))]) && !isRead([.errorCode(300, reason: text(764))]))
    }

    @Test func `every attribute is read as it was written, alone and among others`() throws {
        let address = SocketAddress(host: HostAddress(1, 2, 3, 4), port: 0xABCD)
        let all: [STUN.Attribute] = [
            .xorMappedAddress(.v4(address)), .xorMappedAddress(.v6(high: 1, low: 2, port: 3)),
            .mappedAddress(.v4(address)), .mappedAddress(.v6(high: .max, low: .max, port: .max)), .username("a"),
            .realm("b"), .nonce(""), .software("é"), .errorCode(300, reason: ""), .errorCode(699, reason: "no"),
            .errorCode(438, reason: "x"), .unknownAttributes([]), .unknownAttributes([1, 0xFFFF, 3]), .priority(.max),
            .useCandidate, .iceControlled(1 << 63), .iceControlling(.max), .other(type: 0x7777, value: [1]),
        ]
        for attribute in all { #expect(try isRead([attribute]), "\(attribute)") }
        #expect(try isRead(all))
    }

    @Test func `a message is written up to its greatest length`() throws {
        func message(_ count: Int) -> STUN.Message {
            let value = [UInt8](repeating: 1, count: count)
            return STUN.Message(.request, transactionID: transaction, attributes: [.other(type: 0x8888, value: value)])
        }
        let protection = STUN.Protection(key: [1], algorithms: [.sha1, .sha256])
        // Header and attribute head have 24 bytes, and protection has at most 68.
        let longest = 65_535 - 68 - 24 - 3
        let datagram = try #require(message(longest).encoded(protection))
        #expect(datagram.count == 24 + longest + 68)
        #expect(try STUN.Message(decoding: datagram) == message(longest))
        #expect(message(longest + 1).encoded(protection) == nil && message(longest + 1).encoded() == nil)
    }

    @Test func `a shortened integrity has a multiple of four bytes`() throws {
        let protection = STUN.Protection(key: [1], algorithms: [.sha256], hasFingerprint: false)
        let message = STUN.Message(.request, transactionID: transaction, attributes: [])
        let whole = try #require(message.encoded(protection))
        for (length, isAllowed) in [
            (12, false), (14, false), (16, true), (18, false), (20, true), (28, true), (32, true),
        ] {
            let padding = [UInt8](repeating: 0, count: (4 - length % 4) % 4)
            var cut = Array(whole[..<(24 + length)]) + padding
            (cut[3], cut[23]) = (UInt8(cut.count - 20), UInt8(length))
            let result = try? STUN.integrity(of: cut, key: [1])
            #expect((result != nil) == isAllowed && ((try? STUN.Message(decoding: cut)) != nil) == isAllowed)
        }
        #expect(try STUN.integrity(of: whole, key: [1]) == .valid(.sha256))
        #expect(try STUN.integrity(of: whole, key: [2]) == .invalid(.sha256))
        #expect(try STUN.integrity(of: try #require(message.encoded(.init())), key: [1]) == .absent)
    }

    @Test(arguments: [0, 1, 200, 212, 216, 220, 300, 600, 5000]) func `a message of any length has a valid integrity`(
        _ count: Int
    ) throws {
        let value = [UInt8](repeating: 1, count: count)
        let message = STUN.Message(
            .request, transactionID: transaction, attributes: [.other(type: 0x8888, value: value)])
        for algorithm in STUN.Algorithm.allCases {
            let datagram = try #require(message.encoded(STUN.Protection(key: [1], algorithms: [algorithm])))
            // The digest of a plain computation over the bytes before the attribute.
            let length = algorithm == .sha1 ? 20 : 32
            let end = datagram.count - 8 - length - 4
            var covered = Array(datagram[..<end])
            let covering = end + 4 + length - 20
            (covered[2], covered[3]) = (UInt8(covering >> 8), UInt8(covering & 255))
            let digest =
                algorithm == .sha1 ? HMAC.sha1(key: [1], message: covered) : HMAC.sha256(key: [1], message: covered)
            #expect(Array(datagram[(end + 4)..<(end + 4 + length)]) == digest)
            #expect(try STUN.integrity(of: datagram, key: [1]) == .valid(algorithm))
            #expect(try STUN.Message(decoding: datagram) == message)
        }
    }

    @Test func `the masked address counts before the plain one, and each by itself`() {
        let masked = STUN.Attribute.xorMappedAddress(.v6(high: 1, low: 2, port: 3))
        let plain = STUN.Attribute.mappedAddress(.v6(high: 4, low: 5, port: 6))
        func address(_ attributes: [STUN.Attribute]) -> STUN.TransportAddress? {
            STUN.Message(.success, transactionID: transaction, attributes: attributes).mappedAddress
        }
        #expect(address([plain]) == .v6(high: 4, low: 5, port: 6) && address([]) == nil)
        #expect(address([masked]) == .v6(high: 1, low: 2, port: 3) && address([plain, masked]) == address([masked]))
    }

    @Test(arguments: [
        (STUNError.truncatedHeader(count: 3), "the datagram has 3 bytes, fewer than the 20 of a header"),
        (.notSTUN(firstByte: 0x40), "the first byte 0x40 is not that of a STUN message"),
        (.wrongCookie(0x1F), "the magic cookie is 0x0000001f, not 0x2112a442"),
        (.unalignedLength(2), "the length 2 is not a multiple of 4"),
        (.wrongLength(announced: 4, actual: 8), "the header announces 4 bytes, and 8 follow it"),
        (
            .wrongAttributeLength(offset: 20, type: 0x8029, length: 4),
            "attribute 0x8029 cannot be 4 bytes long (at byte 20)"
        ), (.unknownAddressFamily(offset: 20, family: 3), "there is no address family 3 (at byte 20)"),
        (.invalidErrorCode(offset: 20, code: 200), "the error code 200 is not between 300 and 699 (at byte 20)"),
        (.invalidText(offset: 20, type: 0x14), "attribute 0x0014 is not valid UTF-8 (at byte 20)"),
        (.afterFingerprint(offset: 28), "an attribute follows the fingerprint (at byte 28)"),
        (
            .truncatedAttribute(offset: 20, type: 0x123, missing: 8),
            "the message ends inside attribute 0x0123, 8 bytes are missing (at byte 20)"
        ),
    ])
    func `an error has a text`(_ error: STUNError, _ text: String) {
        #expect(error.description == text)
    }

    @Test(arguments: [
        ("SIP/2.0 200 OK\r\n", true), ("SIP/2", true), ("SIP/2.0", true), ("SIP/", false), ("SIP/:", false),
        ("SIP//", false), ("sip/2.0 200 OK\r\n", false), ("INVITE sip:a SIP/2.0\r\n", true),
        ("INVITE sip:a SIP/2.0\n", true), ("INVITE sip:a SIP/2.0", false), ("INVITE sip:a SIP/2.0 \r\n", true),
        ("INVITE sip:a SIP/2.0  \r\n", true), ("INVITE SIP/2.0 sip:a\r\n", false), ("INVITE sip:a SIP/\r\n", false),
        ("INVITE sip:a XIP/2.0\r\n", false), ("INVITE sip:a SXP/2.0\r\n", false), ("INVITE sip:a SIX/2.0\r\n", false),
        ("INVITE sip:a SIP:2.0\r\n", false), ("A SIP/9\r\n", true), ("ASIP/9\r\n", false), ("\r\n", false),
        ("INVITE sip:\u{7F} SIP/2.0\r\n", false), ("INVITE\tsip:a SIP/2.0\r\n", false),
    ])
    func `text is SIP when its first line names the protocol`(_ text: String, _ isSIP: Bool) {
        #expect(DatagramKind.isSIP(Array(text.utf8).span) == isSIP)
        #expect((DatagramKind(Array(text.utf8)) == .sip) == isSIP)
    }
}

/// Hosts and sockets as texts and numbers.
@Suite struct AddressTests {
    @Test(
        arguments: [
            ("0.0.0.0", [0, 0, 0, 0]), ("1.20.255.4", [1, 20, 255, 4]), ("001.002.003.009", [1, 2, 3, 9]),
            ("255.255.255.255", [255, 255, 255, 255]), ("256.0.0.1", nil), ("0.0.0.256", nil), ("0001.0.0.1", nil),
            ("1.2.3", nil), ("1.2.3.", nil), (".1.2.3", nil), ("1..2.3", nil), ("1.2.3.4.5", nil), ("1.2.3.4.", nil),
            ("1.2.3.x", nil), ("1.2.3./", nil), ("1.2.3.:", nil), ("", nil), (" 1.2.3.4", nil), ("1.2.3.4 ", nil),
        ] as [(String, [UInt8]?)])
    func `a host is four numbers with dots between`(_ text: String, _ octets: [UInt8]?) {
        #expect(HostAddress(text)?.octets == octets)
        #expect(HostAddress(Substring(text))?.octets == octets)
        if let octets { #expect(HostAddress(text) == HostAddress(octets[0], octets[1], octets[2], octets[3])) }
    }

    @Test(
        arguments: [
            ("127.0.0.1:0", 0), ("127.0.0.1:65535", 65_535), ("127.0.0.1:65536", nil), ("127.0.0.1", nil),
            ("127.0.0.1:", nil), (":80", nil), ("127.0.0.1:80:", nil), ("127.0.0.1:80:1", nil), ("127.0.0.1:-1", nil),
        ] as [(String, UInt16?)])
    func `a socket is a host and a port`(_ text: String, _ port: UInt16?) {
        let address = SocketAddress(text)
        #expect(address == port.map { SocketAddress(host: HostAddress(127, 0, 0, 1), port: $0) })
        if let address { #expect("\(address)" == text) }
    }

    @Test func `hosts and sockets are ordered as numbers, and only 127 is the machine itself`() {
        let hosts = [
            HostAddress(0, 0, 0, 255), HostAddress(0, 0, 1, 0), HostAddress(1, 0, 0, 0), HostAddress(200, 0, 0, 0),
        ]
        #expect(hosts.reversed().sorted() == hosts)
        let sockets = hosts.flatMap { host in [1, 256, 65_535].map { SocketAddress(host: host, port: $0) } }
        #expect(sockets.reversed().sorted() == sockets)
        let first = (0...255).filter { HostAddress(UInt8($0), 1, 1, 1).isLoopback }
        #expect(first == [127])
        #expect(SocketAddress.any == SocketAddress(host: HostAddress(value: 0), port: 0))
    }
}
