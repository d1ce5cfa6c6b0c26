import Testing
import Wire

@testable import Programs

@Suite struct IPPacketTests {
    /// A datagram of 10.0.0.2:5060 to 10.0.0.1:5061 with the payload "hi!", as the kernel wrote it.
    private static let datagram: [UInt8] = [
        0x45, 0, 0, 31, 0, 1, 0x40, 0, 64, 17, 0, 0, 10, 0, 0, 2, 10, 0, 0, 1,
        0x13, 0xC4, 0x13, 0xC5, 0, 11, 0, 0, 0x68, 0x69, 0x21,
    ]

    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.set(0, at: 10)
        bytes.set(Checksum.folded(Checksum.sum(bytes[..<20])), at: 10)
        return bytes
    }

    private static func packet(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> IPPacket {
        var bytes = datagram
        change(&bytes)
        return try IPPacket(sealed(bytes))
    }

    @Test func `the checksum is that of the example in RFC 1071`() {
        #expect(Checksum.folded(Checksum.sum([0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7])) == ~0xDDF2)
        #expect(Checksum.sum([0x12, 0x34, 0x56]) == 0x1234 + 0x5600)
    }

    @Test func `a datagram has its addresses, ports and payload`() throws {
        let datagram = try #require(IPDatagram(try Self.packet()))
        #expect(datagram.source == SocketAddress("10.0.0.2:5060"))
        #expect(datagram.destination == SocketAddress("10.0.0.1:5061"))
        #expect(datagram.payload == Array("hi!".utf8))
    }

    @Test func `bytes behind the length of the packet are not part of it`() throws {
        #expect(try IPPacket(Self.sealed(Self.datagram) + [1, 2, 3]).bytes.count == Self.datagram.count)
    }

    @Test func `a wrong checksum, version or length is not a packet`() {
        #expect(throws: IPPacket.Flaw.truncated) { try IPPacket([]) }
        #expect(throws: IPPacket.Flaw.truncated) { try IPPacket([0x45, 0]) }
        #expect(throws: IPPacket.Flaw.wrongVersion(6)) { try IPPacket([0x60] + Self.datagram.dropFirst()) }
        #expect(throws: IPPacket.Flaw.wrongChecksum) { try IPPacket(Self.datagram) }
        #expect(throws: IPPacket.Flaw.wrongLength(31)) { try IPPacket(Self.sealed(Self.datagram).dropLast()) }
        #expect(throws: IPPacket.Flaw.wrongLength(31)) {
            try IPPacket(Self.sealed([0x44] + Self.datagram.dropFirst()))
        }
    }

    @Test func `every beginning and every changed byte of a packet is read without a trap`() {
        let bytes = Self.sealed(Self.datagram)
        for count in 0...bytes.count { _ = try? IPPacket(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = value
                guard let packet = try? IPPacket(Self.sealed(changed)) else { continue }
                _ = IPDatagram(packet)?.packet(with: [1])
                _ = Unreachable.answer(to: packet, from: ProgramPlan.router)
            }
        }
    }

    @Test func `a fragment, another protocol and a wrong length of UDP are not a datagram`() throws {
        #expect(IPDatagram(try Self.packet { $0[6] = 0x20 }) == nil)
        #expect(IPDatagram(try Self.packet { $0[9] = 6 }) == nil)
        #expect(IPDatagram(try Self.packet { $0[25] = 12 }) == nil)
        #expect(IPDatagram(try Self.packet { $0[25] = 7 }) == nil)
    }

    @Test func `a changed payload has new lengths and checksums, and the same one leaves the packet as it is`() throws {
        let datagram = try #require(IPDatagram(try Self.packet()))
        #expect(datagram.packet(with: datagram.payload) == Self.sealed(Self.datagram))
        let changed = try IPPacket(datagram.packet(with: [1, 2]))
        #expect(IPDatagram(changed)?.payload == [1, 2])
        let pseudoHeader = Checksum.sum(changed.bytes[12..<20]) + 17 + 10
        #expect(Checksum.folded(pseudoHeader + Checksum.sum(changed.bytes[20...])) == 0)
    }

    @Test func `a packet to no host is answered with its header and eight bytes, and ICMP is not`() throws {
        let answer = try #require(Unreachable.answer(to: try Self.packet(), from: ProgramPlan.router))
        let packet = try IPPacket(answer)
        #expect(packet.source == ProgramPlan.router && packet.destination == HostAddress(10, 0, 0, 2))
        #expect(Array(answer[20..<22]) == [3, 1] && Array(answer[28...]) == Self.sealed(Self.datagram).dropLast(3))
        #expect(Checksum.folded(Checksum.sum(answer[20...])) == 0)
        #expect(Unreachable.answer(to: try Self.packet { $0[9] = 1 }, from: ProgramPlan.router) == nil)
    }
}
