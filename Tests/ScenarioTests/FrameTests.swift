import Chance
import Testing
import Wire

@testable import ScenarioStage

/// The independent decoders of messages, at the ends of their fields.
@Suite struct FrameTests {
    // MARK: CoAP

    @Test func `the fields of a message are read`() throws {
        // ETag 1, Observe 258, Uri-Path video and c, Content-Format 60, Uri-Query a=b, Block2 2/1/64, Block1 0/0/1024.
        let options: [UInt8] =
            [0x41, 9, 0x22, 1, 2, 0x55] + Array("video".utf8) + [0x01] + Array("c".utf8) + [0x11, 60, 0x33]
            + Array("a=b".utf8) + [0x81, 0x2A, 0x41, 0x06, 0xD1, 252, 7]
        let bytes: [UInt8] = [0x52, 5, 1, 2, 8, 9] + options + [0xFF, 0xAA, 0xBB]
        let frame = try #require(CoAPFrame(bytes))
        #expect(frame.type == .nonconfirmable && frame.code == 5 && frame.messageID == 258 && frame.token == [8, 9])
        #expect(
            frame.eTag == [9] && frame.observe == 258 && frame.path == Array("/video/c".utf8) && frame.query == ["a=b"])
        #expect(frame.contentFormat == 60)
        #expect(frame.block2 == CoAPFrame.Block(number: 2, hasMore: true, size: 64))
        #expect(frame.block1 == CoAPFrame.Block(number: 0, hasMore: false, size: 1024))
        #expect(frame.requestTag == [7] && frame.payload == bytes.count - 2..<bytes.count)
        #expect(frame.isRequest && !frame.isEmpty && !frame.isSuccess)
        #expect(frame.block1?.isWhole == true && frame.block2?.isWhole == false)
        #expect(
            !CoAPFrame.Block(number: 0, hasMore: true, size: 16).isWhole
                && !CoAPFrame.Block(number: 1, hasMore: false, size: 16).isWhole)
    }

    @Test(
        arguments: [
            ([0x40, 1, 0, 0], true), ([0x40, 0, 0, 0], true), ([0x40, 1, 0], false), ([0x00, 1, 0, 0], false),
            ([0x80, 1, 0, 0], false),
            ([0x41, 1, 0, 0], false), ([0x48, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], true),
            ([0x49, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], false),
            ([0x40, 0, 0, 0, 1], false), ([0x41, 0, 0, 0, 1], false), ([0x40, 1, 0, 0, 0xFF], false),
            ([0x40, 1, 0, 0, 0xFF, 0], true),
            ([0x40, 1, 0, 0, 0xB1], false), ([0x40, 1, 0, 0, 0xB1, 97], true), ([0x40, 1, 0, 0, 0xF0], false),
            ([0x40, 1, 0, 0, 0x0F], false),
            ([0x40, 1, 0, 0, 0xD0], false), ([0x40, 1, 0, 0, 0xD0, 0], true), ([0x40, 1, 0, 0, 0xE0, 0], false),
            ([0x40, 1, 0, 0, 0xE0, 0, 0], true),
            ([0x40, 1, 0, 0, 0x0D, 0] + [UInt8](repeating: 1, count: 13), true),
            ([0x40, 1, 0, 0, 0x0D, 0] + [UInt8](repeating: 1, count: 12), false),
            ([0x40, 1, 0, 0, 0x0E, 0, 0] + [UInt8](repeating: 1, count: 269), true),
            ([0x40, 1, 0, 0, 0x0E, 0, 0] + [UInt8](repeating: 1, count: 268), false),
            ([0x40, 1, 0, 0, 0x0E, 1, 0] + [UInt8](repeating: 1, count: 525), true),
        ] as [([UInt8], Bool)])
    func `a message ends where its parts end`(_ bytes: [UInt8], _ isMessage: Bool) {
        #expect((CoAPFrame(bytes) != nil) == isMessage)
    }

    @Test(arguments: [
        (UInt8(0), true, false, false), (1, false, true, false), (31, false, true, false), (32, false, false, false),
        (0x41, false, false, true),
        (0x5F, false, false, true), (0x60, false, false, false), (0x80, false, false, false),
    ])
    func `a code says what a message is`(_ code: UInt8, _ isEmpty: Bool, _ isRequest: Bool, _ isSuccess: Bool) throws {
        let frame = try #require(CoAPFrame([0x40, code, 0, 0]))
        #expect(frame.isEmpty == isEmpty && frame.isRequest == isRequest && frame.isSuccess == isSuccess)
    }

    @Test(arguments: [
        (UInt8(0x40), CoAPFrame.MessageType.confirmable), (0x50, .nonconfirmable), (0x60, .acknowledgement),
        (0x70, .reset),
    ])
    func `two bits are the type of a message`(_ first: UInt8, _ type: CoAPFrame.MessageType) {
        #expect(CoAPFrame([first, 1, 0, 0])?.type == type)
    }

    // MARK: CBOR

    private func body(_ bytes: [UInt8]) -> CBORFrame { CBORFrame([7] + bytes + [7], 1..<bytes.count + 1) }

    /// The value of `a` in a map.
    private static func value(_ bytes: UInt8...) -> [UInt8] { [0xA1, 0x61, 0x61] + bytes }

    @Test(
        arguments: [
            (value(0x17), nil), (value(0x18, 24), nil), (value(0x18, 23), "has a head that is longer than it must be"),
            (value(0x19, 1, 0), nil), (value(0x19, 0, 255), "has a head that is longer than it must be"),
            (value(0x1A, 0, 1, 0, 0), nil),
            (value(0x1A, 0, 0, 255, 255), "has a head that is longer than it must be"),
            (value(0x1B, 0, 0, 0, 1, 0, 0, 0, 0), nil),
            (value(0x1B, 0, 0, 0, 0, 255, 255, 255, 255), "has a head that is longer than it must be"),
            (value(0x38, 23), "has a head that is longer than it must be"),
            (value(0x1C), "has an item of indefinite length"),
            (value(0x9F), "has an item of indefinite length"), (value(0x42, 1, 2), nil),
            (value(0x42, 1), "ends within a string"),
            (value(0x82, 1, 2), nil), (value(0x82, 1), "ends within an item"),
            (value(0x82, 1, 2, 3), "has bytes after its map"), (value(0x80), nil),
            (value(0xC1, 1), nil), (value(0xC1), "ends within an item"), (value(0xA1, 0x61, 0x62, 1), nil),
            (value(0xA1, 2, 1), "has a key that is not text"),
            (value(0xA1), "has a key that is not text"), (value(0xF4), nil), (value(0xF5), nil), (value(0xF6), nil),
            (value(0xF3), "has a simple value other than true, false and null"),
            (value(0xF7), "has a simple value other than true, false and null"),
            (value(0xF8, 32), "has a simple value other than true, false and null"), (value(0xF9, 0x3C, 0), nil),
            (value(0xFA, 0, 0, 0, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x80, 0, 0, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x7F, 0x80, 0, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x3F, 0x80, 0x20, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x3F, 0x80, 0x10, 0), nil),
            (value(0xFA, 0x38, 0x80, 0, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x38, 0, 0, 0), nil),
            (value(0xFA, 0x47, 0, 0, 0), "has a float that is longer than it must be"),
            (value(0xFA, 0x47, 0x80, 0, 0), nil),
            (value(0xFB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0), "has a float that is longer than it must be"),
            (value(0xFB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0), "has a float that is longer than it must be"),
            (value(0xFB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 1), nil),
        ] as [([UInt8], String?)])
    func `an item has its one encoding`(_ bytes: [UInt8], _ rule: String?) {
        #expect(body(bytes).violation == rule.map { "its body \($0)" })
    }

    @Test func `a code is that of the map itself`() {
        let key: [UInt8] = [0x64] + Array("code".utf8)
        #expect(body([0xA1] + key + [0x18, 40]).code == 40)
        #expect(body([0xA1] + key + [0x38, 99]).code == -100)
        #expect(body([0xA1] + key + [0x61, 0x61]).code == nil)
        #expect(body([0xA1, 0x61, 0x61, 0xA1] + key + [5]).code == nil)
        #expect(body([0xA1, 0x64] + Array("node".utf8) + [5]).code == nil)
        #expect(body([0xA2, 0x61, 0x61, 1] + key + [5]).code == 5)
        #expect(body([0xA1] + key + [0x1B, 0xFF, 0, 0, 0, 0, 0, 0, 0]).code == nil)
        #expect(body([0xA0]).code == nil && body([0xA0]).violation == nil)
        #expect(body([0x01]).violation == "its body is not a map")
    }

    // MARK: RTCP

    private static let block: [UInt8] = [0, 0, 0, 9, 5, 0, 0, 6, 0, 1, 0, 7, 0, 0, 0, 8, 0, 0, 1, 9, 0, 0, 2, 1]
    private static let sender: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5]
    private static let names: [UInt8] = [0x81, 202, 0, 2, 0, 0, 0, 7, 1, 1, 97, 0]

    @Test func `the fields of reports are read`() throws {
        let bytes = [0x81, 200, 0, 12, 0, 0, 0, 7] + Self.sender + Self.block + Self.names
        let frames = try #require(RTCPFrame.compound(bytes))
        try #require(frames.count == 2)
        #expect(frames[0].type == .senderReport && frames[0].source == 7 && frames[0].names == [])
        #expect(frames[0].sender == RTCPFrame.Sender(time: 0x1_0000_0002, timestamp: 3, packets: 4, octets: 5))
        let block = try #require(frames[0].blocks.first)
        #expect(frames[0].blocks.count == 1 && block.source == 9 && block.fractionLost == 5 && block.lost == 6)
        #expect(block.highest == 0x1_0007 && block.jitter == 8 && block.lastReport == 0x109 && block.delay == 0x201)
        #expect(
            frames[1].type == .sourceDescription && frames[1].names == [7] && frames[1].blocks.isEmpty
                && frames[1].sender == nil)
        #expect(RTCPFrame.violation(of: frames) == nil)
    }

    private static let report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 7]

    @Test(
        arguments: [
            (report, "its sender has no name"), (report + names, nil), (names + report, ""),
            ([0x40, 201, 0, 1, 0, 0, 0, 7], ""), (report + [0], ""),
            (report + [0x80, 210, 0, 1, 0, 0, 0, 7], "it has a packet of an unknown type"),
            ([0x81, 201, 0, 1, 0, 0, 0, 7], ""),
            ([0x81, 201, 0, 7, 0, 0, 0, 7] + block + names, nil), ([0x80, 200, 0, 1, 0, 0, 0, 7], ""),
            ([0x80, 200, 0, 6, 0, 0, 0, 7] + sender + names, nil),
            (report + [0x80, 203, 0, 9, 0, 0, 0, 7], ""),
            (report + [0x81, 202, 0, 2, 0, 0, 0, 8, 1, 1, 97, 0], "its sender has no name"),
            (report + [0x81, 202, 0, 2, 0, 0, 0, 7, 2, 1, 97, 0], "its sender has no name"),
            (report + [0x81, 202, 0, 2, 0, 0, 0, 7, 1, 0, 0, 0], "its sender has no name"),
            (report + [0x81, 202, 0, 3, 0, 0, 0, 7, 2, 1, 97, 1, 1, 97, 0, 0], nil),
            (report + [0x82, 202, 0, 4, 0, 0, 0, 8, 1, 1, 97, 0, 0, 0, 0, 7, 1, 1, 98, 0], nil), ([], ""),
            ([0x80, 201, 0, 0, 0, 0, 0, 7], ""),
        ] as [([UInt8], String?)])
    func `a compound begins with a report and names its sender`(_ bytes: [UInt8], _ rule: String?) {
        let frames = RTCPFrame.compound(bytes)
        #expect((frames == nil) == (rule == ""))
        if let frames { #expect(RTCPFrame.violation(of: frames) == rule) }
    }

    @Test(arguments: [(UInt8(0), Int64(8_000)), (31, 90_000), (1, nil), (111, nil)] as [(UInt8, Int64?)])
    func `a format has its clock`(_ payloadType: UInt8, _ rate: Int64?) {
        #expect(RTPFrame([0x80, payloadType, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?.clockRate == rate)
        #expect(RTPFrame([0x80, payloadType, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?.isMarked == false)
    }

    // MARK: STUN

    private static let head: [UInt8] = [0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12)

    private static func message(_ type: UInt16, _ attributes: [UInt8]) -> [UInt8] {
        [UInt8(type >> 8), UInt8(type & 255), 0, UInt8(attributes.count)] + head + attributes
    }

    @Test func `the address of a response is read`() throws {
        let frame = try #require(
            STUNFrame(Self.message(0x0101, [0, 0x20, 0, 8, 0, 1, 0x21, 0x13, 0x5E, 0x12, 0xA4, 0x43])))
        #expect(frame.type == 0x0101 && frame.attributes == [0x20])
        #expect(frame.mappedAddress == SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1))
        let other = try #require(
            STUNFrame(Self.message(0x0101, [0, 0x20, 0, 8, 0, 2, 0x21, 0x13, 0x5E, 0x12, 0xA4, 0x43])))
        #expect(other.mappedAddress == nil)
    }

    @Test(
        arguments: [
            (message(1, []), "its last attribute is not a fingerprint"), (message(2, []), "it is not a binding"),
            (message(0x0111, [0, 9, 0, 4, 0, 0, 4, 0]), "its error has no reason"),
            (message(0x0111, [0, 9, 0, 5, 0, 0, 4, 0, 97, 0, 0, 0]), "its last attribute is not a fingerprint"),
            (message(1, [0x80, 0x28, 0, 4, 0, 0, 0, 0]), "its fingerprint is wrong"),
            (message(1, [0, 6, 0, 1, 97, 0, 0, 0]), "its last attribute is not a fingerprint"),
            (message(1, [0, 6, 0, 5, 97, 0, 0, 0]), ""), ([0, 1, 0, 4] + head, ""),
            (Array(message(1, []).dropLast()), ""),
            ([0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x43] + [UInt8](repeating: 7, count: 12), ""),
            (message(1, [0, 6]), ""),
        ] as [([UInt8], String)])
    func `a check is well formed, or has a rule that it breaks`(_ bytes: [UInt8], _ rule: String) {
        let frame = STUNFrame(bytes)
        #expect((frame == nil) == rule.isEmpty)
        if let frame { #expect(frame.violation(mayLackIntegrity: false) == rule) }
    }

    @Test func `a fingerprint is that of RFC 8489, after an integrity that a refusal may lack`() throws {
        var generator = SeededGenerator(seed: 1)
        let message = STUN.Message(.request, transactionID: STUN.TransactionID(from: &generator))
        let signed = try #require(message.encoded(STUN.Protection(key: [1])))
        #expect(try #require(STUNFrame(signed)).violation(mayLackIntegrity: false) == nil)
        let marked = try #require(message.encoded(STUN.Protection()))
        let rule = "it has no integrity before its fingerprint"
        #expect(try #require(STUNFrame(marked)).violation(mayLackIntegrity: false) == rule)
        #expect(try #require(STUNFrame(marked)).violation(mayLackIntegrity: true) == nil)
    }
}
