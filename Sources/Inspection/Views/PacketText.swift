internal import Capture
internal import Journal
internal import Wire

/// A packet in one line.
enum PacketText {
    static func line(_ packet: InspectedPacket, _ bytes: Span<UInt8>) -> String {
        guard let datagram = packet.datagram else { return packet.problem.map { "\($0)" } ?? "no datagram" }
        if let signal = packet.signal { return self.line(signal) }
        if let signal = packet.sip { return SIPText.line(signal) }
        let payload = bytes.extracting(datagram.payload)
        switch packet.kind {
        case .stun: return "STUN \(STUNHeader(payload)?.name ?? "")"
        case .rtp: return RTPHeader(payload).map(line) ?? "RTP"
        case .rtcp: return "RTCP \(rtcpNames(payload).joined(separator: ", "))"
        case .empty: return "no payload"
        case .coap, .sip, .unknown: return (datagram.payload.count + datagram.missing).counted("byte")
        }
    }

    /// Returns type, code, path, events and the relation to earlier packets.
    static func line(_ signal: Signal) -> String {
        guard let message = signal.message else {
            return "malformed CoAP: \(signal.problem.map { "\($0)" } ?? "")"
        }
        var words = ["\(message.type)", words(signal)].filter { !$0.isEmpty }
        if let block = message.options.block1 { words.append("block1 \(block)") }
        if let block = message.options.block2 { words.append("block2 \(block)") }
        if let copy = signal.copy {
            words.append("(\(copy.isRetransmission ? "retransmission" : "copy") of \(copy.number))")
        } else if let answers = signal.answers, signal.role != .notification {
            words.append("(to \(answers))")
        }
        return words.joined(separator: " ")
    }

    /// Returns code, path and events.
    static func words(_ signal: Signal) -> String {
        guard let message = signal.message else { return "malformed" }
        let path = (signal.path ?? "").printable
        switch signal.role {
        case .request: return "\(message.code) \(path)"
        case .response, .notification:
            let events = signal.events.map(\.type).joined(separator: ", ").printable
            if !events.isEmpty { return "\(message.code) [\(events)]" }
            return signal.path == nil ? "\(message.code)" : "\(message.code) of \(signal.method ?? "") \(path)"
        case .acknowledgement, .malformed: return ""
        case .reset: return signal.path == nil ? "" : "of \(signal.method ?? "") \(path)"
        case .ping: return "ping"
        case .pong: return "pong"
        }
    }

    private static func line(_ header: RTPHeader) -> String {
        let marker = header.hasMarker ? " marker" : ""
        let ssrc = header.ssrc.hexadecimal
        return "RTP type \(header.payloadType) seq \(header.sequence) time \(header.timestamp) ssrc 0x\(ssrc)\(marker)"
    }

    /// Returns the packets of a compound RTCP packet (RFC 3550 section 6.1).
    static func rtcpNames(_ payload: Span<UInt8>) -> [String] {
        var names: [String] = []
        var offset = 0
        while payload.count >= offset + 4, payload[offset] >> 6 == 2 {
            names.append(rtcpName(payload[offset + 1]))
            offset += (Int(payload.number16(at: offset + 2)) + 1) * 4
        }
        return names
    }

    /// Returns the name of a packet type (RFC 3550 section 12.1, RFC 4585, RFC 3611).
    static func rtcpName(_ type: UInt8) -> String {
        switch type {
        case 200: "SR"
        case 201: "RR"
        case 202: "SDES"
        case 203: "BYE"
        case 204: "APP"
        case 205: "RTPFB"
        case 206: "PSFB"
        case 207: "XR"
        default: "type \(type)"
        }
    }
}

/// One line per packet.
struct PacketLineView: PacketView {
    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        output.line(Self.head(packet, reader, at: time) + PacketText.line(packet, bytes))
    }

    /// Returns number, time and hosts.
    static func head(_ packet: InspectedPacket, _ reader: PacketReader, at time: Int64) -> String {
        let number = String(packet.number).leftPadded(to: 6)
        let moment = Seconds.bare(time).leftPadded(to: 10)
        guard let datagram = packet.datagram else { return "\(number) \(moment)  " }
        let source = reader.names.text(datagram.source).printable
        let destination = reader.names.text(datagram.destination).printable
        return "\(number) \(moment)  \(source) → \(destination)  "
    }
}
