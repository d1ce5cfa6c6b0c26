import Capture
import Testing

@testable import Inspection

@Suite struct ReadingTests {
    private func kind(_ payload: [UInt8], coapPort: Bool = false) -> PayloadKind {
        PayloadKind(payload.span, isOnCoAPPort: coapPort)
    }

    @Test func `the first byte and the bytes after it identify the protocol`() {
        #expect(kind([]) == .empty)
        #expect(kind(CaptureBytes.stun) == .stun)
        #expect(kind(CaptureBytes.stun, coapPort: true) == .stun)
        #expect(kind([0, 1, 0, 8]) == .unknown)
        #expect(kind([0x40, 1, 0, 1]) == .coap)
        #expect(kind(CaptureBytes.rtp(1, timestamp: 0, ssrc: 1)) == .rtp)
        #expect(kind([0x80, 200, 0, 1, 0, 0, 0, 1]) == .rtcp)
        #expect(kind([0x80, 200, 0, 9, 0, 0, 0, 1]) == .unknown)
        #expect(kind([0x8F] + [UInt8](repeating: 0, count: 20)) == .unknown)
        #expect(kind([0x90] + [UInt8](repeating: 0, count: 13) + [0, 1]) == .unknown)
        #expect(kind([0xFF]) == .unknown)
        #expect(kind([0xFF], coapPort: true) == .coap)
    }

    static let frames: [(UInt32, [UInt8])] = [
        (1, CaptureBytes.ethernet), (113, [UInt8](repeating: 0, count: 14) + [8, 0]),
        (276, [8, 0] + [UInt8](repeating: 0, count: 18)), (0, [2, 0, 0, 0]), (108, [0, 0, 0, 2]), (101, []), (228, []),
    ]

    @Test(arguments: frames) func `IPv4 is read behind every link layer`(_ linkType: UInt32, _ header: [UInt8]) throws {
        var capture = CaptureBytes(linkType: linkType)
        capture.add(
            header + CaptureBytes.ipv4(CaptureBytes.stun, from: "10.0.0.1:1000", to: "10.0.0.2:2000"), at: 0)
        let text = try Scratch().inspect(capture.bytes, .packets).text
        #expect(text == "     1      0.000  10.0.0.1:1000 → 10.0.0.2:2000  STUN Binding request\n")
    }

    static let frames6: [(UInt32, [UInt8])] = [
        (1, [UInt8](repeating: 0, count: 12) + [0x86, 0xDD]), (113, [UInt8](repeating: 0, count: 14) + [0x86, 0xDD]),
        (276, [0x86, 0xDD] + [UInt8](repeating: 0, count: 18)), (0, [10, 0, 0, 0]), (0, [30, 0, 0, 0]),
        (108, [0, 0, 0, 24]), (101, []), (229, []),
    ]

    @Test(arguments: frames6) func `IPv6 is read behind every link layer`(_ linkType: UInt32, _ header: [UInt8]) throws
    {
        var capture = CaptureBytes(linkType: linkType)
        capture.add(header + CaptureBytes.ipv6([0x40, 1, 0, 1], from: 1000, to: 5683), at: 0)
        let text = try Scratch().inspect(capture.bytes, .packets).text
        #expect(text == "     1      0.000  [2001:db8::1]:1000 → [2001:db8::2]:5683  CON GET /\n")
    }

    @Test func `an IPv6 packet cut at any byte is an error and no trap`() throws {
        let packet = CaptureBytes.ipv6([1, 2, 3], from: 1, to: 2)
        for count in packet.indices {
            let cut = Array(packet.prefix(count))
            #expect(throws: DissectionError.self) { try UDPPacket(cut.span, wireLength: count, linkType: .raw) }
        }
        let whole = try UDPPacket(packet.span, wireLength: packet.count, linkType: .raw)
        #expect(whole.payload == 56..<59)
    }

    @Test func `a packet of which the end was not kept is read as far as it goes`() throws {
        var capture = CaptureBytes(linkType: 101)
        let packet = CaptureBytes.ipv4(
            CaptureBytes.rtp(7, timestamp: 160, ssrc: 5), from: "10.0.0.1:1", to: "10.0.0.2:2")
        capture.add(Array(packet.prefix(42)), at: 0, wireLength: packet.count)
        capture.add(Array(packet.prefix(25)), at: 0, wireLength: packet.count)
        let lines = try Scratch().inspect(capture.bytes, .packets).text.lines
        #expect(lines[0].contains("RTP type 0 seq 7"))
        #expect(lines[1].contains("the packet is cut in its UDP part: 8 bytes needed, 5 there"))
    }

    @Test(
        arguments: [
            (0, 0, "::"), (0, 1, "::1"), (0x2001_0DB8_0000_0000, 0x0001_0000_0000_0001, "2001:db8::1:0:0:1"),
            (0x0001_0002_0003_0004, 0x0005_0006_0007_0008, "1:2:3:4:5:6:7:8"),
            (0x0001_0000_0003_0004, 0x0005_0006_0007_0008, "1:0:3:4:5:6:7:8"),
            (0, 0xFFFF_7F01_0203, "127.1.2.3"), (0xFE80_0000_0000_0000, 0, "fe80::"),
        ] as [(UInt64, UInt64, String)])
    func `addresses are written as RFC 5952 has them`(_ high: UInt64, _ low: UInt64, _ text: String) {
        #expect(IPAddress(high: high, low: low).description == text)
    }
}
