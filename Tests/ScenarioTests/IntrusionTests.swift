import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioStage
@testable import Sockets

/// The bytes from and to an intruder, and its copies.
@Suite struct IntrusionTests {
    private static let intruder = HostAddress(127, 1, 0, 251)
    private static let server = HostAddress(127, 0, 0, 1)

    private var intrusion = Intrusion()

    private mutating func count(_ bytes: Int, from: HostAddress, to: HostAddress, _ fate: DatagramRecord.Fate = .sent) {
        let datagram = DatagramRecord(
            number: 1, time: .start, from: SocketAddress(host: from, port: 1), to: SocketAddress(host: to, port: 2),
            bytes: [UInt8](repeating: 0, count: bytes), fate: fate)
        intrusion.count(datagram, at: Self.intruder)
    }

    @Test mutating func `three times the bytes of an intruder may return, and no more`() {
        count(10, from: Self.intruder, to: Self.server)
        count(30, from: Self.server, to: Self.intruder)
        count(500, from: Self.server, to: Self.server)
        #expect(intrusion.violation == nil)
        count(1, from: Self.server, to: Self.intruder)
        #expect(
            intrusion.violation == "an address that is not proved received 31 bytes, and only 10 came from it")
    }

    @Test mutating func `a copy that the network made does not count, in neither direction`() {
        count(10, from: Self.intruder, to: Self.server)
        count(30, from: Self.server, to: Self.intruder)
        count(30, from: Self.server, to: Self.intruder)
        count(30, from: Self.server, to: Self.intruder, .duplicated)
        count(30, from: Self.server, to: Self.intruder, .received)
        #expect(intrusion.violation == nil)
        count(10, from: Self.intruder, to: Self.server)
        count(10, from: Self.intruder, to: Self.server, .duplicated)
        count(1, from: Self.server, to: Self.intruder)
        #expect(intrusion.violation != nil)
    }

    @Test mutating func `a fresh copy differs in its message id alone, and a cut one is shorter`() throws {
        let message = CoAP.Message(type: .confirmable, code: .get, messageID: 700)
        var act = IntruderAct(content: .replay(PacketFilter()))
        #expect(intrusion.copy(message.encoded(), act) == message.encoded())
        act.isFresh = true
        for id in [1, 2] as [UInt16] {
            var expected = message
            expected.messageID = id
            #expect(intrusion.copy(message.encoded(), act) == expected.encoded())
        }
        act.isFresh = false
        act.length = 2
        #expect(intrusion.copy(message.encoded(), act) == Array(message.encoded().prefix(2)))
    }

    @Test mutating func `media keeps its bytes, since it has no message id`() {
        var act = IntruderAct(content: .replay(PacketFilter()))
        act.isFresh = true
        let packet: [UInt8] = [0x80, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1]
        #expect(intrusion.copy(packet, act) == packet)
    }
}
