import Testing
import Wire

@testable import Capture

@Suite struct UDPPacketTests {
    private static let udp: [UInt8] = [0x9C, 0x40, 0x16, 0x33, 0, 11, 0, 0, 7, 8, 9]

    /// An IPv6 packet with a chain of extension headers before the datagram.
    private static func ipv6(next: UInt8 = 17, length: Int? = nil, _ extensions: [UInt8] = []) -> [UInt8] {
        let rest = extensions + udp
        let total = length ?? rest.count
        let source: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
        let destination: [UInt8] = [0xFE, 0x80] + [UInt8](1...14)
        return [0x60, 0, 0, 0, UInt8(total >> 8), UInt8(total & 0xFF), next, 64] + source + destination + rest
    }

    private func packet(
        _ bytes: [UInt8], wireLength: Int? = nil, linkType: LinkType = .raw
    ) throws(DissectionError) -> UDPPacket {
        try UDPPacket(bytes.span, wireLength: wireLength ?? bytes.count, linkType: linkType)
    }

    private func problem(_ bytes: [UInt8], wireLength: Int? = nil, linkType: LinkType = .raw) -> String {
        do {
            return "\(try packet(bytes, wireLength: wireLength, linkType: linkType).payload)"
        } catch { return "\(error)" }
    }

    @Test func `a datagram over IPv6 has its hosts, ports and places`() throws {
        let packet = try packet(Self.ipv6())
        #expect(packet.source.description == "[2001:db8::1]:40000")
        #expect(packet.destination.description == "[fe80:102:304:506:708:90a:b0c:d0e]:5683")
        #expect(packet.networkOffset == 0 && packet.udpOffset == 40 && packet.payload == 48..<51)
        #expect(packet.missing == 0 && packet.source.ipv4 == nil)
    }

    @Test(
        arguments: [
            (UInt8(0), [17, 0] + [UInt8](repeating: 0, count: 6), 56),
            (43, [17, 1] + [UInt8](repeating: 0, count: 14), 64),
            (60, [0, 0] + [UInt8](repeating: 0, count: 6) + [17, 0] + [UInt8](repeating: 0, count: 6), 64),
            (44, [17, 9, 0, 0, 0, 0, 0, 1], 56),
            (44, [17, 9, 0, 6, 0, 0, 0, 1], 56),
            (44, [60, 0, 0, 0, 0, 0, 0, 1] + [17, 0] + [UInt8](repeating: 0, count: 6), 64),
        ] as [(UInt8, [UInt8], Int)])
    func `extension headers are stepped over`(_ next: UInt8, _ extensions: [UInt8], _ payload: Int) throws {
        let bytes = Self.ipv6(next: next, extensions)
        #expect(try packet(bytes).payload == payload..<payload + 3)
        for count in 40..<bytes.count {
            #expect(throws: DissectionError.self) { try packet(Array(bytes.prefix(count))) }
        }
    }

