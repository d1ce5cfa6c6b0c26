internal import Capture
internal import Telephony

/// A view of a capture, with its options.
package struct InspectionRequest: Sendable {
    /// A form of output.
    package enum View: Hashable, Sendable {
        /// An overview on one screen.
        case summary
        /// One line per packet.
        case packets
        /// Every layer of each packet by name.
        case decoded
        /// One JSON object per packet.
        case json
        /// The signalling between hosts as a diagram.
        case ladder
        /// The same diagram in Mermaid's language.
        case mermaid
        /// The same diagram as a picture.
        case svg
        /// The table of RTP streams.
        case rtp
        /// The tables of SIP calls, requests and responses.
        case sip
        /// The violations of specifications.
        case specifications
    }

    /// The path of the capture; `-` is the standard input.
    package var file: String
    /// The name of the capture in the output; its path, unless another is set.
    package var name: String
    package var view: View
    /// True when JSON objects include the bodies of messages.
    package var hasBodies = false
    /// The packets to show.
    package var selection = PacketSelection()
    /// Names of hosts, which take precedence over those in the capture.
    package var hosts: HostsFile?
    /// The path of a capture file for the selected packets.
    package var copy: String?
    /// The width of a line in columns.
    package var width = 100
    /// True when the output is a terminal with colours.
    package var isColoured = false

    /// Creates a request.
    package init(file: String, view: View = .summary) {
        self.file = file
        name = file
        self.view = view
    }
}

/// The content of a capture, for a note on a selection that matches nothing.
package struct CaptureContent: Hashable, Sendable {
    /// The number of packets.
    package let packets: Int
    /// The names of hosts, sorted.
    package let names: [String]
    /// The calls, sorted; empty unless one was selected.
    package let calls: [String]
    /// The times of the first and the last packet in nanoseconds; nil without a packet.
    package let span: ClosedRange<Int64>?

    package init(packets: Int, names: [String], calls: [String], span: ClosedRange<Int64>?) {
        self.packets = packets
        self.names = names
        self.calls = calls
        self.span = span
    }
}

/// A packet whose time is years from that of the one before it.
package struct TimeJump: Hashable, Sendable {
    /// The number of the packet.
    package let packet: Int
    /// True when its time is the later one.
    package let isForward: Bool

    /// The least such difference, about a year in nanoseconds.
    static let least: UInt64 = 31_536_000 * 1_000_000_000

    package init(packet: Int, isForward: Bool) {
        self.packet = packet
        self.isForward = isForward
    }
}

/// A selection of packets. A packet must meet all conditions.
package struct PacketSelection: Hashable, Sendable {
    /// An expression in libpcap's filter language.
    package var filter: String?
    /// The call, as `type:id`, or the Call-ID of a SIP call.
    package var call: String?
    /// The name or address of a sender or receiver.
    package var participant: String?
    /// An event that the packet carries.
    package var event: String?
    /// The earliest time in nanoseconds on the capture's time line.
    package var from: Int64?
    /// The latest time in nanoseconds on the capture's time line.
    package var to: Int64?
    /// True to select problems only.
    package var isErrorsOnly = false

    /// Selects all packets.
    package init() {}
}

extension PacketSelection {
    /// True when the decision needs decoded signalling.
    var needsSignalling: Bool { call != nil || participant != nil || event != nil || isErrorsOnly }

    /// True when the decision needs the whole capture.
    var needsSurvey: Bool { participant != nil || isErrorsOnly }

    /// Returns true when a packet is selected.
    ///
    /// - Parameter trouble: The numbers of packets that later packets reveal as problems.
    func admits(_ packet: InspectedPacket, at time: Int64, _ reader: PacketReader, trouble: Set<Int>) -> Bool {
        if let from, time < from { return false }
        if let to, time > to { return false }
        guard needsSignalling else { return true }
        if isErrorsOnly, !packet.isTrouble, !trouble.contains(packet.number) { return false }
        if let event, !(packet.signal?.events.contains { $0.type == event } ?? false) { return false }
        if let call, !isAbout(call, packet, reader) { return false }
        guard let participant else { return true }
        guard let datagram = packet.datagram else { return false }
        return [datagram.source.host, datagram.destination.host].contains { host in
            reader.names[host] == participant || host.description == participant
        }
    }

    private func isAbout(_ call: String, _ packet: InspectedPacket, _ reader: PacketReader) -> Bool {
        if let signal = packet.signal { return signal.cids.contains(call) }
        if let signal = packet.sip { return signal.envelope?.callID == call }
        guard let datagram = packet.datagram else { return false }
        return reader.call(from: datagram.source, to: datagram.destination) == call
    }
}

extension InspectedPacket {
    /// True when the packet is a problem.
    var isTrouble: Bool {
        signal?.isTrouble ?? sip?.isTrouble ?? (datagram == nil || datagram.map { $0.missing > 0 } ?? false)
    }
}
