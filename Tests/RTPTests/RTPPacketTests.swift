import Chance
import Testing
import Wire

@Suite struct RTPPacketTests {
    /// Two contributors, two elements with padding between them, a payload of three bytes and padding of two.
    private static let full = hex(
        """
        b2 ef 12 34 00 00 00 a0 de ad be ef 00 00 00 01 00 00 00 02
        be de 00 02 10 85 00 22 aa bb cc 00
        01 02 03 00 02
        """)

    private func refusal(_ bytes: [UInt8]) -> RTPError? {
        do throws(RTPError) {
            let packet = try RTP.Packet(decoding: bytes)
            Issue.record("read as \(packet)")
            return nil
        } catch {
            return error
        }
    }

    @Test func `a packet with everything is read`() throws {
        let packet = try RTP.Packet(decoding: Self.full)
        #expect(packet.marker)
        #expect(packet.payloadType == 111)
        #expect(packet.sequenceNumber == 0x1234)
        #expect(packet.timestamp == 160)
        #expect(packet.ssrc == 0xDEAD_BEEF)
        #expect(packet.contributors == [1, 2])
        #expect(
            packet.elements == [RTP.Element(id: 1, value: [0x85]), RTP.Element(id: 2, value: [0xAA, 0xBB, 0xCC])])
        #expect(packet.payload == [1, 2, 3])
    }

    @Test func `a header locates the parts without copying them`() throws {
        let header = try RTP.Header(decoding: Self.full.span)
        #expect(header.payloadRange == 32..<35)
        #expect(header.extensionRange == 24..<32)
        let level = try header.audioLevel(in: Self.full.span, id: 1)
        #expect(level == RTP.AudioLevel(decibelsBelowOverload: 5, hasVoice: true))
        let other = try header.audioLevel(in: Self.full.span, id: 2)
        let missing = try header.audioLevel(in: Self.full.span, id: 3)
        #expect(other == nil && missing == nil)
    }

    @Test func `the smallest packet is twelve bytes`() throws {
        let packet = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 2, ssrc: 3)
        let bytes = try #require(packet.encoded())
        #expect(bytes == hex("80 00 00 01 00 00 00 02 00 00 00 03"))
        #expect(try RTP.Packet(decoding: bytes) == packet)
    }

    @Test func `a written packet is read back unchanged`() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<1000 {
            var packet = RTP.Packet(
                payloadType: UInt8(generator.next() % 128),
                sequenceNumber: UInt16(truncatingIfNeeded: generator.next()),
                timestamp: UInt32(truncatingIfNeeded: generator.next()),
                ssrc: UInt32(truncatingIfNeeded: generator.next()), marker: generator.chance(0.5),
                payload: (0..<Int(generator.next() % 40)).map { UInt8(truncatingIfNeeded: $0) })
            packet.contributors = (0..<UInt32(generator.next() % 16)).map { $0 }
            packet.elements = (0..<Int(generator.next() % 5)).map { index in
                RTP.Element(
                    id: UInt8(1 + generator.next() % 14),
                    value: [UInt8](repeating: UInt8(index), count: Int(1 + generator.next() % 16)))
            }
            let bytes = try #require(packet.encoded())
            let again = try RTP.Packet(decoding: bytes)
            #expect(again == packet)
        }
    }

    @Test func `values beyond a packet's limits are not written`() {
        let packet = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 2, ssrc: 3)
        var wrong = [packet, packet, packet, packet, packet]
        wrong[0].contributors = [UInt32](repeating: 1, count: 16)
        wrong[1].elements = [RTP.Element(id: 15, value: [1])]
        wrong[2].elements = [RTP.Element(id: 1, value: [])]
        wrong[3].elements = [RTP.Element(id: 1, value: [UInt8](repeating: 0, count: 17))]
        wrong[4].payloadType = 128
        for packet in wrong { #expect(packet.encoded() == nil) }
    }

    @Test func `levels of sound are kept in seven bits`() {
        for byte in UInt8.min...UInt8.max { #expect(RTP.AudioLevel(byte: byte).byte == byte) }
        #expect(RTP.AudioLevel(decibelsBelowOverload: 200, hasVoice: false).byte == 127)
    }

    @Test func `extensions of another kind have no elements here`() throws {
        let packet = try RTP.Packet(decoding: hex("90 00 00 01 00000002 00000003 10 00 00 01 01 01 ff 00 09"))
        #expect(packet.elements.isEmpty)
        #expect(packet.payload == [9])
    }

    @Test func `number nought with a length ends the elements`() throws {
        let packet = try RTP.Packet(decoding: hex("90 00 00 01 00000002 00000003 be de 00 01 10 07 01 ff"))
        #expect(packet.elements == [RTP.Element(id: 1, value: [7])])
    }

    @Test func `number fifteen ends the elements`() throws {
        let packet = try RTP.Packet(decoding: hex("90 00 00 01 00000002 00000003 be de 00 01 10 07 ff ff"))
        #expect(packet.elements == [RTP.Element(id: 1, value: [7])])
    }

    @Test(arguments: [
        ("", RTPError.truncatedHeader(count: 0, needed: 12)), ("80 00 00", .truncatedHeader(count: 3, needed: 12)),
        ("40 00 00 01 00000002 00000003", .unknownVersion(1)),
        ("82 00 00 01 00000002 00000003 00000001", .truncatedHeader(count: 16, needed: 20)),
        ("90 00 00 01 00000002 00000003", .truncatedHeader(count: 12, needed: 16)),
        ("90 00 00 01 00000002 00000003 be de ff ff 00", .truncatedHeader(count: 17, needed: 262_156)),
        ("90 00 00 01 00000002 00000003 be de 00 01 13 01 02 03", .truncatedElement(offset: 16, id: 1, missing: 1)),
        ("a0 00 00 01 00000002 00000003", .wrongPadding(3, available: 0)),
        ("a0 00 00 01 00000002 00000003 01 02 00", .wrongPadding(0, available: 3)),
        ("a0 00 00 01 00000002 00000003 01 02 04", .wrongPadding(4, available: 3)),
    ])
    func `an invalid packet is an error`(_ text: String, _ error: RTPError) {
        #expect(refusal(hex(text)) == error)
        #expect(!error.description.isEmpty)
    }

    @Test func `padding may be all there is`() throws {
        let packet = try RTP.Packet(decoding: hex("a0 00 00 01 00000002 00000003 00 00 03"))
        #expect(packet.payload.isEmpty)
    }

    @Test func `every truncation and every change of a byte is read or refused`() {
        for count in 0..<Self.full.count { _ = try? RTP.Packet(decoding: Array(Self.full.prefix(count))) }
        for index in Self.full.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = Self.full
                changed[index] = byte
                guard let packet = try? RTP.Packet(decoding: changed) else { continue }
                let again = packet.encoded().flatMap { try? RTP.Packet(decoding: $0) }
                #expect(again == packet)
            }
        }
    }
}
