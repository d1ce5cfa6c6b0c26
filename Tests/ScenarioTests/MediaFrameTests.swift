import Testing

@testable import ScenarioStage

/// The independent decoder of media packets (RFC 3550 section 5.1).
@Suite struct MediaFrameTests {
    /// A packet of PCMU with sequence number 258, timestamp 16909060 and source 84281096.
    private static let header: [UInt8] = [0x80, 0x80, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8]

    private static func packet(_ first: UInt8, _ rest: [UInt8]) -> [UInt8] { [first] + header.dropFirst() + rest }

    @Test func `the fields of a header are in network order`() throws {
        let frame = try #require(RTPFrame(Self.header + [9, 9, 9]))
        #expect(frame.isMarked && frame.payloadType == 0 && frame.clockRate == 8_000)
        #expect(frame.sequence == 258 && frame.timestamp == 16_909_060 && frame.source == 84_281_096)
        #expect(frame.payloadCount == 3)
    }

    static let counts: [(bytes: [UInt8], payloadCount: Int?)] = [
        (packet(0x80, []), 0), (packet(0x82, [0, 0, 0, 0, 0, 0, 0, 0, 7]), 1), (packet(0x82, [0, 0, 0, 0]), nil),
        (packet(0x90, [0xBE, 0xDE, 0, 1, 0, 0, 0, 0, 7, 7]), 2), (packet(0x90, [0xBE, 0xDE, 0, 0]), 0),
        (packet(0x90, [0xBE, 0xDE, 0, 1]), nil), (packet(0x90, [0xBE, 0xDE, 0]), nil),
        (packet(0xA0, [7, 7, 0, 2]), 2), (packet(0xA0, [0, 0, 0, 4]), 0), (packet(0xA0, [0, 0, 0, 5]), nil),
        (packet(0x40, [7]), nil), (Array(header.dropLast()), nil),
    ]

    @Test(arguments: counts)
    func `sources, an extension and padding are not part of the payload`(_ bytes: [UInt8], _ payloadCount: Int?) {
        #expect(RTPFrame(bytes)?.payloadCount == payloadCount)
    }

    @Test func `the level of a voice is its only extension element`() throws {
        let voice = try #require(RTPFrame(Self.packet(0x90, [0xBE, 0xDE, 0, 1, 0x10, 0x94, 0, 0]))?.audioLevel)
        #expect(voice.decibels == 20 && voice.hasVoice)
        let silence = try #require(RTPFrame(Self.packet(0x90, [0xBE, 0xDE, 0, 1, 0x10, 127, 0, 0]))?.audioLevel)
        #expect(silence.decibels == 127 && !silence.hasVoice)
        let others: [[UInt8]] = [
            [0xBE, 0xDE, 0, 1, 0x20, 20, 0, 0], [0x10, 0, 0, 1, 0x10, 20, 0, 0], [0xBE, 0xDE, 0, 0],
        ]
        for extent in others {
            #expect(try #require(RTPFrame(Self.packet(0x90, extent))).audioLevel == nil)
        }
        #expect(try #require(RTPFrame(Self.header)).audioLevel == nil)
    }
}