    @Test func `a packet that is not a whole datagram over IPv6 has its reason`() {
        #expect(problem(Self.ipv6(next: 6)) == "not UDP: protocol 6")
        #expect(problem(Self.ipv6(next: 44, [17, 0, 0, 1, 0, 0, 0, 1])) == "a fragment, from byte 0 on")
        #expect(problem(Self.ipv6(next: 44, [17, 0, 0, 8, 0, 0, 0, 1])) == "a fragment, from byte 8 on")
        let cut = "the packet is cut in its IPv6 part: 63 bytes needed, 51 there"
        #expect(problem(Self.ipv6(length: 23)) == cut)
        #expect(problem(Self.ipv6(length: 7)) == "the packet is cut in its UDP part: 8 bytes needed, 7 there")
        #expect(problem(Self.ipv6(length: 10)) == "the UDP length says 11, outside 8 to 10")
        let hop = [UInt8(17), 0] + [UInt8](repeating: 0, count: 6)
        #expect(problem(Self.ipv6(next: 0, length: 7, hop)) == "the IPv6 length says 47, outside 48 to 65575")
        #expect(
            problem(Self.ipv6(next: 0, length: 8, hop)) == "the packet is cut in its UDP part: 8 bytes needed, 0 there")
        var version = Self.ipv6()
        version[0] = 0x50
        #expect(problem(version, linkType: .ipv6) == "not IPv4: version 5")
        let frame = [UInt8](repeating: 0, count: 12) + [0x86, 0xDD] + version
        #expect(problem(frame, linkType: .ethernet) == "not IPv4: version 5")
    }

    @Test func `a datagram whose end was not captured says how much is missing`() throws {
        for bytes in [Self.ipv6(), UDPDatagramTests.ip] {
            let start = bytes.count - 3
            for kept in 0...3 {
                let packet = try packet(Array(bytes.prefix(start + kept)), wireLength: bytes.count)
                #expect(packet.payload == start..<start + kept && packet.missing == 3 - kept)
            }
            let header = Array(bytes.prefix(start - 1))
            #expect(problem(header, wireLength: bytes.count).hasSuffix("UDP part: 8 bytes needed, 7 there"))
            #expect(!problem(Array(bytes.prefix(start + 2))).hasPrefix("\(start)"))
        }
    }

    @Test(arguments: UDPDatagramTests.packets)
    func `both readers find the same datagram`(_ linkType: LinkType, _ bytes: [UInt8]) throws {
        let (packet, datagram) = (try packet(bytes, linkType: linkType), try UDPDatagram(bytes, linkType: linkType))
        #expect(packet.source.ipv4 == datagram.source && packet.destination.ipv4 == datagram.destination)
        #expect(packet.payload == datagram.payload && packet.networkOffset == datagram.headerOffset)
        #expect(packet.udpOffset == packet.payload.lowerBound - 8 && packet.missing == 0)
    }

    @Test(
        arguments: [
            (LinkType.null, [10, 0, 0, 0]), (.null, [24, 0, 0, 0]), (.null, [28, 0, 0, 0]), (.null, [30, 0, 0, 0]),
            (.null, [0, 0, 0, 30]), (.loop, [0, 0, 0, 10]), (.loop, [28, 0, 0, 0]), (.ipv6, []), (.rawIP, []),
            (.ethernet, [UInt8](repeating: 0, count: 12) + [0x88, 0xA8, 0, 1, 0x81, 0, 0, 2, 0x86, 0xDD]),
            (.cooked, [UInt8](repeating: 0, count: 14) + [0x86, 0xDD]),
            (.cooked2, [0x86, 0xDD] + [UInt8](repeating: 0, count: 18)),
            (.cooked2, [0x81, 0] + [UInt8](repeating: 0, count: 18) + [0, 1, 0x86, 0xDD]),
        ] as [(LinkType, [UInt8])])
    func `IPv6 is found behind every link layer`(_ linkType: LinkType, _ header: [UInt8]) throws {
        let bytes = header + Self.ipv6()
        #expect(try packet(bytes, linkType: linkType).payload == bytes.count - 3..<bytes.count)
        #expect(throws: DissectionError.self) { try UDPDatagram(bytes, linkType: linkType) }
    }

    @Test func `a link layer that carries another protocol is named`() {
        let ip = UDPDatagramTests.ip
        #expect(problem([0, 0, 0, 7] + ip, linkType: .loop) == "not IPv4: ether type 0x7")
        #expect(problem([7, 0, 0, 0] + ip, linkType: .null) == "not IPv4: ether type 0x700")
        #expect(problem([2, 0, 0, 2] + ip, linkType: .null) == "not IPv4: ether type 0x202")
        #expect(problem([2, 0, 0], linkType: .null) == "the packet is cut in its link part: 4 bytes needed, 3 there")
        let tagged = [UInt8](repeating: 0, count: 12) + [0x81, 0, 0]
        #expect(problem(tagged, linkType: .ethernet) == "the packet is cut in its link part: 18 bytes needed, 15 there")
        #expect(problem(tagged + [0, 8, 6], linkType: .ethernet) == "not IPv4: ether type 0x806")
        #expect(problem([], linkType: LinkType(value: 9)) == "the link type 9 is not understood")
        #expect(LinkType.ethernet.description == "EN10MB" && LinkType(value: 9_999).description == "9999")
        #expect(LinkType.raw.valueInFiles == 101 && LinkType.cooked.valueInFiles == 113)
        #expect(throws: DissectionError.wrongVersion(6)) { try UDPDatagram(Self.ipv6(), linkType: .rawIP) }
        #expect(throws: DissectionError.wrongVersion(6)) { try UDPDatagram(Self.ipv6(), linkType: .ipv4) }
        #expect(throws: DissectionError.notIPv4(etherType: 0x86DD)) { try UDPDatagram(Self.ipv6(), linkType: .ipv6) }
    }

    @Test func `addresses are read, written and ordered`() throws {
        for text in [
            "127.1.2.3", "0.0.0.0", "255.255.255.255", "::", "::1", "1::", "2001:db8::1:0:0:1", "1:2:3:4:5:6:7:8",
        ] {
            #expect(IPAddress(text)?.description == text)
        }
        #expect(IPAddress("1:0:0:2:0:0:0:3")?.description == "1:0:0:2::3")
        #expect(IPAddress("::ffff:127.0.0.1")?.ipv4 == HostAddress(127, 0, 0, 1))
        #expect(IPAddress("::fffe:7f00:1")?.ipv4 == nil && IPAddress("1::ffff:7f00:1")?.ipv4 == nil)
        for text in ["", "1", "127.0.0", "127.0.0.1.1", "256.0.0.1", "1:2", ":::", "g::"] {
            #expect(IPAddress(text) == nil)
        }
        let sorted = try ["::2", "127.0.0.1", "1::", "::1"].map { try #require(IPAddress($0)) }.sorted()
        #expect(sorted.map(\.description) == ["::1", "::2", "127.0.0.1", "1::"])
        let hosts = [IPAddress(HostAddress(127, 0, 0, 1)), IPAddress(HostAddress(127, 0, 0, 2))]
        let ends = [(1, 1), (0, 2), (0, 1)].map { UDPEndpoint(host: hosts[$0.0], port: UInt16($0.1)) }.sorted()
        #expect(ends.map(\.description) == ["127.0.0.1:1", "127.0.0.1:2", "127.0.0.2:1"])
    }
    @Test func `each byte of an address has its place`() throws {
        let whole = "f102:304:506:708:890a:b0c:d0e:f10"
        let address = try #require(IPAddress(whole))
        #expect(address.high == 0xF102_0304_0506_0708 && address.low == 0x890A_0B0C_0D0E_0F10)
        #expect(address.description == whole)
        for place in 0..<16 {
            let groups = (0..<8).map { $0 == place / 2 ? place.isMultiple(of: 2) ? "ff00" : "ff" : "0" }
            let one = try #require(IPAddress(groups.joined(separator: ":")))
            let byte = UInt64(0xFF) << UInt64(56 - place % 8 * 8)
            #expect(one.high == (place < 8 ? byte : 0) && one.low == (place < 8 ? 0 : byte), "\(place)")
        }
        #expect(IPAddress("1.2.3.4")?.high == 0 && IPAddress("1.2.3.4")?.low == 0xFFFF_0102_0304)
    }
}
