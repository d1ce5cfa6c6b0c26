import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The checks of datagrams, with a client at port 1 and a server at port 2.
@Suite struct WireWatchTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)
    /// A confirmable GET with message id 1 and token 7.
    private static let request: [UInt8] = [0x41, 1, 0, 1, 7]
    /// Its response in the acknowledgement.
    private static let response: [UInt8] = [0x61, 0x45, 0, 1, 7]

    private static func up(_ bytes: [UInt8], after offset: Duration = .zero) -> DatagramRecord {
        record(bytes, client, server, offset)
    }

    private static func down(_ bytes: [UInt8], after offset: Duration = .zero) -> DatagramRecord {
        record(bytes, server, client, offset)
    }

    private static func record(
        _ bytes: [UInt8], _ from: SocketAddress, _ to: SocketAddress, _ offset: Duration
    ) -> DatagramRecord {
        let time = Instant.start.advanced(by: offset)
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes, fate: .sent)
    }

    private static func violation(_ datagrams: [DatagramRecord]) -> String? {
        var watch = WireWatch()
        for datagram in datagrams { watch.sent(datagram, byServer: datagram.from == server) }
        return watch.violation
    }

    @Test(arguments: [
        [up(request), down(response)],
        [up(request), up(request), down(response), down(response)],
        [up(request), down([0x60, 0, 0, 1]), down([0x41, 0x45, 0, 9, 7]), up([0x60, 0, 0, 9])],
        [up([0x41, 1, 0, 1, 7, 0x60]), down([0x61, 0x45, 0, 1, 7, 0x61, 1]), down([0x41, 0x45, 0, 9, 7, 0x61, 2])],
    ])
    func `An exchange as RFC 7252 and RFC 7641 have it breaks no rule`(datagrams: [DatagramRecord]) {
        #expect(Self.violation(datagrams) == nil)
    }

    @Test(arguments: [
        ([down(response)], "no message has its message id"),
        ([up(request), down([0x61, 0x45, 0, 1, 8])], "no request has its token"),
        ([up(request), down(response), down([0x51, 0x45, 0, 9, 7])], "its request has a response"),
        ([up(request), down(response), down([0x61, 0x44, 0, 1, 7])], "it is another response than before"),
        ([up(request), up([0x41, 2, 0, 1, 7])], "its message id is that of another message"),
        ([up(request), up([0x41, 1, 0, 2, 7])], "its token is that of an open request"),
        (
            [
                up([0x41, 1, 0, 1, 7, 0x60]), down([0x61, 0x45, 0, 1, 7, 0x61, 2]),
                down([0x41, 0x45, 0, 9, 7, 0x61, 2]),
            ],
            "its number is not above the last one"
        ),
        ([up([0x41, 1, 0, 1, 7, 0xFF])], "it is no CoAP message"),
        ([up([0xFF])], "it belongs to no protocol"),
    ])
    func `An exchange that breaks a rule is found with the rule`(datagrams: [DatagramRecord], rule: String) throws {
        #expect(try #require(Self.violation(datagrams)).hasSuffix(rule))
    }

    @Test func `A message id and a token may name another message once their lifetime is over`() {
        let exchange = [Self.up(Self.request), Self.down(Self.response)]
        let lifetime = Duration.seconds(247)
        #expect(Self.violation(exchange + [Self.up([0x41, 2, 0, 1, 7], after: lifetime)]) == nil)
        #expect(Self.violation(exchange + [Self.down(Self.response, after: lifetime)]) != nil)
    }

    @Test(arguments: [([UInt16(5), 6], true), ([5, 7], false), ([5, 5], false), ([0xFFFF, 0], true)])
    func `Packets of a source follow one another`(numbers: [UInt16], isRight: Bool) {
        let packets = numbers.map { Self.up(Self.packet($0)) }
        #expect((Self.violation(packets) == nil) == isRight)
    }

    @Test func `An SFU forwards a packet once and unchanged`() {
        let packet = Self.up(Self.packet(5))
        #expect(Self.violation([packet, Self.down(packet.bytes)]) == nil)
        #expect(Self.violation([packet, Self.down(packet.bytes), Self.down(packet.bytes)]) != nil)
        #expect(Self.violation([packet, Self.down(packet.bytes + [0])]) != nil)
    }

    @Test(arguments: [(UInt32(2), UInt32(2), true), (1, 2, false), (2, 3, false)])
    func `A report counts what its sender has sent`(packets: UInt32, octets: UInt32, isRight: Bool) throws {
        let report = RTCP.SenderReport(ssrc: 3, ntp: 1, rtpTimestamp: 1, packetCount: packets, octetCount: octets)
        let bytes = try #require(RTCP.encoded([.senderReport(report)]))
        #expect((Self.violation([Self.up(Self.packet(5)), Self.up(Self.packet(6)), Self.up(bytes)]) == nil) == isRight)
    }

    private static func packet(_ number: UInt16) -> [UInt8] {
        [0x80, 111, UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 1, 0, 0, 0, 3, 9]
    }
}
