import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The checks of datagrams, with a client at port 1 and a server at port 2.
@Suite struct WireWatchTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)
    private static let callPath: [UInt8] =
        [0xB5] + Array("video".utf8) + [0x04] + Array("call".utf8) + [0x01] + Array("c".utf8) + [0x01] + Array("x".utf8)
    /// A confirmable GET of a call with message id 1 and token 7.
    private static let request: [UInt8] = [0x41, 1, 0, 1, 7] + callPath
    /// A confirmable FETCH of the coordinator's events with message id 1 and token 7.
    private static let subscription: [UInt8] =
        [0x41, 5, 0, 1, 7, 0x60, 0x55] + Array("video".utf8) + [0x07] + Array("connect".utf8)
    /// Its response in the acknowledgement.
    private static let response: [UInt8] = [0x61, 0x45, 0, 1, 7]

    /// The request for a proof of the client's address, with an Echo option of one byte.
    private static func challenge(_ echo: UInt8) -> [UInt8] { [0x61, 0x81, 0, 1, 7, 0xD1, 239, echo] }

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
        [up(request), down([0x60, 0, 0, 1]), down([0x41, 0x45, 0, 9, 7]), up([0x60, 0, 0, 9])],
        [
            up(subscription), down([0x60, 0, 0, 1]), down([0x41, 0x45, 0, 9, 7, 0x61, 1]), up([0x60, 0, 0, 9]),
            down([0x41, 0x45, 0, 10, 7, 0x61, 2]),
        ],
        [up(request), down(challenge(1)), down(challenge(1)), down(challenge(2)), down(response), down(response)],
    ])
    func `An exchange as RFC 7252 and RFC 7641 have it breaks no rule`(datagrams: [DatagramRecord]) {
        #expect(Self.violation(datagrams) == nil)
    }

    @Test(arguments: [
        ([down(response)], "no message has its message id"),
        ([up(request), down([0x61, 0x45, 0, 1, 8])], "no request has its token"),
        ([up(request), down(response), down([0x51, 0x45, 0, 9, 7])], "its request already has its final response"),
        ([up(request), down(response), down([0x61, 0x44, 0, 1, 7])], "it differs from the earlier response"),
        ([up(request), down(response), down(challenge(1))], "it differs from the earlier response"),
        ([up(request), up([0x41, 2, 0, 1, 7] + callPath)], "its message id is that of another message"),
        ([up(request), up([0x41, 1, 0, 2, 7] + callPath)], "its token is that of an open request"),
        (
            [
                up(subscription), down([0x60, 0, 0, 1]), down([0x41, 0x45, 0, 9, 7, 0x61, 2]), up([0x60, 0, 0, 9]),
                down([0x41, 0x45, 0, 10, 7, 0x61, 2]),
            ],
            "its number is not above the last one"
        ),
        ([up([0x41, 1, 0, 1, 7])], "no route has its method and its path"),
        ([up([0x41, 3, 0, 1, 7] + callPath)], "no route has its method and its path"),
        ([up([0x41, 1, 0, 1, 7, 0x60, 0x55] + callPath.dropFirst())], "its route or method does not permit Observe"),
        ([up([0x41, 1, 0, 1, 7, 0xFF])], "it is not a CoAP message"),
        ([up([0xFF])], "it belongs to no protocol"),
    ])
    func `An exchange that breaks a rule is found with the rule`(datagrams: [DatagramRecord], rule: String) throws {
        #expect(try #require(Self.violation(datagrams)).hasSuffix(rule))
    }

    @Test func `A message that is sent again breaks a rule, unless something was disturbed`() {
        let sent = [
            Self.up(Self.request), Self.up(Self.request, after: .seconds(2)), Self.down(Self.response),
            Self.down(Self.response),
        ]
        #expect(Self.violation(sent)?.hasSuffix("it is sent again, although nothing was lost") == true)
        var watch = WireWatch()
        watch.disturb(changesAddressesOrBytes: false)
        for datagram in sent { watch.sent(datagram, byServer: datagram.from == Self.server) }
        #expect(watch.violation == nil)
    }

    /// Datagrams whose form alone is wrong, and the violation.
    private static let malformed: [(bytes: [UInt8], rule: String)] = [
        ([0xFF], "it belongs to no protocol"), ([0x41, 1, 0, 1, 7, 0xFF], "it is not a CoAP message"),
        ([0x80, 200, 0, 9, 0, 0, 0, 1], "it is not an RTCP compound"),
        ([0x80, 203, 0, 1, 0, 0, 0, 1], "it is not an RTCP compound"),
        ([0x90, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2], "it is not an RTP packet"),
        ([0, 1, 0, 8, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 1, count: 12), "it is not a STUN message"),
    ]

    @Test(arguments: malformed, [false, true])
    func `The form of a datagram is checked, also after servers restarted or addresses changed`(
        _ wrong: (bytes: [UInt8], rule: String), _ isDistrusted: Bool
    ) throws {
        var watch = WireWatch()
        if isDistrusted { watch.disturb(changesAddressesOrBytes: true) }
        watch.sent(Self.up(wrong.bytes), byServer: false)
        #expect(try #require(watch.violation).hasSuffix(wrong.rule))
    }

    @Test func `The stream of the coordinator opens with a message to confirm`() {
        let subscription = Self.up(Self.subscription)
        #expect(
            Self.violation([subscription, Self.down([0x60, 0, 0, 1]), Self.down([0x41, 0x45, 0, 9, 7, 0x60])]) == nil)
        #expect(
            Self.violation([subscription, Self.down([0x61, 0x45, 0, 1, 7, 0x60])])?.hasSuffix("in an acknowledgement")
                == true)
    }

    @Test func `Subscriptions are not requested twice, unless others were in between`() {
        func request(_ id: UInt8, _ content: UInt8) -> DatagramRecord {
            let track = CBOR.map([
                "user_id": .text("bob"), "session_id": .text("t"), "track_type": .unsigned(UInt64(content)),
            ])
            let path: [UInt8] =
                [0xB3] + Array("sfu".utf8) + [0x0D, 7] + Array("update_subscriptions".utf8) + [0x11, 60]
            return Self.up(
                [0x41, 2, 0, id, id] + path + [0xFF]
                    + CBOR.map(["session_id": .text("s"), "tracks": .array([track])]).encoded())
        }
        func answer(_ id: UInt8) -> DatagramRecord { Self.down([0x61, 0x44, 0, id, id]) }
        #expect(Self.violation([request(1, 1), answer(1), request(2, 2), answer(2), request(3, 1)]) == nil)
        #expect(Self.violation([request(1, 1), answer(1), request(2, 1)])?.hasSuffix("requested before") == true)
    }

    @Test func `A duplicate of the network breaks no rule of its sender`() {
        var watch = WireWatch()
        let sent = [Self.up(Self.request), Self.up(Self.request)]
        watch.disturb(changesAddressesOrBytes: false)
        for datagram in sent { watch.sent(datagram, byServer: false) }
        watch.duplicated(sent[1])
        #expect(watch.violation == nil)
    }

    @Test func `A message id and a token may name another message once their lifetime is over`() {
        let exchange = [Self.up(Self.request), Self.down(Self.response)]
        let lifetime = Duration.seconds(247)
        #expect(Self.violation(exchange + [Self.up([0x41, 2, 0, 1, 7] + Self.callPath, after: lifetime)]) == nil)
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
        let bytes = try Self.compound(report, named: 3)
        #expect((Self.violation([Self.up(Self.packet(5)), Self.up(Self.packet(6)), Self.up(bytes)]) == nil) == isRight)
    }

    @Test(arguments: [(UInt32(3), true), (4, false)])
    func `A report names its own sender`(named: UInt32, isRight: Bool) throws {
        let report = RTCP.SenderReport(ssrc: 3, ntp: 1, rtpTimestamp: 1, packetCount: 1, octetCount: 1)
        let bytes = try Self.compound(report, named: named)
        let text = Self.violation([Self.up(Self.packet(5)), Self.up(bytes)])
        #expect((text?.hasSuffix("its sender has no name") ?? false) != isRight)
    }

    @Test func `A farewell names its sender too`() throws {
        let bytes = try #require(RTCP.encoded([.receiverReport(ssrc: 3, []), .bye([3], reason: nil)]))
        #expect(try #require(Self.violation([Self.up(bytes)])).hasSuffix("its sender has no name"))
    }

    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 1)

    /// A report of alice, and its copy for the client.
    private static func reported(after offset: Duration) throws -> [DatagramRecord] {
        let report = RTCP.SenderReport(
            ssrc: 3, ntp: 0x1_0002_0000, rtpTimestamp: 1, packetCount: 1, octetCount: 1)
        let bytes = try compound(report, named: 3)
        return [record(bytes, alice, server, offset), record(bytes, server, client, offset)]
    }

    /// The client's report on the source of alice.
    private static func reception(lastReport: UInt32, after offset: Duration) throws -> [DatagramRecord] {
        let block = RTCP.ReportBlock(
            ssrc: 3, fractionLost: 0, cumulativeLost: 0, extendedHighest: 5, jitter: 0, lastSenderReport: lastReport)
        let name = RTCP.Chunk(ssrc: 9, items: [RTCP.Item(type: 1, text: "bob")])
        let bytes = try #require(RTCP.encoded([.receiverReport(ssrc: 9, [block]), .sourceDescription([name])]))
        return [up(bytes, after: offset)]
    }

    @Test func `A new session has received no report until the next one`() throws {
        let rule = "it names another report than the last one of 3"
        let join: [UInt8] = [0x41, 5, 0, 1, 1, 0xB3] + Array("sfu".utf8) + [0x04] + Array("join".utf8)
        let packet = [
            Self.record(Self.packet(5), Self.alice, Self.server, .zero),
            Self.record(Self.packet(5), Self.server, Self.client, .zero),
        ]
        let known = try packet + Self.reported(after: .zero) + Self.reception(lastReport: 0x1_0002, after: .zero)
        let session = [Self.up(join), Self.down([0x61, 0x45, 0, 1, 1])]
        let unknown = try Self.reception(lastReport: 0, after: .seconds(2))
        let late = try Self.reported(after: .seconds(3)) + Self.reception(lastReport: 0, after: .seconds(4))
        #expect(Self.violation(known + unknown)?.hasSuffix(rule) == true)
        #expect(Self.violation(known + session + unknown) == nil)
        #expect(Self.violation(known + session + unknown + late)?.hasSuffix(rule) == true)
    }

    private static func compound(_ report: RTCP.SenderReport, named source: UInt32) throws -> [UInt8] {
        let name = RTCP.Chunk(ssrc: source, items: [RTCP.Item(type: 1, text: "alice")])
        return try #require(RTCP.encoded([.senderReport(report), .sourceDescription([name])]))
    }

    @Test(arguments: [(Int64(1), Int64(0), true), (2, 0, false), (1, 1, false)])
    func `Statistics count what was sent, and no more than was sent there`(
        sent: Int64, received: Int64, isRight: Bool
    ) {
        let body = CBOR.map([
            "session_id": .text("s"), "publisher_stats": .map(["packets_sent": .integer(sent)]),
            "subscriber_stats": .map(["packets_received": .integer(received), "packets_lost": .unsigned(0)]),
        ])
        let join: [UInt8] = [0x41, 5, 0, 1, 1, 0xB3] + Array("sfu".utf8) + [0x04] + Array("join".utf8)
        let statistics =
            [0x41, 2, 0, 2, 2, 0xB3] + Array("sfu".utf8) + [0x0A] + Array("send_stats".utf8) + [0x11, 60, 0xFF]
            + body.encoded()
        let text = Self.violation([
            Self.up(join), Self.down([0x61, 0x45, 0, 1, 1]), Self.up(Self.packet(5)),
            Self.up(statistics, after: .milliseconds(20)),
        ])
        #expect((text == nil) == isRight, "\(text ?? "")")
    }

    private static func packet(_ number: UInt16) -> [UInt8] {
        [0x80, 111, UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 1, 0, 0, 0, 3, 9]
    }
}

