/// The fields of an RTP packet that the rules of media need (RFC 3550 section 5.1).
///
/// The decoder is independent of the room whose packets it checks.
struct RTPFrame {
    let isMarked: Bool
    let payloadType: UInt8
    let sequence: UInt16
    let timestamp: UInt32
    let source: UInt32
    let payloadCount: Int
    /// The level of a voice, the element 1 of the header extension (RFC 6464, RFC 8285); nil without one.
    let audioLevel: AudioLevel?

    struct AudioLevel {
        let decibels: UInt8
        let hasVoice: Bool
    }

    /// The clock rate of the timestamp in hertz, for the formats that clients send (RFC 3551 section 6).
    var clockRate: Int64? { payloadType == 0 ? 8_000 : payloadType == 31 ? 90_000 : nil }

    /// Decodes a datagram; returns nil when it is not a packet.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 12, bytes[0] >> 6 == 2 else { return nil }
        var start = 12 + Int(bytes[0] & 15) * 4
        var level: AudioLevel?
        if bytes[0] & 0x10 != 0 {
            guard start + 4 <= bytes.count else { return nil }
            level = AudioLevel(bytes, at: start)
            start += 4 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])) * 4
        }
        audioLevel = level
        let padding = bytes[0] & 0x20 == 0 ? 0 : Int(bytes[bytes.count - 1])
        guard start + padding <= bytes.count else { return nil }
        payloadCount = bytes.count - start - padding
        isMarked = bytes[1] & 0x80 != 0
        payloadType = bytes[1] & 0x7F
        sequence = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        timestamp = bytes.word(at: 4)
        source = bytes.word(at: 8)
    }
}

extension RTPFrame.AudioLevel {
    /// Decodes the element of an extension that has no other one, as clients send it; nil for other extensions.
    fileprivate init?(_ bytes: [UInt8], at start: Int) {
        guard start + 6 <= bytes.count, bytes[start] == 0xBE, bytes[start + 1] == 0xDE, bytes[start + 4] == 0x10 else {
            return nil
        }
        (decibels, hasVoice) = (bytes[start + 5] & 0x7F, bytes[start + 5] & 0x80 != 0)
    }
}

/// A packet of an RTCP compound (RFC 3550 section 6.4), decoded like ``RTPFrame``.
struct RTCPFrame {
    enum PacketType: UInt8 {
        case senderReport = 200
        case receiverReport = 201
        case sourceDescription = 202
        case bye = 203
    }

    /// The packet type; nil for an unknown one.
    let type: PacketType?
    let source: UInt32
    let sender: Sender?
    let blocks: [Block]
    /// The sources with a canonical name in a source description (RFC 3550 section 6.5.1).
    let names: [UInt32]

    /// A sender's statistics of itself.
    struct Sender: Equatable {
        let time: UInt64
        let timestamp: UInt32
        let packets: UInt32
        let octets: UInt32
    }

    /// A receiver's statistics of a source.
    struct Block {
        let source: UInt32
        let fractionLost: UInt8
        let lost: UInt32
        let highest: UInt32
        let jitter: UInt32
        let lastReport: UInt32
        let delay: UInt32
    }

    /// Decodes the packets of a compound. Returns nil for other bytes.
    static func compound(_ bytes: [UInt8]) -> [RTCPFrame]? {
        var frames: [RTCPFrame] = []
        var start = 0
        while start + 8 <= bytes.count {
            guard bytes[start] >> 6 == 2 else { return nil }
            let end = start + 4 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])) * 4
            guard end <= bytes.count, let frame = RTCPFrame(Array(bytes[start..<end])) else { return nil }
            frames.append(frame)
            start = end
        }
        // A compound begins with a report (RFC 3550 section 6.1).
        guard start == bytes.count, let first = frames.first?.type, [.senderReport, .receiverReport].contains(first)
        else { return nil }
        return frames
    }

    /// Returns an error of a compound's structure; nil when there is none. Every compound names its sender (RFC 3550
    /// section 6.1).
    static func violation(of compound: [RTCPFrame]) -> String? {
        guard compound.allSatisfy({ $0.type != nil }) else { return "it has a packet of an unknown type" }
        let isNamed = compound.contains { $0.names.contains(compound[0].source) }
        return isNamed ? nil : "its sender has no name"
    }

    private init?(_ bytes: [UInt8]) {
        type = PacketType(rawValue: bytes[1])
        guard bytes.count >= 8 else { return nil }
        source = bytes.word(at: 4)
        let start = type == .senderReport ? 28 : 8
        let isReport = type == .senderReport || type == .receiverReport
        let count = isReport ? Int(bytes[0] & 31) : 0
        guard !isReport || bytes.count >= start + count * 24 else { return nil }
        sender = type == .senderReport ? Sender(bytes) : nil
        blocks = (0..<count).map { Block(bytes, at: start + $0 * 24) }
        names = type == .sourceDescription ? Self.names(bytes) : []
    }

    private static func names(_ bytes: [UInt8]) -> [UInt32] {
        var (names, start): ([UInt32], Int) = ([], 4)
        while start + 8 <= bytes.count {
            let source = bytes.word(at: start)
            start += 4
            while start + 1 < bytes.count, bytes[start] != 0 {
                if bytes[start] == 1, bytes[start + 1] > 0 { names.append(source) }
                start += 2 + Int(bytes[start + 1])
            }
            start = (start / 4 + 1) * 4
        }
        return names
    }
}

extension RTCPFrame.Sender {
    fileprivate init(_ bytes: [UInt8]) {
        time = UInt64(bytes.word(at: 8)) << 32 | UInt64(bytes.word(at: 12))
        timestamp = bytes.word(at: 16)
        packets = bytes.word(at: 20)
        octets = bytes.word(at: 24)
    }
}

extension RTCPFrame.Block {
    fileprivate init(_ bytes: [UInt8], at start: Int) {
        source = bytes.word(at: start)
        fractionLost = bytes[start + 4]
        lost = bytes.word(at: start + 4) & 0xFF_FFFF
        highest = bytes.word(at: start + 8)
        jitter = bytes.word(at: start + 12)
        lastReport = bytes.word(at: start + 16)
        delay = bytes.word(at: start + 20)
    }
}

extension [UInt8] {
    /// Returns the number of four bytes at an offset, most significant byte first.
    func word(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
