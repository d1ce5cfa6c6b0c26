import Chance
import Testing
import Wire

@Suite struct RTCPTests {
    private static let block = RTCP.ReportBlock(
        ssrc: 7, fractionLost: 25, cumulativeLost: -3, extendedHighest: 0x1_0005, jitter: 12, lastSenderReport: 0xABCD,
        delaySinceLastSenderReport: 65_536)
    private static let compound: [RTCP.Packet] = [
        .senderReport(
            RTCP.SenderReport(
                ssrc: 1, ntp: 0x0102_0304_0506_0708, rtpTimestamp: 9, packetCount: 10, octetCount: 11, reports: [block])
        ),
        .sourceDescription([
            RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: RTCP.Item.cname, text: "alice@127.1.0.1")]),
            RTCP.Chunk(ssrc: 2, items: []),
        ]),
        .other(type: 205, count: 1, body: [1, 2, 3, 4]), .bye([1, 2], reason: "left"),
    ]

    private func refusal(_ bytes: [UInt8]) -> RTCPError? {
        do throws(RTCPError) {
            let packets = try RTCP.packets(decoding: bytes)
            Issue.record("read as \(packets)")
            return nil
        } catch {
            return error
        }
    }

    @Test func `a compound is read as it was written`() throws {
        let bytes = try #require(RTCP.encoded(Self.compound))
        #expect(bytes.count % 4 == 0)
        #expect(try RTCP.packets(decoding: bytes) == Self.compound)
        #expect(DatagramKind(bytes) == .rtcp)
    }

    @Test func `a receiver report has the bytes of the document`() throws {
        let bytes = try #require(RTCP.encoded([.receiverReport(ssrc: 0x0102_0304, [Self.block])]))
        #expect(
            bytes
                == hex(
                    """
                    81 c9 00 07 01 02 03 04 00 00 00 07 19 ff ff fd 00 01 00 05
                    00 00 00 0c 00 00 ab cd 00 01 00 00
                    """))
    }

    @Test func `lengths are those of texts whatever their padding`() throws {
        for length in 0...9 {
            let text = String(repeating: "x", count: length)
            let packets: [RTCP.Packet] = [
                .receiverReport(ssrc: 1, []),
                .sourceDescription([
                    RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: 1, text: text), RTCP.Item(type: 2, text: text)]),
                    RTCP.Chunk(ssrc: 2, items: [RTCP.Item(type: 1, text: text)]),
                ]), .bye([1], reason: text),
            ]
            let bytes = try #require(RTCP.encoded(packets))
            #expect(try RTCP.packets(decoding: bytes) == packets)
        }
    }

    @Test func `a body of another type is filled up with zeros behind its bytes`() throws {
        for count in 0...5 {
            let body = (0..<count).map { UInt8($0 + 1) }
            let packets: [RTCP.Packet] = [.receiverReport(ssrc: 1, []), .other(type: 204, count: 0, body: body)]
            let filled = body + Array(repeating: 0, count: (4 - count % 4) % 4)
            let read = try RTCP.packets(decoding: try #require(RTCP.encoded(packets)))
            #expect(read.last == .other(type: 204, count: 0, body: filled))
        }
    }

    @Test func `the last packet may be padded and no other`() throws {
        #expect(
            try RTCP.packets(decoding: hex("a0 c9 00 02 00000001 00000004")) == [.receiverReport(ssrc: 1, [])])
        let first = hex("a0 c9 00 02 00000001 00000004 80 cb 00 00")
        #expect(refusal(first) == .wrongPadding(offset: 0))
    }

    @Test(arguments: [
        ("", RTCPError.empty), ("80 c9", .truncatedPacket(offset: 0, missing: 2)),
        ("40 c9 00 01 00000001", .unknownVersion(offset: 0, 1)), ("80 cb 00 00", .noReportFirst(type: 203)),
        ("80 c9 00 02 00000001", .truncatedPacket(offset: 0, missing: 4)),
        ("80 c9 ff ff 00000001", .truncatedPacket(offset: 0, missing: 262_136)),
        ("80 c9 00 00", .truncatedContent(offset: 0, type: 201)),
        ("81 c9 00 01 00000001", .truncatedContent(offset: 0, type: 201)),
        ("9f c8 00 06 00000001 00000001 00000001 00000001 00000001 00000001", .truncatedContent(offset: 0, type: 200)),
        ("80 c9 00 01 00000001 82 cb 00 01 00000001", .truncatedContent(offset: 8, type: 203)),
        ("80 c9 00 01 00000001 81 cb 00 02 00000001 05616263", .truncatedContent(offset: 8, type: 203)),
        ("80 c9 00 01 00000001 81 ca 00 02 00000001 01016161", .truncatedContent(offset: 8, type: 202)),
        ("80 c9 00 01 00000001 81 cb 00 02 00000001 02c32800", .invalidText(offset: 17)),
        ("a0 c9 00 01 00000005", .wrongPadding(offset: 0)), ("a0 c9 00 01 00000000", .wrongPadding(offset: 0)),
        ("a0 c9 00 01 00000008", .wrongPadding(offset: 0)),
    ])
    func `an invalid compound is an error`(_ text: String, _ error: RTCPError) {
        #expect(refusal(hex(text)) == error)
        #expect(!error.description.isEmpty)
    }

    @Test func `values beyond a compound's limits are not written`() {
        let long = String(repeating: "x", count: 256)
        let report = RTCP.Packet.receiverReport(ssrc: 1, [])
        let wrong: [[RTCP.Packet]] = [
            [], [.bye([1], reason: nil)], [report, .bye([1], reason: long)],
            [report, .sourceDescription([RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: 1, text: long)])])],
            [report, .sourceDescription([RTCP.Chunk(ssrc: 1, items: [RTCP.Item(type: 0, text: "")])])],
            [.receiverReport(ssrc: 1, Array(repeating: Self.block, count: 32))],
        ]
        for packets in wrong { #expect(RTCP.encoded(packets) == nil) }
    }

    @Test func `every truncation and every change of a byte is read or refused`() throws {
        let bytes = try #require(RTCP.encoded(Self.compound))
        for count in 0..<bytes.count { _ = try? RTCP.packets(decoding: Array(bytes.prefix(count))) }
        var read = 0
        for index in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = byte
                if (try? RTCP.packets(decoding: changed)) != nil { read += 1 }
            }
        }
        #expect(read > bytes.count * 100)
    }

    @Test func `garbage behind a report is read or refused`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let garbage = (0..<Int(generator.next() % 40)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            let kind = UInt8(200 + generator.next() % 6)
            let start: [UInt8] = [0x80 | UInt8(generator.next() % 32), kind, 0, UInt8(garbage.count / 4)]
            _ = try? RTCP.packets(decoding: hex("80 c9 00 01 00000001") + start + garbage)
        }
    }
}
