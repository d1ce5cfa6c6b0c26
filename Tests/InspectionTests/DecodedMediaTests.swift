import Testing
import Wire

@testable import Inspection

/// The layers of checks, media and reports with all that they can hold.
@Suite struct DecodedMediaTests {
    private func decoded(_ payload: [UInt8]) throws -> [String] {
        var talk = Talk()
        talk.add(payload, from: Talk.sfu, to: Talk.alice, at: 0)
        let lines = try Scratch().inspect(talk.capture.bytes, .decoded).text.lines
        return lines.dropFirst(4).map { String($0.dropFirst(9)) }
    }

    private func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        return CaptureBytes.big(type) + CaptureBytes.big(value.count) + value + padding
    }

    @Test func `each attribute of a check has its value`() throws {
        let wide: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9]
        let mask: [UInt8] = [0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12)
        let attributes =
            attribute(0x0009, [0, 0, 4, 1, 0x6E, 0x6F]) + attribute(0x0024, [0, 0, 0, 7]) + attribute(0x0025, [])
            + attribute(0x8029, [0, 1, 2, 3, 4, 5, 6, 7]) + attribute(0x802A, [8, 9, 10, 11, 12, 13, 14, 15])
            + attribute(0x8055, [0xAA]) + attribute(0x0014, [0x72, 0x1B]) + attribute(0x0015, [0x6E])
            + attribute(0x0006, [0x75]) + attribute(0x0001, [0, 1, 0x13, 0x88, 127, 1, 0, 2])
            + attribute(0x0020, [0, 2, 0xE2, 0x42] + zip(wide, mask).map { $0 ^ $1 }) + attribute(0x000A, [0, 7])
            + attribute(0x7F01, [UInt8](repeating: 5, count: 33))
        let header = [1, 0x11] + CaptureBytes.big(attributes.count) + mask
        #expect(
            try decoded(header + attributes) == [
                "STUN: Binding error response, transaction 070707070707070707070707", "  ERROR-CODE: 401 no",
                "  PRIORITY: 7", "  USE-CANDIDATE: yes", "  ICE-CONTROLLED: 0001020304050607",
                "  ICE-CONTROLLING: 08090a0b0c0d0e0f", "  attribute 0x8055: aa", "  REALM: r·", "  NONCE: n",
                "  USERNAME: u", "  MAPPED-ADDRESS: 127.1.0.2:5000",
                "  XOR-MAPPED-ADDRESS: [2001:db8::9]:50000", "  UNKNOWN-ATTRIBUTES: 0007",
                "  attribute 0x7f01: \(String(repeating: "05", count: 32))…",
            ])
    }

    @Test func `of several attributes of one type the first counts`() throws {
        let attributes = attribute(0x0006, [0x61]) + attribute(0x0006, [0x62])
        let header = [0, 1] + CaptureBytes.big(attributes.count) + [0x21, 0x12, 0xA4, 0x42]
        let lines = try decoded(header + [UInt8](repeating: 7, count: 12) + attributes)
        #expect(lines.dropFirst() == ["  USERNAME: a", "  USERNAME: a"])
    }

    @Test func `contributing sources stand below a packet, whose padding is not known`() throws {
        let start = "RTP: payload type 8, sequence 5, timestamp 6, SSRC 0x00000007"
        let fields: [UInt8] = [0, 5, 0, 0, 0, 6, 0, 0, 0, 7]
        #expect(
            try decoded([0x82, 0x88] + fields + [0, 0, 0, 8, 0, 0, 0, 9, 1, 2, 3]) == [
                "\(start), marker, header of 20, 3 bytes of media", "  contributor 0x00000008",
                "  contributor 0x00000009",
            ])
        #expect(try decoded([0xA0, 8] + fields + [0, 9]) == ["\(start), header of 12, 2 bytes of media"])
        let elements: [UInt8] = [0xBE, 0xDE, 0, 2, 0x10, 0x85, 0x21, 1, 2, 0, 0, 0]
        #expect(
            try decoded([0x90, 8] + fields + elements + [1]) == [
                "\(start), header of 24, 1 byte of media", "  extension element 1: 85",
                "  extension element 2: 0102",
            ])
    }

    @Test func `packets of other types and farewells without a reason are part of a compound`() throws {
        let report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 1]
        let feedback: [UInt8] = [0x81, 205, 0, 3, 0, 0, 0, 1, 0, 0, 0, 2, 9, 8, 7, 6]
        let bye: [UInt8] = [0x82, 203, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]
        #expect(
            try decoded(report + feedback + bye) == [
                "RTCP: RR of 0x00000001", "RTCP: RTPFB 1: 000000010000000209080706",
                "RTCP: BYE of 0x00000001, 0x00000002",
            ])
        let digits = (UInt8(0)..<32).map(\.hexadecimal).joined()
        for (count, end) in [(32, ""), (36, "…")] {
            let other = [0x85, 204] + CaptureBytes.big(count / 4) + (0..<count).map { UInt8($0) }
            #expect(try decoded(report + other).last == "RTCP: APP 5: \(digits)\(end)")
        }
    }
}
