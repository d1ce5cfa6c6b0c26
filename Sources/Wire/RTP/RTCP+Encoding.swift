extension RTCP {
    /// Returns the datagram of a compound; nil when it does not start with a report or a packet is too large.
    public static func encoded(_ packets: [Packet]) -> [UInt8]? {
        switch packets.first {
        case .senderReport, .receiverReport: break
        case .sourceDescription, .bye, .other, nil: return nil
        }
        var writer = ByteBuffer()
        for packet in packets {
            guard let content = packet.content, content.count <= 31, content.body.count < 0x4_0000 else { return nil }
            writer.append(0x80 | UInt8(truncatingIfNeeded: content.count))
            writer.append(content.type)
            writer.append(UInt16(truncatingIfNeeded: content.body.count / 4))
            writer.append(content.body)
        }
        return writer.finished()
    }
}

extension RTCP.Packet {
    /// The content after the header, a multiple of four bytes; nil when a text is too long.
    fileprivate var content: (type: UInt8, count: Int, body: [UInt8])? {
        var writer = ByteBuffer()
        switch self {
        case .senderReport(let report):
            writer.append(report)
            return (RTCP.PacketType.senderReport, report.reports.count, writer.finished())
        case .receiverReport(let ssrc, let reports):
            writer.append(ssrc)
            for report in reports { writer.append(report) }
            return (RTCP.PacketType.receiverReport, reports.count, writer.finished())
        case .sourceDescription(let chunks):
            for chunk in chunks { guard writer.append(chunk) else { return nil } }
            return (RTCP.PacketType.sourceDescription, chunks.count, writer.finished())
        case .bye(let sources, let reason):
            for source in sources { writer.append(source) }
            if let reason { guard writer.append(text: reason) else { return nil } }
            writer.pad()
            return (RTCP.PacketType.bye, sources.count, writer.finished())
        case .other(let type, let count, let body):
            writer.append(body)
            writer.pad()
            return (type, Int(count), writer.finished())
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ report: RTCP.SenderReport) {
        append(report.ssrc)
        append(report.ntp)
        append(report.rtpTimestamp)
        append(report.packetCount)
        append(report.octetCount)
        for block in report.reports { append(block) }
    }

    fileprivate mutating func append(_ block: RTCP.ReportBlock) {
        append(block.ssrc)
        append(UInt32(block.fractionLost) << 24 | UInt32(bitPattern: block.cumulativeLost) & 0xFF_FFFF)
        append(block.extendedHighest)
        append(block.jitter)
        append(block.lastSenderReport)
        append(block.delaySinceLastSenderReport)
    }

    /// Appends a chunk; returns false when a text is too long.
    fileprivate mutating func append(_ chunk: RTCP.Chunk) -> Bool {
        append(chunk.ssrc)
        for item in chunk.items {
            guard item.type != 0 else { return false }
            append(item.type)
            guard append(text: item.text) else { return false }
        }
        append(UInt8(0))
        pad()
        return true
    }

    fileprivate mutating func append(text: String) -> Bool {
        guard text.utf8.count <= 255 else { return false }
        append(UInt8(truncatingIfNeeded: text.utf8.count))
        append(Array(text.utf8))
        return true
    }
}