/// The checks of times and bodies, with the datagrams of the suite above.
@Suite struct PeriodAndBodyTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)
    private static let callPath: [UInt8] =
        [0xB5] + Array("video".utf8) + [0x04] + Array("call".utf8) + [0x01] + Array("c".utf8) + [0x01] + Array("x".utf8)

    private static func violation(
        _ datagrams: [(bytes: [UInt8], milliseconds: Int64, isAnswer: Bool)], isDisturbed: Bool = false
    ) -> String? {
        var watch = WireWatch()
        if isDisturbed { watch.disturb(changesAddressesOrBytes: false) }
        for datagram in datagrams {
            let (from, to) = datagram.isAnswer ? (server, client) : (client, server)
            let time = Instant.start.advanced(by: .milliseconds(datagram.milliseconds))
            watch.sent(
                DatagramRecord(number: 1, time: time, from: from, to: to, bytes: datagram.bytes, fate: .sent),
                byServer: datagram.isAnswer)
        }
        return watch.violation
    }

    @Test(arguments: [
        ([0, 2500, 7500], true), ([0, 1999], false), ([0, 3001], false), ([0, 2500, 7499], false),
        ([0, 2000, 6000, 14_000, 30_000], true), ([0, 2000, 6000, 14_000, 30_000, 62_000], false),
    ])
    func `A message is sent again after two to three seconds, then after twice as long, and four times at most`(
        times: [Int64], isRight: Bool
    ) {
        let request: [UInt8] = [0x41, 1, 0, 1, 7] + Self.callPath
        #expect((Self.violation(times.map { (request, $0, false) }, isDisturbed: true) == nil) == isRight)
    }

    @Test(arguments: [
        ([Int64(0), 5000, 10_000], true), ([0, 4999], false), ([0, 5001], false), ([0, 60_000], true),
    ])
    func `A sign of life follows the last one after five seconds, or restarts after a long time`(
        times: [Int64], isRight: Bool
    ) {
        let path: [UInt8] = [0xB5] + Array("video".utf8) + [0x07] + Array("connect".utf8)
        let pings = times.enumerated().flatMap { index, time in
            let number = UInt8(index)
            return [
                ([0x41, 1, 0, number, number] + path, time, false), ([0x61, 0x45, 0, number, number], time, true),
            ]
        }
        #expect((Self.violation(pings) == nil) == isRight)
    }

    /// A first block of 16 bytes with an entity tag.
    private static func block(_ token: UInt8, _ tag: UInt8, _ content: UInt8, count: Int = 16) -> [UInt8] {
        // ETag (4), Content-Format (12) and Block2 (23), as differences of their numbers.
        [0x61, 0x45, 0, token, token, 0x41, tag, 0x81, 60, 0xB1, 0x08, 0xFF] + [UInt8](repeating: content, count: count)
    }

    @Test func `Two bodies with one entity tag and a block that is not full break a rule`() {
        func exchange(_ token: UInt8, _ answer: [UInt8]) -> [(bytes: [UInt8], milliseconds: Int64, isAnswer: Bool)] {
            [([0x41, 1, 0, token, token] + Self.callPath, 0, false), (answer, 0, true)]
        }
        let first = exchange(1, Self.block(1, 1, 5))
        #expect(Self.violation(first + exchange(2, Self.block(2, 2, 6))) == nil)
        #expect(Self.violation(first + exchange(2, Self.block(2, 1, 6)))?.hasSuffix("that of another body") == true)
        #expect(Self.violation(exchange(1, Self.block(1, 1, 5, count: 15)))?.hasSuffix("has 15") == true)
    }
}
