internal import Capture
internal import Journal
internal import Wire

/// One JSON object per packet and line; `Docs/inspect.md` describes its keys.
struct JSONView: PacketView {
    let hasBodies: Bool
    private var json = JSONText()

    init(hasBodies: Bool) {
        self.hasBodies = hasBodies
    }

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        json.openObject()
        json.field("number", packet.number)
        json.key("time")
        json.seconds(nanoseconds: time)
        json.key("date")
        json.seconds(nanoseconds: packet.time)
        json.field("length", packet.record.wireLength)
        if packet.keptLength < packet.record.wireLength { json.field("captured", packet.keptLength) }
        if let datagram = packet.datagram {
            write(datagram, reader)
            json.field("kind", packet.kind.rawValue)
            write(packet, bytes.extracting(datagram.payload))
        } else {
            json.field("kind", "other")
            json.field("problem", packet.problem.map { "\($0)" })
        }
        json.closeObject()
        json.newline()
        output.add(json.takeBytes())
    }

    private mutating func write(_ datagram: UDPPacket, _ reader: PacketReader) {
        json.key("from")
        write(datagram.source)
        json.key("to")
        write(datagram.destination)
        json.field("fromName", reader.names[datagram.source.host])
        json.field("toName", reader.names[datagram.destination.host])
        json.field("bytes", datagram.payload.count + datagram.missing)
        if datagram.missing > 0 { json.field("missing", datagram.missing) }
    }

    private mutating func write(_ endpoint: UDPEndpoint) {
        if let address = endpoint.ipv4 { json.address(address) } else { json.text(endpoint.description) }
    }

    private mutating func write(_ packet: InspectedPacket, _ payload: Span<UInt8>) {
        switch packet.kind {
        case .coap: if let signal = packet.signal { write(signal) }
        case .sip: if let signal = packet.sip { json.write(signal, hasBodies: hasBodies) }
        case .rtp: if let header = RTPHeader(payload) { write(header, payload.count) }
        case .stun:
            json.key("stun")
            json.openObject()
            json.field("message", STUNHeader(payload)?.name)
            json.closeObject()
        case .rtcp:
            json.key("rtcp")
            json.openObject()
            json.field("packets", PacketText.rtcpNames(payload))
            json.closeObject()
        case .empty, .unknown: break
        }
    }

    private mutating func write(_ header: RTPHeader, _ count: Int) {
        json.key("rtp")
        json.openObject()
        json.field("ssrc", header.ssrc)
        json.field("payloadType", header.payloadType)
        json.field("sequence", header.sequence)
        json.field("timestamp", header.timestamp)
        json.key("marker")
        json.boolean(header.hasMarker)
        json.field("mediaBytes", count - header.byteCount)
        json.closeObject()
    }

    private mutating func write(_ signal: Signal) {
        json.key("coap")
        json.openObject()
        json.field("is", signal.role.rawValue)
        if let message = signal.message { write(message) }
        json.field("method", signal.method)
        json.field("path", signal.path)
        if !signal.events.isEmpty { json.field("events", signal.events.map(\.type)) }
        if !signal.cids.isEmpty { json.field("calls", signal.cids) }
        json.field("answers", signal.answers)
        if let waited = signal.waited {
            json.key("after")
            json.seconds(nanoseconds: waited)
        }
        if let copy = signal.copy { json.field(copy.isRetransmission ? "retransmissionOf" : "copyOf", copy.number) }
        json.field("problem", signal.problem.map { "\($0)" })
        json.closeObject()
    }

    private mutating func write(_ message: CoAP.Message) {
        json.field("type", "\(message.type)")
        json.field("code", message.code.number)
        json.field("status", message.code.isResponse ? message.code.name : nil)
        json.field("messageID", message.messageID)
        if message.token.count > 0 { json.field("token", "\(message.token)") }
        let options = message.options
        if !options.isEmpty {
            if !options.uriQuery.isEmpty { json.field("query", options.uriQuery) }
            json.field("observe", options.observe.map(Int.init))
            json.field("contentFormat", options.contentFormat.map { Int($0.rawValue) })
            json.field("block1", options.block1.map { "\($0)" })
            json.field("block2", options.block2.map { "\($0)" })
        }
        guard hasBodies, !message.payload.isEmpty else { return }
        json.field("body", CoAPText.body(message))
    }
}
