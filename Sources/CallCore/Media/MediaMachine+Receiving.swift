public import Signaling
public import Timing
import Wire

/// The tracks of other participants: their announced SSRCs and their packets.
extension MediaMachine {
    /// Assigns announced sources to the tracks of sessions. Sources that are not announced are removed.
    public mutating func learn(_ announced: [(sessionId: String, source: TrackSource)]) {
        let known = Set(announced.map(\.source.ssrc))
        for ssrc in incoming.keys where !known.contains(ssrc) { forget(ssrc) }
        for entry in announced {
            let before = incoming[entry.source.ssrc]
            guard before?.sessionId != entry.sessionId || before?.type != entry.source.trackType else { continue }
            forget(entry.source.ssrc)
            incoming[entry.source.ssrc] = IncomingTrack(
                entry.source.trackType, ssrc: entry.source.ssrc, of: entry.sessionId)
        }
    }

    /// Sets whether the SFU withholds the packets of a source, because its track is hidden or muted.
    public mutating func setWithheld(_ isWithheld: Bool, _ ssrc: UInt32) {
        incoming[ssrc]?.setWithheld(isWithheld)
    }

    private mutating func forget(_ ssrc: UInt32) {
        guard let track = incoming.removeValue(forKey: ssrc) else { return }
        receivedBefore = receivedBefore.adding(track.stats)
    }

    /// Returns true when a datagram belongs to this session. One SFU may host several sessions of the client.
    public func knows(_ datagram: [UInt8]) -> Bool {
        func isKnown(_ source: Range<Int>) -> Bool {
            incoming[number(source)] != nil
        }
        func number(_ source: Range<Int>) -> UInt32 { datagram[source].reduce(0) { $0 << 8 | UInt32($1) } }
        switch DatagramKind(datagram) {
        case .rtp where datagram.count >= 12:
            return isKnown(8..<12) || outgoing.contains { $0.ssrc == number(8..<12) }
        case .rtcp where datagram.count >= 8: return isKnown(4..<8)
        case .stun:
            guard let message = try? STUN.Message(decoding: datagram) else { return true }
            return path?.knows(message) ?? false
        case .rtp, .rtcp, .coap, .sip, nil: return true
        }
    }

    /// Handles a datagram of the SFU's media port.
    ///
    /// - Throws: ``MediaRefusal`` for a datagram without effect.
    public mutating func receive(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        switch DatagramKind(datagram) {
        case .rtp: return try receiveRTP(datagram, at: now)
        case .rtcp: return try receiveRTCP(datagram, at: now)
        case .stun:
            do throws(ConsentMachine.Refusal) {
                return try path?.receive(datagram, at: now).map { Output($0) } ?? []
            } catch {
                throw MediaRefusal(error)
            }
        case .coap, .sip, nil: throw .unknownProtocol
        }
    }

    private mutating func receiveRTP(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        let header: RTP.Header
        do throws(RTPError) {
            header = try RTP.Header(decoding: datagram.span)
        } catch {
            throw .malformedRTP
        }
        if let own = outgoing.first(where: { $0.ssrc == header.ssrc }) {
            return [.refused(.ownSource)] + changeSource(of: own.type, at: now)
        }
        switch incoming[header.ssrc]?.receive(header, at: now) {
        case nil: throw .unknownSource
        case .outOfRange, .onProbation: throw .outOfRange
        case .inOrder, .late, .duplicate, .restarted: return []
        }
    }

    private mutating func receiveRTCP(_ datagram: [UInt8], at now: Instant) throws(MediaRefusal) -> [Output] {
        let packets: [RTCP.Packet]
        do throws(RTCPError) {
            packets = try RTCP.packets(decoding: datagram)
        } catch {
            throw .malformedRTCP
        }
        reports.count(byteCount: datagram.count)
        for packet in packets {
            switch packet {
            case .senderReport(let report): incoming[report.ssrc]?.take(report, at: now)
            case .bye(let sources, _): for source in sources { incoming[source]?.end() }
            case .receiverReport, .sourceDescription, .other: break
            }
        }
        return []
    }
}
