import Chance
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The checks of paths, bodies and the life of datagrams, rule by rule.
@Suite struct WireRuleTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let other = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func record(
        _ bytes: [UInt8], at milliseconds: Int64 = 0, number: Int? = 1, from: SocketAddress = client,
        to: SocketAddress = server,
        _ fate: DatagramRecord.Fate = .sent
    ) -> DatagramRecord {
        let time = Instant.start.advanced(by: .milliseconds(milliseconds))
        return DatagramRecord(number: number, time: time, from: from, to: to, bytes: bytes, fate: fate)
    }

    // MARK: Paths

    private static func message(
        _ messageClass: STUN.MessageClass, _ seed: UInt64 = 1, _ attributes: [STUN.Attribute] = [],
        isSigned: Bool = true
    ) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let message = STUN.Message(
            messageClass, transactionID: STUN.TransactionID(from: &generator), attributes: attributes)
        return try #require(message.encoded(STUN.Protection(key: isSigned ? [1] : nil)))
    }

    private static func success(_ address: SocketAddress = client, _ seed: UInt64 = 1, isSigned: Bool = true) throws
        -> [UInt8]
    {
        try message(.success, seed, [.xorMappedAddress(.v4(address))], isSigned: isSigned)
    }

    @Test func `a check of a path has one response, with the address of its sender`() throws {
        func violation(
            _ answer: [UInt8], at time: Int64 = 5, from: SocketAddress = Self.server, to: SocketAddress = Self.client
        ) throws -> String? {
            var watch = PathWatch()
            #expect(watch.violation(Self.record(try Self.message(.request))) == nil)
            return watch.violation(Self.record(answer, at: time, from: from, to: to))
        }
        #expect(try violation(Self.success()) == nil)
        #expect(try violation(Self.success(Self.other)) == "its mapped address is not \(Self.client)")
        #expect(try violation(Self.message(.success)) == "its mapped address is not \(Self.client)")
        #expect(try violation(Self.success(Self.client, 2)) == "no request has its transaction id")
        #expect(try violation(Self.success(), from: Self.other) == "no request has its transaction id")
        #expect(try violation(Self.success(), to: Self.other) == "no request has its transaction id")
        #expect(try violation(Self.success(), at: 59_999) == nil)
        #expect(try violation(Self.success(), at: 60_000) == "no request has its transaction id")
        #expect(try violation(Self.success(isSigned: false)) == "it has no integrity before its fingerprint")
        let refusal = STUN.Attribute.errorCode(401, reason: "no")
        #expect(try violation(Self.message(.failure, 1, [refusal], isSigned: false)) == nil)
        #expect(try violation(Self.message(.failure, 2, [refusal])) == "no request has its transaction id")
        #expect(try violation([0, 1, 0, 0]) == "it is not a STUN message")
        #expect(try violation(Self.message(.indication)) == "it is not a binding")
    }

    // MARK: Bodies

    private static func option(_ delta: UInt8, _ value: [UInt8]) -> [UInt8] {
        [delta << 4 | UInt8(value.count)] + value
    }

    /// The violation of a request or a response with these options and this payload.
    private static func violation(
        _ code: UInt8, _ options: [UInt8], _ payload: [UInt8], _ change: (inout BodyWatch) -> Void = { _ in }
    ) throws -> String? {
        var watch = BodyWatch()
        change(&watch)
        let bytes = [0x40, code, 0, 1] + options + (payload.isEmpty ? [] : [0xFF] + payload)
        return watch.violation(try #require(CoAPFrame(bytes)), record(bytes), of: nil)
    }

    private static let format: [UInt8] = option(12, [60])
    private static func filled(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

    @Test func `a body is marked, and in blocks when it is long`() throws {
        let plain = CBOR.map(["a": 1]).encoded()
        #expect(try Self.violation(2, Self.format, plain) == nil && Self.violation(0x45, Self.format, plain) == nil)
        #expect(try Self.violation(2, [], plain) == "its body is not marked as application/cbor")
        #expect(try Self.violation(0x45, Self.option(12, [0]), plain) == "its body is not marked as application/cbor")
        #expect(try Self.violation(0x84, [], plain) == nil && Self.violation(2, [], []) == nil)
        #expect(try Self.violation(2, Self.format, Self.filled(1025)) == "its body of 1025 bytes needs blocks")
        #expect(try Self.violation(2, Self.format, Self.filled(1024)) == "its body is not a map")
        #expect(try Self.violation(0x45, Self.format, Self.filled(1201)) == "its body of 1201 bytes needs blocks")
        #expect(try Self.violation(0x45, Self.format, Self.filled(1200)) == "its body is not a map")
    }

    @Test func `a block has its size, and that of a request its tag`() throws {
        // Block1 (27) and Request-Tag (292) behind Content-Format (12); Block2 (23).
        func request(_ block: UInt8, _ count: Int, tag: Bool = true) throws -> String? {
            let options = Self.format + [0xD1, 2, block] + (tag ? [0xD1, 252, 7] : [])
            return try Self.violation(2, options, Self.filled(count))
        }
        #expect(try request(0x08, 16) == nil && request(0x10, 16) == nil && request(0x10, 3) == nil)
        #expect(try request(0x08, 15) == "its block of 16 bytes has 15")
        #expect(try request(0x10, 17) == "its block of 16 bytes has 17")
        #expect(try request(0x08, 16, tag: false) == "its block has no request tag")
        #expect(try request(0x0F, 16) == "its block is larger than 1024 bytes")
        #expect(try request(0x0E, 1024) == nil)
    }

    @Test(
        arguments: [
            (UInt8(0x83), 17, nil), (0x84, 17, "its refusal 17 does not belong to its response code"), (0x84, 16, nil),
            (0xA0, -1, nil), (0x80, 4, nil), (0x9D, 9, nil),
            (0x81, 40, nil), (0x81, 43, nil), (0x81, 44, nil), (0x83, 45, nil), (0x84, 46, nil), (0x85, 47, nil),
            (0x8D, 48, nil), (0x89, 49, nil), (0x83, 50, nil),
            (0x8F, 51, nil), (0x86, 52, nil), (0x81, 53, nil), (0x83, 204, nil), (0xA3, 700, nil),
            (0x9C, 9, "its refusal 9 does not belong to its response code"), (0x80, 5, nil),
        ] as [(UInt8, Int64, String?)])
    func `a refusal's own code belongs to a response code`(_ code: UInt8, _ own: Int64, _ rule: String?) throws {
        let body: CBOR = ["code": .integer(own), "message": "x"]
        #expect(try Self.violation(code, Self.format, body.encoded()) == rule)
    }

    @Test(
        arguments: [
            (UInt8(0x80), ["code": 1], "its api-error has no message"),
            (0x83, ["code": 17, "message": 1], "its message has the wrong type: 1"),
            (0x81, ["code": 40, "message": "the token has expired"], nil),
            (
                0x83, ["code": 17, "message": "the token has expired"],
                "its refusal 17 has the message of 40: the token has expired"
            ),
        ] as [(UInt8, CBOR.Map, String?)])
    func `a refusal has its fields and its words`(_ code: UInt8, _ body: CBOR.Map, _ rule: String?) throws {
        #expect(try Self.violation(code, Self.format, CBOR.map(body).encoded()) == rule)
    }

    @Test func `a refusal has a code, and a body of a scenario is not judged`() throws {
        #expect(
            try Self.violation(0x80, Self.format, CBOR.map(["message": "x"]).encoded()) == "its refusal has no code")
        let wrong = CBOR.map(["video": false]).encoded()
        #expect(try Self.violation(2, Self.format, wrong) == "its video is false, and should be absent")
        #expect(try Self.violation(2, Self.format, wrong) { $0.hasDocumentedFields = false } == nil)
    }

    @Test(
        arguments: [
            (UInt8(2), [UInt8](), "body"), (0x44, [], "body"), (0x84, [], "refusal"),
            (0x84, [0xFF, 0xA1, 0x64] + Array("code".utf8) + [16], "unread"),
        ] as [(UInt8, [UInt8], String)])
    func `a message without a payload has an empty content`(_ code: UInt8, _ rest: [UInt8], _ content: String) throws {
        var watch = BodyWatch()
        let bytes = [0x40, code, 0, 1] + rest
        _ = watch.violation(try #require(CoAPFrame(bytes)), Self.record(bytes), of: nil)
        switch watch.content {
        case .body(let map): #expect(content == "body" && map == [:])
        case .refusal(let code, let message): #expect(content == "refusal" && code == nil && message == "")
        case .unread: #expect(content == "unread")
        }
    }

    // MARK: The life of datagrams

    private static func ledger(_ records: [DatagramRecord], isImmediate: Bool = false) -> String? {
        var watch = LedgerWatch()
        watch.isImmediate = isImmediate
        for record in records { watch.take(record) }
        return watch.violation.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? $0 }
    }

    @Test(arguments: [DatagramRecord.Fate.received, .kernelDropped, .undeliverable])
    func `a datagram has one final fate`(_ fate: DatagramRecord.Fate) {
        let sent = Self.record([1])
        #expect(Self.ledger([sent, Self.record([1], fate)]) == nil)
        #expect(
            Self.ledger([sent, Self.record([1], fate), Self.record([1], .received)]) == "it already had its final fate")
        #expect(Self.ledger([sent, Self.record([1], .duplicated), Self.record([1], fate)]) == nil)
        #expect(Self.ledger([Self.record([1], fate)]) == nil)
        #expect(Self.ledger([sent, Self.record([2], fate)]) == "it differs from the datagram that was sent")
        #expect(
            Self.ledger([sent, Self.record([1], from: Self.other, fate)])
                == "it differs from the datagram that was sent")
    }

    @Test func `numbers of datagrams ascend, and those without one are not judged`() {
        #expect(
            Self.ledger([Self.record([1], number: 2), Self.record([1], number: 2)])
                == "its number is not above the last one")
        #expect(
            Self.ledger([Self.record([1], number: 2), Self.record([1], number: 1)])
                == "its number is not above the last one")
        #expect(Self.ledger([Self.record([1], number: nil), Self.record([1], number: nil, .undeliverable)]) == nil)
    }

    @Test func `only the first violation is kept, and the counts continue`() {
        var watch = LedgerWatch()
        watch.take(Self.record([1], number: 2))
        watch.take(Self.record([1], number: 1))
        let first = watch.violation
        watch.take(Self.record([1], number: 1))
        #expect(first != nil && watch.violation == first)
        #expect(watch.difference(from: NetworkLedger()) == first)
    }

    @Test func `each count of the network is compared`() {
        func difference(_ fate: DatagramRecord.Fate, number: Int? = 1) -> String? {
            var counts = NetworkLedger.Counts()
            counts.add(Self.record([1], number: number, fate))
            return counts.difference(from: NetworkLedger())
        }
        #expect(difference(.sent) == "the network counts 0 datagrams as sent, and 1 were")
        #expect(difference(.received) == "the network counts 0 datagrams as received, and 1 were")
        #expect(difference(.duplicated) == "the network counts 0 datagrams as duplicated, and 1 were")
        #expect(difference(.kernelDropped) == "the network counts 0 datagrams as dropped by the kernel, and 1 were")
        #expect(difference(.undeliverable) == "the network counts 0 datagrams as undeliverable, and 1 were")
        #expect(difference(.undeliverable, number: nil) == "the network counts 0 datagrams as refused, and 1 were")
        #expect(NetworkLedger.Counts().difference(from: NetworkLedger()) == nil)
    }
}
