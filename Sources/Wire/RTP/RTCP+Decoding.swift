extension RTCP {
    /// Decodes a compound.
    public static func packets(decoding bytes: [UInt8]) throws(RTCPError) -> [Packet] {
        let input = bytes.span
        guard !input.isEmpty else { throw .empty }
        var packets: [Packet] = []
        var offset = 0
        while offset < input.count {
            let end = try end(ofPacketAt: offset, input)
            let type = input[offset + 1]
            guard offset > 0 || type == PacketType.senderReport || type == PacketType.receiverReport else {
                throw .noReportFirst(type: type)
            }
            let body = try body(offset: offset, end: end, input)
            var reader = RTCPReader(bytes: bytes, offset: offset, position: body.lowerBound, end: body.upperBound)
            packets.append(try reader.packet(type: type, count: input[offset] & 31))
            offset = end
        }
        return packets
    }

    private static func end(ofPacketAt offset: Int, _ input: Span<UInt8>) throws(RTCPError) -> Int {
        let left = input.count - offset
        guard left >= 4 else { throw .truncatedPacket(offset: offset, missing: 4 - left) }
        guard input[offset] >> 6 == 2 else { throw .unknownVersion(offset: offset, input[offset] >> 6) }
        let length = (Int(input.number(at: offset + 2, as: UInt16.self)) + 1) * 4
        guard length <= left else { throw .truncatedPacket(offset: offset, missing: length - left) }
        return offset + length
    }

    private static func body(offset: Int, end: Int, _ input: Span<UInt8>) throws(RTCPError) -> Range<Int> {
        let start = offset + 4
        guard input[offset] & 0x20 != 0 else { return start..<end }
        let padding = Int(input[end - 1])
        guard end == input.count, padding > 0, padding % 4 == 0, end - padding >= start else {
            throw .wrongPadding(offset: offset)
        }
        return start..<(end - padding)
    }
}

/// Decodes the content of one packet.
private struct RTCPReader {
    let bytes: [UInt8]
    /// The offset of the packet.
    let offset: Int
    var position: Int
    let end: Int

    mutating func packet(type: UInt8, count: UInt8) throws(RTCPError) -> RTCP.Packet {
        switch type {
        case RTCP.PacketType.senderReport: return .senderReport(try senderReport(count, type))
        case RTCP.PacketType.receiverReport:
            return .receiverReport(ssrc: try number(type), try reports(count, type))
        case RTCP.PacketType.sourceDescription: return .sourceDescription(try chunks(count, type))
        case RTCP.PacketType.bye: return try bye(count, type)
        default: return .other(type: type, count: count, body: Array(bytes[position..<end]))
        }
    }

    private mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: UInt8
    ) throws(RTCPError) -> Number {
        let next = position + Number.bitWidth / 8
        guard next <= end else { throw .truncatedContent(offset: offset, type: type) }
        defer { position = next }
        return bytes.span.number(at: position, as: Number.self)
    }

    private mutating func senderReport(_ count: UInt8, _ type: UInt8) throws(RTCPError) -> RTCP.SenderReport {
        var report = RTCP.SenderReport(
            ssrc: try number(type), ntp: try number(type), rtpTimestamp: try number(type),
            packetCount: try number(type), octetCount: try number(type))
        report.reports = try reports(count, type)
        return report
    }

    private mutating func reports(_ count: UInt8, _ type: UInt8) throws(RTCPError) -> [RTCP.ReportBlock] {
        var reports: [RTCP.ReportBlock] = []
        for _ in 0..<count {
            let ssrc: UInt32 = try number(type)
            let losses: UInt32 = try number(type)
            reports.append(
                RTCP.ReportBlock(
                    ssrc: ssrc, fractionLost: UInt8(truncatingIfNeeded: losses >> 24),
                    // The shifts extend the sign of the 24-bit number.
                    cumulativeLost: Int32(bitPattern: losses << 8) >> 8, extendedHighest: try number(type),
                    jitter: try number(type), lastSenderReport: try number(type),
                    delaySinceLastSenderReport: try number(type)))
        }
        return reports
    }

    private mutating func chunks(_ count: UInt8, _ type: UInt8) throws(RTCPError) -> [RTCP.Chunk] {
        var chunks: [RTCP.Chunk] = []
        for _ in 0..<count {
            var chunk = RTCP.Chunk(ssrc: try number(type), items: [])
            while let item = try item(type) { chunk.items.append(item) }
            // A chunk ends at a multiple of four bytes from the start of the packet.
            position = min(end, offset + (position - offset + 3) / 4 * 4)
            chunks.append(chunk)
        }
        return chunks
    }

    /// Returns nil at the zero that ends a chunk.
    private mutating func item(_ type: UInt8) throws(RTCPError) -> RTCP.Item? {
        let kind: UInt8 = try number(type)
        guard kind != 0 else { return nil }
        return RTCP.Item(type: kind, text: try text(type))
    }

    private mutating func text(_ type: UInt8) throws(RTCPError) -> String {
        let length: UInt8 = try number(type)
        let next = position + Int(length)
        guard next <= end else { throw .truncatedContent(offset: offset, type: type) }
        defer { position = next }
        guard let text = String(validating: bytes[position..<next], as: UTF8.self) else {
            throw .invalidText(offset: position)
        }
        return text
    }

    private mutating func bye(_ count: UInt8, _ type: UInt8) throws(RTCPError) -> RTCP.Packet {
        var sources: [UInt32] = []
        for _ in 0..<count { sources.append(try number(type)) }
        return .bye(sources, reason: position < end ? try text(type) : nil)
    }
}
