import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the kind of a client's reports, of a sender or of a receiver (RFC 3550 section 6.4).
@Suite struct SenderWatchTests {
    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func send(_ source: UInt32, _ watch: inout SenderWatch) {
        let bytes = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 0, ssrc: source).encoded() ?? []
        watch.packet(DatagramRecord(number: 1, time: .start, from: client, to: sfu, bytes: bytes, fate: .sent))
    }

    private static func senderReport(_ source: UInt32) -> RTCP.Packet {
        .senderReport(RTCP.SenderReport(ssrc: source, ntp: 0, rtpTimestamp: 0, packetCount: 1, octetCount: 1))
    }

    private static func violation(_ packets: [RTCP.Packet], _ watch: inout SenderWatch) throws -> String? {
        let compound = try #require(RTCP.encoded(packets).flatMap(RTCPFrame.compound))
        return watch.violation(of: compound, from: client)
    }

    private static let missing =
        "it has no sender report of 7, which has sent packets since the report before the last one"
    private static let excess =
        "it has a sender report of 7, which has sent none since the report before the last one"

    @Test func `a source is a sender until the second report after its last packet, and no longer`() throws {
        var watch = SenderWatch()
        Self.send(7, &watch)
        #expect(try Self.violation([Self.senderReport(7)], &watch) == nil)
        var second = watch
        #expect(try Self.violation([.receiverReport(ssrc: 7, [])], &second) == Self.missing)
        #expect(try Self.violation([Self.senderReport(7)], &watch) == nil)
        var third = watch
        #expect(try Self.violation([Self.senderReport(7)], &third) == Self.excess)
        #expect(try Self.violation([.receiverReport(ssrc: 7, [])], &watch) == nil)
    }

    @Test func `each source of a client is judged, one that has said goodbye no longer`() throws {
        var watch = SenderWatch()
        for source in [7, 8] as [UInt32] { Self.send(source, &watch) }
        var both = watch
        #expect(try Self.violation([Self.senderReport(8)], &both) == Self.missing)
        #expect(try Self.violation([.receiverReport(ssrc: 7, []), .bye([7], reason: nil)], &watch) == nil)
        #expect(try Self.violation([Self.senderReport(8)], &watch) == nil)
    }

    @Test func `a client with a second session is not judged`() throws {
        var watch = SenderWatch()
        Self.send(7, &watch)
        for _ in 0..<2 { watch.begin(of: Self.client) }
        var one = watch
        #expect(try Self.violation([.receiverReport(ssrc: 7, [])], &one) == Self.missing)
        watch.begin(of: Self.client)
        #expect(try Self.violation([.receiverReport(ssrc: 7, [])], &watch) == nil)
    }
}
