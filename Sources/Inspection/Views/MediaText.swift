internal import Capture
internal import Journal
internal import Wire

/// The layers of media and connectivity datagrams as lines.
enum MediaText {
    // MARK: STUN

    static func stun(_ payload: Span<UInt8>) -> [String] {
        guard let header = STUNHeader(payload) else { return [] }
        let transaction = Hexadecimal.text(payload.extracting(8..<20))
        let head = "STUN: \(header.name), transaction \(transaction)"
        do throws(STUNError) {
            let message = try STUN.Message(decoding: [UInt8](copying: payload))
            let read = Dictionary(message.attributes.map { ($0.type, $0) }) { first, _ in first }
            return [head]
                + STUNHeader.attributes(payload).map { attribute in
                    "  \(attribute.name): \(text(read[attribute.type], attribute.value))"
                }
        } catch {
            return [head, "  malformed: \(error)"]
                + STUNHeader.attributes(payload).map { "  \($0.name): \(Hexadecimal.text($0.value.span, limit: 32))" }
        }
    }

    private static func text(_ attribute: STUN.Attribute?, _ value: [UInt8]) -> String {
        switch attribute {
        case .xorMappedAddress(let address), .mappedAddress(let address): text(address)
        case .username(let text), .realm(let text), .nonce(let text), .software(let text): text.printable
        case .errorCode(let code, let reason): "\(code) \(reason.printable)"
        case .priority(let number): String(number)
        case .useCandidate: "yes"
        case .unknownAttributes, .iceControlled, .iceControlling, .other, nil: Hexadecimal.text(value.span, limit: 32)
        }
    }

    private static func text(_ address: STUN.TransportAddress) -> String {
        switch address {
        case .v4(let address): "\(address)"
        case .v6(let high, let low, let port): "\(UDPEndpoint(host: IPAddress(high: high, low: low), port: port))"
        }
    }

    // MARK: RTP

    static func rtp(_ payload: Span<UInt8>) -> [String] {
        guard let header = RTPHeader(payload) else { return [] }
        let line =
            "RTP: payload type \(header.payloadType), sequence \(header.sequence), timestamp \(header.timestamp), "
            + "SSRC \(name(header.ssrc))\(header.hasMarker ? ", marker" : ""), "
            + "header of \(header.byteCount), \((payload.count - header.byteCount).counted("byte")) of media"
        // Wire rejects truncated or badly padded packets; their header is still shown.
        guard let whole = try? RTP.Header(decoding: payload) else { return [line] }
        let contributors = whole.contributors(in: payload).map { "  contributor \(name($0))" }
        let elements = (try? whole.elements(in: payload)) ?? []
        return [line] + contributors
            + elements.map { "  extension element \($0.id): \(Hexadecimal.text($0.value.span, limit: 32))" }
    }

    // MARK: RTCP

    static func rtcp(_ payload: Span<UInt8>) -> [String] {
        do throws(RTCPError) {
            return try RTCP.packets(decoding: [UInt8](copying: payload)).flatMap(lines)
        } catch {
            return ["RTCP: \(PacketText.rtcpNames(payload).joined(separator: ", "))", "  malformed: \(error)"]
        }
    }

    private static func lines(_ packet: RTCP.Packet) -> [String] {
        switch packet {
        case .senderReport(let report):
            [
                "RTCP: SR of \(name(report.ssrc)), RTP time \(report.rtpTimestamp), \(Int(report.packetCount).counted("packet")), "
                    + "\(Int(report.octetCount).counted("byte")) sent"
            ] + report.reports.map(line)
        case .receiverReport(let ssrc, let reports): ["RTCP: RR of \(name(ssrc))"] + reports.map(line)
        case .sourceDescription(let chunks): ["RTCP: SDES"] + chunks.flatMap(lines)
        case .bye(let sources, let reason):
            ["RTCP: BYE of \(sources.map(name).joined(separator: ", "))\(reason.map { ": \($0.printable)" } ?? "")"]
        case .other(let type, let count, let body):
            ["RTCP: \(PacketText.rtcpName(type)) \(count): \(Hexadecimal.text(body.span, limit: 32))"]
        }
    }

    private static func line(_ report: RTCP.ReportBlock) -> String {
        let share = Seconds.decimal(Double(report.fractionLost) * 100 / 256, 1)
        return "  on \(name(report.ssrc)): \(report.cumulativeLost) lost, \(share) % of late, "
            + "highest sequence \(report.extendedHighest), jitter \(report.jitter)"
    }

    private static func lines(_ chunk: RTCP.Chunk) -> [String] {
        ["  \(name(chunk.ssrc))"] + chunk.items.map { "    \(itemName($0.type)): \($0.text.printable)" }
    }

    /// Returns the name of a source description item (RFC 3550 section 6.5).
    private static func itemName(_ type: UInt8) -> String {
        let names = ["", "CNAME", "NAME", "EMAIL", "PHONE", "LOC", "TOOL", "NOTE", "PRIV"]
        return names.indices.contains(Int(type)) && type > 0 ? names[Int(type)] : "item \(type)"
    }

    private static func name(_ ssrc: UInt32) -> String { "0x" + ssrc.hexadecimal }
}
