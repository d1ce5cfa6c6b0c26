internal import Capture
internal import Journal
internal import Wire

/// Every layer of each packet by name.
struct DecodedView: PacketView {
    let linkType: LinkType

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        output.line(PacketLineView.head(packet, reader, at: time) + PacketText.line(packet, bytes))
        for line in layers(packet, bytes) { output.line("         \(line)") }
        output.line("")
    }

    private func layers(_ packet: InspectedPacket, _ bytes: Span<UInt8>) -> [String] {
        let wire = packet.record.wireLength
        let kept = packet.keptLength == wire ? "" : ", \(packet.keptLength) captured"
        guard let datagram = packet.datagram else {
            return ["\(linkType): \(wire) bytes\(kept)", packet.problem.map { "problem: \($0)" } ?? ""]
        }
        let isIPv4 = datagram.source.host.ipv4 != nil
        let missing = datagram.missing == 0 ? "" : ", \(datagram.missing) of them not captured"
        return [
            "\(linkType): \(wire) bytes\(kept), header of \(datagram.networkOffset)",
            "\(isIPv4 ? "IPv4" : "IPv6"): \(datagram.source.host) → \(datagram.destination.host), "
                + (isIPv4
                    ? "time to live \(bytes[datagram.networkOffset + 8])"
                    : "hop limit \(bytes[datagram.networkOffset + 7])"),
            "UDP: \(datagram.source.port) → \(datagram.destination.port), "
                + "payload of \((datagram.payload.count + datagram.missing).counted("byte"))\(missing)",
        ] + content(packet, bytes.extracting(datagram.payload))
    }

    private func content(_ packet: InspectedPacket, _ payload: Span<UInt8>) -> [String] {
        switch packet.kind {
        case .coap: packet.signal.map { CoAPText.lines($0) } ?? []
        case .sip: packet.sip.map { SIPText.lines($0) } ?? []
        case .stun: MediaText.stun(payload)
        case .rtp: MediaText.rtp(payload)
        case .rtcp: MediaText.rtcp(payload)
        case .empty: []
        case .unknown: ["payload: \(Hexadecimal.text(payload, limit: 48))"]
        }
    }
}

/// The layers of a CoAP message as lines.
enum CoAPText {
    static func lines(_ signal: Signal) -> [String] {
        guard let message = signal.message else {
            return ["CoAP: malformed, \(signal.problem.map { "\($0)" } ?? "")"]
        }
        let id = "0x" + message.messageID.hexadecimal
        let token = message.token.count > 0 ? ", token \(message.token)" : ""
        var lines = ["CoAP: \(name(message.type)), \(message.code), message id \(id)\(token)"]
        lines += message.options.map { "  \($0.number): \(value($0))" }
        if let relation = relation(signal) { lines.append("  \(relation)") }
        if !message.payload.isEmpty { lines.append(body(message)) }
        return lines
    }

    private static func relation(_ signal: Signal) -> String? {
        if let copy = signal.copy {
            return "\(copy.isRetransmission ? "retransmission" : "copy") of packet \(copy.number)"
        }
        guard let answers = signal.answers else { return nil }
        let waited = signal.waited.map { ", \(Seconds.text($0)) after it" } ?? ""
        let path = signal.path.map { " (\(signal.method ?? "") \($0.printable))" } ?? ""
        return "\(signal.role.rawValue) to packet \(answers)\(path)\(waited)"
    }

    /// Returns the body in diagnostic notation, if it is CBOR.
    static func body(_ message: CoAP.Message) -> String {
        let count = message.payload.count
        let isCBOR = message.options.contentFormat?.rawValue == 60
        if isCBOR, let item = try? CBOR(decoding: message.payload) { return "CBOR: \(item.diagnostic.printable)" }
        let isBlock = message.options.block1 != nil || message.options.block2 != nil
        let why = isCBOR ? isBlock ? " (a block of a CBOR body)" : " (malformed CBOR)" : ""
        return "body: \(count.counted("byte"))\(why): \(Hexadecimal.text(message.payload.span, limit: 48))"
    }

    private static func name(_ type: CoAP.MessageType) -> String {
        switch type {
        case .confirmable: "confirmable"
        case .nonConfirmable: "non-confirmable"
        case .acknowledgement: "acknowledgement"
        case .reset: "reset"
        }
    }

    private static func value(_ option: CoAP.Option) -> String {
        switch option.number {
        case .uriHost, .locationPath, .uriPath, .uriQuery, .locationQuery, .proxyURI, .proxyScheme:
            return String(decoding: option.value, as: UTF8.self).printable
        case .observe, .uriPort, .contentFormat, .maxAge, .accept, .size1, .size2:
            guard option.value.count <= 4 else { break }
            return String(option.value.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        case .block1, .block2:
            guard option.value.count <= 3 else { break }
            let value = option.value.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return "\(value >> 4)/\(value >> 3 & 1)/\(16 << Int(value & 7))"
        default: break
        }
        return option.value.isEmpty ? "empty" : Hexadecimal.text(option.value.span, limit: 32)
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: Span<UInt8>, limit: Int = .max) -> String {
        var text = ""
        for index in 0..<min(bytes.count, limit) {
            text += bytes[index].hexadecimal
        }
        return bytes.count > limit ? text + "…" : text
    }
}
