internal import Capture

/// Consecutive packets of one kind between two endpoints, interrupted by media only.
struct MediaRun {
    /// The content of the packets.
    enum Content: Hashable {
        case audio
        case video
        /// RTP with a dynamic payload type (RFC 3551 section 3).
        case rtp
        case rtcp
        case stun
        case other
    }

    struct Key: Hashable {
        let path: Path
        let content: Content
    }

    let key: Key
    let time: Int64
    /// The number of the first packet.
    let packet: Int
    private(set) var count = 0
    /// Lost packets according to a journal.
    private var dropped = 0
    private var sequences: [UInt32: SequenceRun] = [:]

    init(_ key: Key, time: Int64, packet: Int) {
        self.key = key
        self.time = time
        self.packet = packet
    }

    mutating func add(_ header: RTPHeader?, isDropped: Bool) {
        count += 1
        if isDropped { dropped += 1 }
        if let header { sequences[header.ssrc, default: SequenceRun(header.sequence)].add(header.sequence) }
    }

    /// The number of missing packets by sequence numbers and by the journal.
    var lost: Int {
        let promised = sequences.values.reduce(0) { $0 + $1.expected }
        return dropped + (sequences.isEmpty ? 0 : max(0, promised - count))
    }

    /// A text such as `RTP audio 1,250 packets, 2 lost`.
    var words: String {
        let sources = sequences.count > 1 ? " of \(sequences.count) sources" : ""
        let loss = lost > 0 ? ", \(Seconds.grouped(lost)) lost" : ""
        return
            "\(key.content.name)\(Seconds.grouped(count)) \(key.content.noun)\(count == 1 ? "" : "s")\(sources)\(loss)"
    }
}

extension MediaRun.Content {
    init(_ kind: PayloadKind, _ header: RTPHeader?) {
        self =
            switch kind {
            case .rtp: header.map { RTPMedia.kind($0.payloadType) } ?? .rtp
            case .rtcp: .rtcp
            case .stun: .stun
            case .coap, .sip, .empty, .unknown: .other
            }
    }

    /// The name, followed by a space.
    var name: String {
        switch self {
        case .audio: "RTP audio "
        case .video: "RTP video "
        case .rtp: "RTP "
        case .rtcp: "RTCP "
        case .stun: "STUN "
        case .other: ""
        }
    }

    fileprivate var noun: String { self == .other ? "other packet" : "packet" }
}

/// The media of payload types (RFC 3551 section 6).
enum RTPMedia {
    static func kind(_ payloadType: UInt8) -> MediaRun.Content {
        switch payloadType {
        case 0, 3...18: .audio
        case 25, 26, 28, 31...34: .video
        default: .rtp
        }
    }
}

/// The number of packets that a range of RTP sequence numbers implies.
struct SequenceRun {
    private let first: UInt16
    private var last: Int

    init(_ first: UInt16) {
        self.first = first
        last = Int(first)
    }

    mutating func add(_ sequence: UInt16) {
        let step = Int(Int16(truncatingIfNeeded: Int(sequence) - last))
        if step > 0 { last += step }
    }

    var expected: Int { last - Int(first) + 1 }
}
