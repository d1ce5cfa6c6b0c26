internal import Capture
internal import Wire

/// Decodes the packets of a capture, in order.
struct PacketReader {
    private(set) var names: HostNames
    private(set) var conversations = Conversations()
    private(set) var telephony = SIPConversations()
    /// The exchange of the last packet.
    var exchange: Exchange? { conversations.current }
    private let linkType: LinkType
    /// True when only media is needed. Signalling is then recognised by port and first byte, and not decoded.
    private let isMediaOnly: Bool

    init(linkType: LinkType, names: HostNames = HostNames(), isMediaOnly: Bool = false) {
        self.linkType = linkType
        self.names = names
        self.isMediaOnly = isMediaOnly
    }

    mutating func read(_ record: CaptureFile.Record, _ bytes: Span<UInt8>) -> InspectedPacket {
        do throws(DissectionError) {
            let datagram = try UDPPacket(bytes, wireLength: record.wireLength, linkType: linkType)
            return read(record, datagram, bytes)
        } catch {
            return InspectedPacket(
                record: record, keptLength: bytes.count, datagram: nil, problem: error, kind: .unknown)
        }
    }

    private mutating func read(
        _ record: CaptureFile.Record, _ datagram: UDPPacket, _ bytes: Span<UInt8>
    ) -> InspectedPacket {
        let payload = bytes.extracting(datagram.payload)
        let isOnCoAPPort = datagram.source.port == CoAP.defaultPort || datagram.destination.port == CoAP.defaultPort
        var kind = PayloadKind(payload, isOnCoAPPort: isOnCoAPPort)
        if kind == .empty, datagram.missing > 0 { kind = .unknown }
        if kind == .sip { return readSIP(record, datagram, payload, keptLength: bytes.count) }
        guard kind == .coap, !isMediaOnly else {
            return InspectedPacket(
                record: record, keptLength: bytes.count, datagram: datagram, problem: nil, kind: kind)
        }
        let signal = conversations.read(
            [UInt8](copying: payload), number: record.number, time: record.nanosecondsSince1970,
            from: datagram.source, to: datagram.destination, mustBeCoAP: isOnCoAPPort)
        let packet = InspectedPacket(
            record: record, keptLength: bytes.count, datagram: datagram, problem: nil,
            kind: signal == nil ? .unknown : .coap, signal: signal)
        names.learn(packet, conversations.current)
        return packet
    }

    /// Reads a SIP message. Its session description also names the call of media.
    private mutating func readSIP(
        _ record: CaptureFile.Record, _ datagram: UDPPacket, _ payload: Span<UInt8>, keptLength: Int
    ) -> InspectedPacket {
        let signal = telephony.read(
            [UInt8](copying: payload), number: record.number, time: record.nanosecondsSince1970,
            from: datagram.source, to: datagram.destination)
        let packet = InspectedPacket(
            record: record, keptLength: keptLength, datagram: datagram, problem: nil, kind: .sip, sip: signal)
        names.learn(packet, signal)
        return packet
    }

    /// The Call-ID or cid of media and checks between two endpoints.
    func call(from: UDPEndpoint, to: UDPEndpoint) -> String? {
        telephony.calls.callID(from: from, to: to) ?? conversations.session(from: from, to: to)
    }
}

/// A packet of a capture with its decoded content.
struct InspectedPacket {
    let record: CaptureFile.Record
    /// The number of captured bytes.
    let keptLength: Int
    /// The datagram, or nil when `problem` says why there is none.
    let datagram: UDPPacket?
    let problem: DissectionError?
    let kind: PayloadKind
    /// The CoAP message, if it is one.
    var signal: Signal?
    /// The SIP message, if it is one.
    var sip: SIPSignal?

    var number: Int { record.number }
    var time: Int64 { record.nanosecondsSince1970 }
}
