import Capture
import Testing
import Wire

@Suite struct UDPDatagramTests {
    static let ip: [UInt8] = [
        0x45, 0, 0, 31, 0, 0, 0x40, 0, 64, 17, 0, 0, 127, 1, 2, 3, 127, 0, 0, 1,  // IPv4
        0x9C, 0x40, 0x16, 0x33, 0, 11, 0, 0, 7, 8, 9,  // UDP, 40000 to 5683, three bytes
    ]
    static let ethernet = [UInt8](repeating: 0, count: 12) + [8, 0] + ip
    static let tagged = [UInt8](repeating: 0, count: 12) + [0x81, 0, 0, 5, 8, 0] + ip
    static let cooked = [UInt8](repeating: 0, count: 14) + [8, 0] + ip
    static let cooked2 = [8, 0] + [UInt8](repeating: 0, count: 18) + ip
    static let packets: [(LinkType, [UInt8])] = [
        (.ethernet, ethernet), (.ethernet, tagged), (.cooked, cooked), (.cooked2, cooked2), (.raw, ip), (.rawIP, ip),
        (.ipv4, ip), (.null, [2, 0, 0, 0] + ip), (.null, [0, 0, 0, 2] + ip),
    ]

    @Test(arguments: packets)
    func `a datagram is found behind every link layer`(_ linkType: LinkType, _ packet: [UInt8]) throws {
        let datagram = try UDPDatagram(packet, linkType: linkType)
        #expect(datagram.source.description == "127.1.2.3:40000")
        #expect(datagram.destination.description == "127.0.0.1:5683")
        #expect(Array(packet[datagram.payload]) == [7, 8, 9])
    }

    @Test(arguments: packets)
    func `a packet cut at any byte is an error`(_ linkType: LinkType, _ packet: [UInt8]) {
        for count in packet.indices {
            let error = #expect(throws: DissectionError.self) {
                try UDPDatagram(Array(packet.prefix(count)), linkType: linkType)
            }
            guard case .truncated(_, let needed, let available) = error else {
                Issue.record("\(count) bytes: \(String(describing: error))")
                continue
            }
            #expect(needed > available)
        }
    }

    @Test(arguments: packets)
    func `any flipped bit is an error or a payload within the packet`(_ linkType: LinkType, _ packet: [UInt8]) {
        var refused = 0
        for index in packet.indices {
            for bit in 0..<8 {
                var damaged = packet
                damaged[index] ^= 1 << UInt8(bit)
                do {
                    let payload = try UDPDatagram(damaged, linkType: linkType).payload
                    #expect(payload.upperBound <= packet.count)
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 40)
    }

    @Test func `padding after the datagram is not part of it`() throws {
        let packet = Self.ethernet + [0, 0, 0, 0]
        #expect(try UDPDatagram(packet, linkType: .ethernet).payload == 42..<45)
    }

    @Test func `options in the IP header are stepped over`() throws {
        var packet = Array(Self.ip.prefix(20)) + [1, 1, 1, 1] + Self.ip.dropFirst(20)
        packet[0] = 0x46
        packet[3] = 35
        #expect(try UDPDatagram(packet, linkType: .raw).payload == 32..<35)
    }

    @Test(arguments: [
        (0, 0x65, DissectionError.wrongVersion(6)),
        (0, 0x44, .lyingLength(.ipv4, says: 16, bounds: 20...60)),
        (3, 19, .lyingLength(.ipv4, says: 19, bounds: 20...65_535)),
        (3, 32, .truncated(.ipv4, needed: 32, available: 31)),
        (3, 27, .truncated(.udp, needed: 8, available: 7)),
        (2, 0xFF, .truncated(.ipv4, needed: 65_311, available: 31)),
        (7, 1, .fragment(offset: 8)),
        (6, 0x60, .fragment(offset: 0)),
        (9, 6, .notUDP(protocol: 6)),
        (25, 7, .lyingLength(.udp, says: 7, bounds: 8...11)),
        (25, 12, .lyingLength(.udp, says: 12, bounds: 8...11)),
    ])
    func `an inconsistent header is refused with its values`(_ offset: Int, _ byte: UInt8, _ expected: DissectionError)
    {
        var packet = Self.ip
        packet[offset] = byte
        #expect(throws: expected) { try UDPDatagram(packet, linkType: .raw) }
    }

    @Test func `a packet that is not IPv4 is an error`() {
        var packet = Self.ethernet
        packet[12...13] = [0x86, 0xDD]
        #expect(throws: DissectionError.notIPv4(etherType: 0x86DD)) { try UDPDatagram(packet, linkType: .ethernet) }
        #expect(throws: DissectionError.unknownLinkType(9)) { try UDPDatagram(packet, linkType: LinkType(value: 9)) }
        #expect("\(DissectionError.notIPv4(etherType: 0x86DD))" == "not IPv4: ether type 0x86dd")
    }
}
