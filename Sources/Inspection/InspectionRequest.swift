internal import Capture

/// What is to be shown of a capture.
public struct InspectionRequest: Sendable {
    /// The form in which a capture is shown.
    public enum View: Hashable, Sendable {
        /// What is in it, on one screen.
        case summary
        /// A line a packet.
        case packets
        /// Every layer of each packet by name.
        case decoded
        /// A JSON object a packet.
        case json
        /// The signalling between hosts as a diagram.
        case ladder
        /// The same diagram in Mermaid's language.
        case mermaid
        /// The same diagram as a picture.
        case svg
        /// The table of RTP streams.
        case rtp
    }

    /// The capture's path; `-` is the standard input.
    public var file: String
    /// The form.
    public var view: View
    /// Whether JSON objects have the bodies of messages too.
    public var hasBodies = false
    /// Which packets are shown.
    public var selection = PacketSelection()
    /// What hosts are called, whatever the capture says.
    public var hosts: HostsFile?
    /// Where the selected packets are written as a capture.
    public var copy: String?
    /// How many columns a line may take.
    public var width = 100
    /// Whether the output is a terminal that shows colours.
    public var isColoured = false

    /// Asks for a view of a file.
    public init(file: String, view: View = .summary) {
        self.file = file
        self.view = view
    }
}

/// Which packets of a capture are meant; all conditions must hold.
public struct PacketSelection: Hashable, Sendable {
    /// An expression in libpcap's filter language.
    public var filter: String?
    /// The call that they are about, as `type:id`.
    public var call: String?
    /// A host's name or address that sent or received them.
    public var participant: String?
    /// An event that they carry.
    public var event: String?
    /// The earliest time in nanoseconds on the capture's own time line.
    public var from: Int64?
    /// The latest time in nanoseconds on the capture's own time line.
    public var to: Int64?
    /// Whether only trouble is wanted.
    public var isErrorsOnly = false

    /// Selects all packets.
    public init() {}
}

extension PacketSelection {
    /// Whether signalling must be read to decide.
    var needsSignalling: Bool { call != nil || participant != nil || event != nil || isErrorsOnly }

    /// Whether the whole capture must have been read to decide.
    var needsSurvey: Bool { participant != nil || isErrorsOnly }

    /// Whether a packet is meant.
    ///
    /// - Parameter trouble: the numbers of packets of which later ones show that they are trouble.
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
        guard let datagram = packet.datagram else { return false }
        return reader.conversations.session(from: datagram.source, to: datagram.destination) == call
    }
}

extension InspectedPacket {
    /// Whether a reader who looks for trouble wants to see it.
    var isTrouble: Bool {
        signal?.isTrouble ?? (datagram == nil || datagram.map { $0.missing > 0 } ?? false)
    }
}
