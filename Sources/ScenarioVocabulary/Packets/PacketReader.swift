import Journal
import ScenarioLanguage
import Signaling
import Sockets
package import Telephony
package import Wire

/// Decodes packets on demand, for data that a run does not store, and caches the results.
@MainActor
package final class PacketReader {
    /// A packet with access to its decoded content.
    @MainActor
    package struct DecodedPacket {
        package let packet: RunRecord.Packet
        fileprivate let reader: PacketReader
        fileprivate let record: RunRecord

        package var content: Content { reader.content(of: packet) }
        package var isResent: Bool { reader.isResent(packet, in: record) }
        package var bodies: [CBOR] { reader.bodies(of: packet, in: record) }
    }

    /// The decoded content of a packet.
    package enum Content {
        case coap(CoAP.Message)
        case stun(STUN.Message, attributes: [String])
        case rtp(RTP.Header, RTP.AudioLevel?)
        case rtcp([RTCP.Packet])
        case sip(SIP.Message, SIP.Envelope, SDP.Description?)
        case unreadable
    }

    /// The addresses and the bytes of a sent packet.
    private struct Sending: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let bytes: [UInt8]
    }

    private var contents: [Int: Content] = [:]
    private var wholeBodies: [Int: [CBOR]] = [:]
    private var firstSendings: [Sending: Int] = [:]
    private var seen = (packets: 0, media: 0)

    package func decoded(_ packet: RunRecord.Packet, in record: RunRecord) -> DecodedPacket {
        DecodedPacket(packet: packet, reader: self, record: record)
    }

    private func content(of packet: RunRecord.Packet) -> Content {
        if let content = contents[packet.number] { return content }
        let content = Content(packet.bytes, packet.dissection.kind)
        if packet.number != 0 { contents[packet.number] = content }
        return content
    }

    // MARK: Repetition

    private func isResent(_ packet: RunRecord.Packet, in record: RunRecord) -> Bool {
        // A duplicate by the network is not a repetition by the sender.
        if case .duplicated = packet.fate { return false }
        for other in record.packets[seen.packets...] { remember(other) }
        for other in record.mediaPackets[seen.media...] { remember(other) }
        seen = (record.packets.count, record.mediaPackets.count)
        let sending = Sending(from: packet.from, to: packet.to, bytes: packet.bytes)
        return firstSendings[sending].map(packet.isSent(after:)) ?? false
    }

    private func remember(_ packet: RunRecord.Packet) {
        let sending = Sending(from: packet.from, to: packet.to, bytes: packet.bytes)
        if firstSendings[sending] == nil { firstSendings[sending] = packet.number }
    }

    // MARK: Bodies

    /// Returns the bodies of a packet for filters: its own, and each of its events. A block-wise body belongs to the
    /// packet with its last block.
    private func bodies(of packet: RunRecord.Packet, in record: RunRecord) -> [CBOR] {
        if let bodies = wholeBodies[packet.number] { return bodies }
        guard case .coap(let message) = content(of: packet) else { return [] }
        let payload = wholePayload(of: message, packet, in: record)
        let body = payload.isEmpty ? nil : try? CBOR(decoding: payload)
        let bodies = body.map { [$0] + ($0.map?["events"]?.array ?? []) } ?? []
        if packet.number != 0 { wholeBodies[packet.number] = bodies }
        return bodies
    }

    /// Returns the payload with those of earlier blocks; empty when it is not the last block, or one is missing.
    private func wholePayload(of message: CoAP.Message, _ packet: RunRecord.Packet, in record: RunRecord) -> [UInt8] {
        let option = message.code.isRequest ? \CoAP.Options.block1 : \CoAP.Options.block2
        guard let last = message.options[keyPath: option] else { return message.payload }
        guard !last.hasMore else { return [] }
        var blocks = [message.payload]
        var wanted = last.number
        for other in record.packets.reversed() where wanted > 0 && packet.isSent(after: other.number) {
            guard other.from == packet.from, other.to == packet.to, other.dissection.path == packet.dissection.path,
                case .coap(let part) = content(of: other), part.code.isRequest == message.code.isRequest,
                part.options[keyPath: option]?.number == wanted - 1
            else { continue }
            blocks.append(part.payload)
            wanted -= 1
        }
        return wanted == 0 ? Array(blocks.reversed().joined()) : []
    }
}

extension PacketReader.Content {
    /// Decodes bytes of a protocol.
    fileprivate init(_ bytes: [UInt8], _ kind: DatagramKind?) {
        self = .unreadable
        switch kind {
        case .coap?: if let message = try? CoAP.Message(decoding: bytes) { self = .coap(message) }
        case .stun?:
            if let message = try? STUN.Message(decoding: bytes) {
                self = .stun(message, attributes: STUNAttributeNames.all(in: bytes))
            }
        case .rtp?:
            if let header = try? RTP.Header(decoding: bytes.span) {
                self = .rtp(header, try? header.audioLevel(in: bytes.span, id: MediaFormat.audioLevelElement))
            }
        case .rtcp?: if let packets = try? RTCP.packets(decoding: bytes) { self = .rtcp(packets) }
        case .sip?:
            if let message = try? SIP.Message(decoding: bytes), let envelope = try? message.envelope() {
                let description = message.sessionDescription.flatMap { try? SDP.Description(decoding: Array($0)) }
                self = .sip(message, envelope, description)
            }
        case nil: break
        }
    }
}
