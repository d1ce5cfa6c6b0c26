import Sockets
import Wire

/// Checks media on a network that loses nothing: what senders send, what SFUs forward, and what reports count
/// (RFC 3550 sections 5.1 and 6.4).
struct MediaWatch {
    /// The packets that were sent with one SSRC, and the last number that each receiver has.
    fileprivate struct Source {
        let end: SocketAddress
        let payloadType: UInt8
        var sequence: UInt16
        var timestamp: UInt32
        var packets: UInt32 = 0
        var octets: UInt32 = 0
        var receivers: [(end: SocketAddress, last: UInt16)] = []
        /// The last packets, by the last bits of their numbers; a frame has fewer.
        var kept = [[UInt8]](repeating: [], count: 64)

        init(_ header: RTP.Header, from end: SocketAddress) {
            self.end = end
            payloadType = header.payloadType
            sequence = header.sequenceNumber &- 1
            timestamp = header.timestamp
        }

        func last(at end: SocketAddress) -> UInt16? { receivers.first { $0.end == end }?.last }
    }

    private var sources: [UInt32: Source] = [:]

    /// Takes an RTP packet that was sent, and returns what is wrong with it.
    mutating func violation(ofPacket datagram: DatagramRecord, byServer isForwarded: Bool) -> String? {
        guard let header = try? RTP.Header(decoding: datagram.bytes.span) else { return "it is no RTP packet" }
        if isForwarded {
            guard sources[header.ssrc] != nil else { return "its source has sent nothing" }
            return sources[header.ssrc]?.forwarded(header, datagram)
        }
        return sources[header.ssrc, default: Source(header, from: datagram.from)].sent(header, datagram)
    }

    /// Takes a compound of RTCP that was sent, and returns what is wrong with it.
    func violation(ofReport datagram: DatagramRecord) -> String? {
        guard let compound = try? RTCP.packets(decoding: datagram.bytes) else { return "it is no RTCP compound" }
        return compound.lazy.compactMap { self.violation(of: $0, from: datagram.from) }.first
    }

    private func violation(of packet: RTCP.Packet, from end: SocketAddress) -> String? {
        switch packet {
        case .senderReport(let report):
            if let own = sources[report.ssrc], own.end == end,
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
            guard let last = sources[report.ssrc]?.last(at: end) else {
                return "it reports on \(report.ssrc), of which its sender has received nothing"
            }
            guard UInt16(truncatingIfNeeded: report.extendedHighest) == last else {
                return "its highest number of \(report.ssrc) is not \(last)"
            }
        }
        return nil
    }
}

extension MediaWatch.Source {
    /// Takes a packet of the source itself.
    mutating func sent(_ header: RTP.Header, _ datagram: DatagramRecord) -> String? {
        // Of two senders with one SSRC the first counts.
        guard datagram.from == end else { return nil }
        defer { received(header, at: datagram.to) }
        guard header.sequenceNumber == sequence &+ 1 else { return "its number does not follow the last one" }
        guard header.payloadType == payloadType else { return "its payload type is another one" }
        guard header.timestamp &- timestamp < 0x8000_0000 else { return "its timestamp goes back" }
        (sequence, timestamp) = (header.sequenceNumber, header.timestamp)
        packets += 1
        octets &+= UInt32(header.payloadRange.count)
        kept[slot(header)] = datagram.bytes
        return nil
    }

    /// Takes a packet that an SFU forwards.
    mutating func forwarded(_ header: RTP.Header, _ datagram: DatagramRecord) -> String? {
        guard kept[slot(header)] == datagram.bytes else { return "its source has sent no such packet" }
        guard last(at: datagram.to) != header.sequenceNumber else { return "its receiver had it before" }
        received(header, at: datagram.to)
        return nil
    }

    private func slot(_ header: RTP.Header) -> Int { Int(header.sequenceNumber) % kept.count }

    private mutating func received(_ header: RTP.Header, at receiver: SocketAddress) {
        if let index = receivers.firstIndex(where: { $0.end == receiver }) {
            receivers[index].last = header.sequenceNumber
        } else {
            receivers.append((receiver, header.sequenceNumber))
        }
    }
}
