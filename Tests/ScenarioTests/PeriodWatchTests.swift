import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the intervals of reports.
@Suite struct PeriodWatchTests {
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)

    private static func end(_ number: UInt8) -> SocketAddress {
        SocketAddress(host: HostAddress(127, 1, 0, number), port: 1)
    }

    /// A packet or a report of a source, from or to a client.
    private struct Sent {
        let (source, client): (UInt32, UInt8)
        let seconds: Int
        var isReport = false
        var isUp = true
    }

    private static func violation(_ all: [Sent]) -> String? {
        var watch = PeriodWatch()
        for sent in all.sorted(by: { $0.seconds < $1.seconds }) {
            let packet = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 1, ssrc: sent.source, payload: [1])
            let report = RTCP.encoded([.receiverReport(ssrc: sent.source, [])])
            let (client, time) = (end(sent.client), Instant.start.advanced(by: .seconds(sent.seconds)))
            let record = DatagramRecord(
                number: 1, time: time, from: sent.isUp ? client : server, to: sent.isUp ? server : client,
                bytes: (sent.isReport ? report : packet.encoded()) ?? [], fate: .sent)
            if let text = watch.violation(record, sent.isReport ? .rtcp : .rtp) { return text }
        }
        return nil
    }

    private static func packets(
        of source: UInt32, _ client: UInt8, _ seconds: ClosedRange<Int>, isUp: Bool = true
    ) -> [Sent] {
        seconds.map { Sent(source: source, client: client, seconds: $0, isUp: isUp) }
    }

    private static func reports(of source: UInt32, _ client: UInt8, at seconds: Int..., isUp: Bool = true) -> [Sent] {
        seconds.map { Sent(source: source, client: client, seconds: $0, isReport: true, isUp: isUp) }
    }

    @Test func `the next report of a source follows within thirteen seconds`() {
        let packets = Self.packets(of: 7, 1, 0...30)
        #expect(Self.violation(packets + Self.reports(of: 7, 1, at: 1, 14, 20)) == nil)
        let text = Self.violation(packets + Self.reports(of: 7, 1, at: 1, 15))
        #expect(text == "the last report was sent 14000 ms before, which is too long")
    }

    @Test func `a source that pauses reports as if it began`() {
        let packets = Self.packets(of: 7, 1, 0...4) + Self.packets(of: 7, 1, 30...34)
        #expect(Self.violation(packets + Self.reports(of: 7, 1, at: 3, 32)) == nil)
        #expect(Self.violation(packets + Self.reports(of: 7, 1, at: 3, 32, 46)) != nil)
    }

    @Test func `a report that is forwarded pauses with its source, while the receiver sends`() {
        let others = Self.packets(of: 8, 2, 0...34)
        let packets = others + Self.packets(of: 7, 2, 0...4, isUp: false)
        let resumed = packets + Self.packets(of: 7, 2, 30...34, isUp: false)
        #expect(Self.violation(resumed + Self.reports(of: 7, 2, at: 3, 32, isUp: false)) == nil)
        #expect(Self.violation(packets + Self.reports(of: 7, 2, at: 3, 32, isUp: false)) != nil)
    }

    @Test func `a receiver that hears nothing for a while reports as if it began`() {
        let packets = Self.packets(of: 7, 1, 0...4, isUp: false) + Self.packets(of: 7, 1, 30...34, isUp: false)
        #expect(Self.violation(packets + Self.reports(of: 9, 1, at: 3, 32)) == nil)
        let elsewhere = Self.packets(of: 7, 2, 0...4, isUp: false) + Self.packets(of: 7, 2, 30...34, isUp: false)
        #expect(Self.violation(elsewhere + Self.reports(of: 9, 1, at: 3, 32)) != nil)
    }
}
