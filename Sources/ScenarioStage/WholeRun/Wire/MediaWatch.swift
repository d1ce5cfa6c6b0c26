import Sockets
import Wire

/// Checks media on a network that loses nothing: what senders send, what SFUs forward, and what reports count
/// (RFC 3550 sections 5.1 and 6.4).
struct MediaWatch {
    private struct Flow: Hashable {
        let end: SocketAddress
        let ssrc: UInt32
    }

    private struct Progress {
        var sequence: UInt16
        var timestamp: UInt32
        let payloadType: UInt8
        var packets: UInt32 = 0
        var octets: UInt32 = 0
    }

    private var sent: [Flow: Progress] = [:]
    private var received: [Flow: UInt16] = [:]
    /// The last packets of each source, by the last bits of their numbers.
    private var packets: [UInt32: [UInt16: [UInt8]]] = [:]
    /// The number of packets that are kept of a source; a frame has fewer.
    private static let kept: UInt16 = 64

    /// Takes an RTP packet that was sent, and returns what is wrong with it.
    mutating func violation(ofPacket datagram: DatagramRecord, byServer isForwarded: Bool) -> String? {
        guard let header = try? RTP.Header(decoding: datagram.bytes.span) else { return "it is no RTP packet" }
        let arrival = Flow(end: datagram.to, ssrc: header.ssrc)
        defer { received[arrival] = header.sequenceNumber }
        if isForwarded {
            guard packets[header.ssrc]?[header.sequenceNumber % Self.kept] == datagram.bytes else {
                return "its source has sent no such packet"
            }
            return received[arrival] == header.sequenceNumber ? "its receiver had it before" : nil
        }
        packets[header.ssrc, default: [:]][header.sequenceNumber % Self.kept] = datagram.bytes
        return progress(header, Flow(end: datagram.from, ssrc: header.ssrc))
    }

    private mutating func progress(_ header: RTP.Header, _ flow: Flow) -> String? {
        let octets = UInt32(header.payloadRange.count)
        guard var progress = sent[flow] else {
            sent[flow] = Progress(
                sequence: header.sequenceNumber, timestamp: header.timestamp, payloadType: header.payloadType,
                packets: 1, octets: octets)
            return nil
        }
        guard header.sequenceNumber == progress.sequence &+ 1 else { return "its number does not follow the last one" }
        guard header.payloadType == progress.payloadType else { return "its payload type is another one" }
        guard header.timestamp &- progress.timestamp < 0x8000_0000 else { return "its timestamp goes back" }
        progress.sequence = header.sequenceNumber
        progress.timestamp = header.timestamp
        progress.packets += 1
        progress.octets &+= octets
        sent[flow] = progress
        return nil
    }

    /// Takes a compound of RTCP that was sent, and returns what is wrong with it.
    func violation(ofReport datagram: DatagramRecord) -> String? {
        guard let compound = try? RTCP.packets(decoding: datagram.bytes) else { return "it is no RTCP compound" }
        return compound.lazy.compactMap { self.violation(of: $0, from: datagram.from) }.first
    }

    private func violation(of packet: RTCP.Packet, from end: SocketAddress) -> String? {
        switch packet {
        case .senderReport(let report):
            if let own = sent[Flow(end: end, ssrc: report.ssrc)],
                own.packets != report.packetCount || own.octets != report.octetCount
            {
                return "it counts \(report.packetCount) packets and \(report.octetCount) bytes of \(report.ssrc), "
                    + "and \(own.packets) and \(own.octets) were sent"
            }
            return violation(of: report.reports, from: end)
        case .receiverReport(_, let reports): return violation(of: reports, from: end)
        case .sourceDescription, .bye, .other: return nil
        }
    }

    private func violation(of reports: [RTCP.ReportBlock], from end: SocketAddress) -> String? {
        for report in reports {
            guard let last = received[Flow(end: end, ssrc: report.ssrc)] else {
                return "it reports on \(report.ssrc), of which its sender has received nothing"
            }
            guard UInt16(truncatingIfNeeded: report.extendedHighest) == last else {
                return "its highest number of \(report.ssrc) is not \(last)"
            }
        }
        return nil
    }
}
