import Signaling
import Timing
import Wire

/// The reports of a client on its own and on received tracks (RFC 3550 section 6).
extension MediaMachine {
    /// Counts the members of the session. Departures advance the next report (RFC 3550 section 6.3.4).
    mutating func countMembers(at now: Instant) {
        reports.setMembers(
            1 + outgoing.count + incoming.count, senders: outgoing.count + incoming.count, isSender: !outgoing.isEmpty,
            at: now)
    }

    /// Appends the reports of the current interval to the outputs.
    mutating func report(at now: Instant, date: Timestamp, _ outputs: inout [Output]) {
        guard reports.fire(at: now, &generator), let bytes = RTCP.encoded(compound(at: now, date: date)) else { return }
        reports.count(byteCount: bytes.count)
        outputs.append(.send(bytes))
    }

    /// Returns a compound packet: a report of each own track, and a description of their source. The reception blocks
    /// are in the first reports (RFC 3550 section 6.1).
    private mutating func compound(at now: Instant, date: Timestamp) -> [RTCP.Packet] {
        var blocks = reportBlocks(at: now)
        var packets: [RTCP.Packet] = []
        var described: [UInt32] = []
        for index in outgoing.indices where outgoing[index].isSender {
            var report = outgoing[index].report(at: now, date: date)
            report.reports = Self.take(&blocks)
            packets.append(.senderReport(report))
            described.append(report.ssrc)
        }
        let own = source(of: .audio)
        if packets.isEmpty { described.append(own) }
        while packets.isEmpty || !blocks.isEmpty { packets.append(.receiverReport(ssrc: own, Self.take(&blocks))) }
        packets.append(description(of: described))
        return packets
    }

    /// Returns the packet that names the owner of sources. Every compound contains one (RFC 3550 section 6.1).
    func description(of sources: [UInt32]) -> RTCP.Packet {
        let name = RTCP.Item(type: RTCP.Item.cname, text: cname)
        return .sourceDescription(sources.map { RTCP.Chunk(ssrc: $0, items: [name]) })
    }

    private mutating func reportBlocks(at now: Instant) -> [RTCP.ReportBlock] {
        incoming.keys.sorted().compactMap { ssrc in
            guard let received = incoming[ssrc]?.statistics.received, received > 0 else { return nil }
            return incoming[ssrc]?.report(at: now)
        }
    }

    /// Removes and returns the blocks that fit one packet.
    private static func take(_ blocks: inout [RTCP.ReportBlock]) -> [RTCP.ReportBlock] {
        defer { blocks.removeFirst(min(31, blocks.count)) }
        return Array(blocks.prefix(31))
    }
}
