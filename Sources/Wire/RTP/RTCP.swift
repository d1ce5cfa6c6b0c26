/// The RTP Control Protocol (RFC 3550 section 6).
public enum RTCP {
    /// One packet of a compound.
    public enum Packet: Hashable, Sendable {
        /// Transmission and reception statistics of a sender.
        case senderReport(SenderReport)
        /// Reception statistics of a participant that does not send.
        case receiverReport(ssrc: UInt32, [ReportBlock])
        /// Descriptions of sources.
        case sourceDescription([Chunk])
        /// The end of sources.
        case bye([UInt32], reason: String?)
        /// A packet of another type, with the bytes after its header.
        case other(type: UInt8, count: UInt8, body: [UInt8])
    }

    /// Transmission and reception statistics of a sender.
    public struct SenderReport: Hashable, Sendable {
        /// The source of the sender.
        public var ssrc: UInt32
        /// The time of the report, in 2^-32 seconds since 1900.
        public var ntp: UInt64
        /// The same time in units of the source's clock.
        public var rtpTimestamp: UInt32
        /// Packets sent so far.
        public var packetCount: UInt32
        /// Bytes of payload sent so far.
        public var octetCount: UInt32
        /// The received packets by source; at most 31 blocks.
        public var reports: [ReportBlock]

        /// Creates a report.
        public init(
            ssrc: UInt32, ntp: UInt64, rtpTimestamp: UInt32, packetCount: UInt32, octetCount: UInt32,
            reports: [ReportBlock] = []
        ) {
            self.ssrc = ssrc
            self.ntp = ntp
            self.rtpTimestamp = rtpTimestamp
            self.packetCount = packetCount
            self.octetCount = octetCount
            self.reports = reports
        }
    }

    /// Reception statistics of one source.
    public struct ReportBlock: Hashable, Sendable {
        /// The source.
        public var ssrc: UInt32
        /// The share of packets lost since the last report, in 256ths.
        public var fractionLost: UInt8
        /// The number of packets lost so far; 24 bits are sent.
        public var cumulativeLost: Int32
        /// The highest sequence number, with the number of its cycles in the upper bits.
        public var extendedHighest: UInt32
        /// The jitter in units of the source's clock.
        public var jitter: UInt32
        /// The middle 32 bits of the time of the source's last report; 0 without one.
        public var lastSenderReport: UInt32
        /// The time since that report arrived, in units of 1/65536 s; 0 without one.
        public var delaySinceLastSenderReport: UInt32

        /// Creates a block.
        public init(
            ssrc: UInt32, fractionLost: UInt8, cumulativeLost: Int32, extendedHighest: UInt32, jitter: UInt32,
            lastSenderReport: UInt32 = 0, delaySinceLastSenderReport: UInt32 = 0
        ) {
            self.ssrc = ssrc
            self.fractionLost = fractionLost
            self.cumulativeLost = min(max(cumulativeLost, -0x80_0000), 0x7F_FFFF)
            self.extendedHighest = extendedHighest
            self.jitter = jitter
            self.lastSenderReport = lastSenderReport
            self.delaySinceLastSenderReport = delaySinceLastSenderReport
        }
    }

    /// The description of one source.
    public struct Chunk: Hashable, Sendable {
        /// The source.
        public var ssrc: UInt32
        /// The items in order.
        public var items: [Item]

        /// Creates a chunk.
        public init(ssrc: UInt32, items: [Item]) {
            self.ssrc = ssrc
            self.items = items
        }
    }

    /// An item of a source's description: a type and a text of at most 255 bytes.
    public struct Item: Hashable, Sendable {
        /// The type of a canonical name, which is constant when the source's identifier changes.
        public static let cname: UInt8 = 1

        /// The type of the text; 0 is reserved.
        public var type: UInt8
        /// The text.
        public var text: String

        /// Creates an item.
        public init(type: UInt8, text: String) {
            self.type = type
            self.text = text
        }
    }

    enum PacketType {
        static let senderReport: UInt8 = 200
        static let receiverReport: UInt8 = 201
        static let sourceDescription: UInt8 = 202
        static let bye: UInt8 = 203
    }
}

/// The error of decoding an RTCP compound (RFC 3550 sections 6.1 and A.2); offsets count from its first byte.
public enum RTCPError: Error, Hashable, Sendable {
    /// The datagram is empty.
    case empty
    /// A packet's header or its announced length exceeds the datagram.
    case truncatedPacket(offset: Int, missing: Int)
    /// The version is not 2.
    case unknownVersion(offset: Int, UInt8)
    /// The compound does not start with a report.
    case noReportFirst(type: UInt8)
    /// The padding is not in the last packet, or not a multiple of four within it.
    case wrongPadding(offset: Int)
    /// A packet is too short for its announced content.
    case truncatedContent(offset: Int, type: UInt8)
    /// A text is not valid UTF-8.
    case invalidText(offset: Int)
}

extension RTCPError: CustomStringConvertible {
    /// A readable description of the problem and its offset.
    public var description: String {
        switch self {
        case .empty: "the datagram is empty"
        case .truncatedPacket(let offset, let missing):
            "the datagram ends inside a packet, \(missing) bytes are missing (at byte \(offset))"
        case .unknownVersion(let offset, let version):
            "version \(version) is not RTCP's, which is 2 (at byte \(offset))"
        case .noReportFirst(let type): "a compound starts with a report, not with a packet of type \(type)"
        case .wrongPadding(let offset): "the padding cannot be (at byte \(offset))"
        case .truncatedContent(let offset, let type):
            "a packet of type \(type) is too short for what it holds (at byte \(offset))"
        case .invalidText(let offset): "a text is not valid UTF-8 (at byte \(offset))"
        }
    }
}
