import ScenarioLanguage
import Wire

extension PacketFields {
    /// The fields of an RTP packet (RFC 3550 section 5.1, RFC 6464).
    static let rtpFields: [PacketFieldRow] = [
        rtp("payloadType", .whole(0...127), "the payload type: 0 is audio, 31 video") { header, _ in
            .some(header.payloadType)
        },
        rtp("sequenceNumber", .short, "its number in its stream") { header, _ in .some(header.sequenceNumber) },
        rtp("timestamp", .long, "the sampling instant of its first sample, in units of its clock") { header, _ in
            .some(header.timestamp)
        },
        rtp("ssrc", .long, "the source of its stream") { header, _ in .some(header.ssrc) },
        rtp("marker", .boolean, "true for the last packet of a frame, and for the first one of speech") { header, _ in
            [.boolean(header.marker)]
        },
        rtp("audioLevel", .whole(0...127), "the audio level, in decibels below the maximum") { _, level in
            .some(level?.decibelsBelowOverload)
        },
        rtp("voice", .boolean, "true when its sender detects speech") { _, level in
            level.map { [.boolean($0.hasVoice)] } ?? []
        },
    ]

    /// The fields of the packets of an RTCP compound (RFC 3550 section 6).
    static let rtcpFields: [PacketFieldRow] = [
        rtcp("report", .word(.rtcpKinds), "the kind of a packet in the compound") { .some($0.name) },
        rtcp("sender", .long, "the source that reports, or says goodbye") { $0.senders.map { .integer(Int64($0)) } },
        rtcp("block.ssrc", .long, "the source that a report is on") { $0.blocks.map { .integer(Int64($0.ssrc)) } },
        rtcp("block.fractionLost", .whole(0...255), "the fraction lost since the last report, in 256ths") {
            $0.blocks.map { .integer(Int64($0.fractionLost)) }
        },
        rtcp("block.lost", .whole(-0x80_0000...0x7F_FFFF), "the number of all lost packets") {
            $0.blocks.map { .integer(Int64($0.cumulativeLost)) }
        },
        rtcp("block.jitter", .long, "the interarrival jitter, in units of its clock") {
            $0.blocks.map { .integer(Int64($0.jitter)) }
        },
    ]

    private static func rtp(
        _ name: String, _ type: ValueType, _ about: String,
        read: @escaping @MainActor (RTP.Header, RTP.AudioLevel?) -> [Value]
    ) -> PacketFieldRow {
        PacketFieldRow(name, of: [.rtp], type, about) { decoded in
            if case .rtp(let header, let level) = decoded.content { read(header, level) } else { [] }
        }
    }

    private static func rtcp(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (RTCP.Packet) -> [Value]
    ) -> PacketFieldRow {
        PacketFieldRow(name, of: [.rtcp], type, about) { decoded in
            if case .rtcp(let packets) = decoded.content { packets.flatMap(read) } else { [] }
        }
    }
}

extension RTCP.Packet {
    /// The name of the packet's kind; nil for other kinds.
    fileprivate var name: String? {
        switch self {
        case .senderReport: "SR"
        case .receiverReport: "RR"
        case .sourceDescription: "SDES"
        case .bye: "BYE"
        case .other: nil
        }
    }

    fileprivate var senders: [UInt32] {
        switch self {
        case .senderReport(let report): [report.ssrc]
        case .receiverReport(let ssrc, _): [ssrc]
        case .sourceDescription(let chunks): chunks.map(\.ssrc)
        case .bye(let sources, _): sources
        case .other: []
        }
    }

    fileprivate var blocks: [RTCP.ReportBlock] {
        switch self {
        case .senderReport(let report): report.reports
        case .receiverReport(_, let blocks): blocks
        case .sourceDescription, .bye, .other: []
        }
    }
}
