import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of media and reports on a network without loss.
@Suite struct WithheldMediaTests {
    private let sender = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 2)
    private let receiver = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 3)

    private func record(
        _ bytes: [UInt8]?, from: SocketAddress, to: SocketAddress, _ number: Int
    ) -> DatagramRecord {
        let time = Instant.start.advanced(by: .milliseconds(20 * number))
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes ?? [], fate: .sent)
    }

    /// Returns the violation of a receiver's report on a voice of 100 packets, of which some are withheld.
    private func violation(withheld: Range<Int>, change: (inout RTCP.ReportBlock) -> Void = { _ in }) throws -> String?
    {
        var statistics = RTP.ReceiverStatistics(clockRate: 8_000, minSequential: 0)
        var watch = MediaWatch()
        for number in 0..<100 {
            let packet = RTP.Packet(
                payloadType: 0, sequenceNumber: UInt16(truncatingIfNeeded: number + 65_500),
                timestamp: UInt32(number) * 160, ssrc: 7)
            let sent = record(packet.encoded(), from: sender, to: sfu, number)
            #expect(watch.violation(ofPacket: sent, byServer: false) == nil)
            guard !withheld.contains(number) else { continue }
            let forwarded = record(packet.encoded(), from: sfu, to: receiver, number)
            #expect(watch.violation(ofPacket: forwarded, byServer: true) == nil)
            _ = statistics.receive(
                sequenceNumber: packet.sequenceNumber, timestamp: packet.timestamp, at: forwarded.time)
        }
        var block = statistics.report(on: 7, at: record(nil, from: receiver, to: sfu, 99).time)
        change(&block)
        let report = record(RTCP.encoded([.receiverReport(ssrc: 8, [block])]), from: receiver, to: sfu, 99)
        return watch.violation(of: try #require(RTCPFrame.compound(report.bytes)), report)
    }

    @Test func `packets that an SFU withholds are counted as lost by their receiver, and no others`() throws {
        #expect(try violation(withheld: 0..<0) == nil)
        #expect(try violation(withheld: 30..<70) == nil)
        #expect(try violation(withheld: 0..<70) == nil)
        #expect(try violation(withheld: 0..<0) { $0.cumulativeLost = 1 }?.contains("losses") == true)
        #expect(try violation(withheld: 0..<0) { $0.fractionLost = 1 }?.contains("losses") == true)
        #expect(try violation(withheld: 30..<70) { $0.cumulativeLost = 41 }?.contains("losses") == true)
    }
}
