internal import Capture
internal import Specifications
internal import Timing
internal import Wire

/// The violations of the specifications that a capture alone can show.
struct SpecificationView: PacketView {
    private var watch = SpecificationWatch(ofCapture: ())
    /// The number of packets from which an occurrence was read.
    private var read = 0

    var hasViolations: Bool { !watch.violations.isEmpty }

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        guard let observation = Self.observation(packet, bytes) else { return }
        read += 1
        watch.process(observation, at: Instant(nanoseconds: time), packet: packet.number)
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        for violation in watch.violations { output.line("\(violation)\n") }
        let names = SpecificationWatch.pagesOfCaptures.map(\.name).joined(separator: ", ")
        let count = !hasViolations ? "no violation" : "violations: \(watch.violations.count)"
        output.line("\(count) in \(read) packets (\(names))")
    }

    private static func observation(_ packet: InspectedPacket, _ bytes: Span<UInt8>) -> Observation? {
        guard let datagram = packet.datagram, let from = datagram.source.ipv4, let to = datagram.destination.ipv4 else {
            return nil
        }
        switch packet.kind {
        case .coap: return packet.signal.flatMap { message($0, packet.number, from, to) }
        case .stun: return isSuccess(bytes.extracting(datagram.payload)) ? .consent(from: from, to: to) : nil
        case .rtp: return .media(from: from, to: to)
        case .rtcp, .sip, .empty, .unknown: return nil
        }
    }

    private static func isSuccess(_ payload: Span<UInt8>) -> Bool {
        STUNHeader(payload)?.name == "Binding success response"
    }

    private static func message(
        _ signal: Signal, _ number: Int, _ from: SocketAddress, _ to: SocketAddress
    ) -> Observation? {
        guard let message = signal.message else { return nil }
        let role: WireMessage.Role =
            message.code.isEmpty ? .empty : message.code.isRequest ? .request : .response
        var seen = WireMessage(
            role: role, isAcknowledgement: message.type == .acknowledgement, id: Int(message.messageID),
            datagram: number, from: from, to: to)
        if role == .request { seen.line = "\(message.code) /\(message.options.uriPath.joined(separator: "/"))" }
        seen.code = role == .response ? message.code.number[...] : nil
        seen.eventCount = signal.events.count
        seen.beginsStream = signal.events.first?.type == WireMessage.opening
        seen.first = signal.events.isEmpty ? nil : Body(message.payload)?.map["first"]?.integer.map { Int($0) }
        return .message(seen)
    }
}
