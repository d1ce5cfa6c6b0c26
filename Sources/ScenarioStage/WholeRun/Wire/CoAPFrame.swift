/// The fields of a CoAP message that the rules of exchanges need (RFC 7252 section 3).
///
/// The decoder is independent of the room whose messages it checks.
struct CoAPFrame {
    enum MessageType: UInt8 {
        case confirmable
        case nonconfirmable
        case acknowledgement
        case reset
    }

    let type: MessageType
    let code: UInt8
    let messageID: UInt16
    let token: [UInt8]
    /// The value of the Observe option (RFC 7641); nil without one.
    let observe: UInt32?
    /// The path of a request, with a slash before each segment. A slash in a segment is a space here.
    let path: [UInt8]
    /// The parts of a request's query, such as `ring=true`.
    let query: [String]
    let eTag: [UInt8]?
    /// The blocks of the request's body and of the response's body (RFC 7959).
    let block1: Block?
    let block2: Block?
    let contentFormat: UInt32?
    /// The value of the Request-Tag option (RFC 9175 section 3); nil without one.
    let requestTag: [UInt8]?
    /// True for a refusal that asks for a proof of the client's address (RFC 9175 section 2.4).
    let isChallenge: Bool
    /// The range of the payload; nil without one.
    let payload: Range<Int>?

    /// A block of a body.
    struct Block: Equatable {
        let number: UInt32
        let hasMore: Bool
        let size: Int

        /// True for a body that has one block.
        var isWhole: Bool { number == 0 && !hasMore }
    }

    var isEmpty: Bool { code == 0 }
    var isRequest: Bool { (1..<32).contains(code) }

    /// Decodes a datagram; returns nil when it is not a message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] >> 6 == 1, let type = MessageType(rawValue: bytes[0] >> 4 & 3) else {
            return nil
        }
        let tokenEnd = 4 + Int(bytes[0] & 15)
        guard tokenEnd <= min(bytes.count, 12) else { return nil }
        self.type = type
        code = bytes[1]
        messageID = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        token = Array(bytes[4..<tokenEnd])
        if code == 0, bytes.count > 4 { return nil }
        var reader = OptionReader(bytes: bytes, offset: tokenEnd)
        var options = Options()
        while let option = reader.next() { options.take(option.number, bytes[option.range]) }
        guard reader.isAtEnd else { return nil }
        observe = options.observe
        path = options.path
        query = options.query
        eTag = options.eTag
        block1 = options.block1
        block2 = options.block2
        contentFormat = options.contentFormat
        requestTag = options.requestTag
        isChallenge = code == 0x81 && options.hasEcho
        payload = reader.offset < bytes.count ? reader.offset + 1..<bytes.count : nil
    }
}

extension CoAPFrame {
    /// The options that the rules need.
    private struct Options {
        var observe: UInt32?
        var path: [UInt8] = []
        var query: [String] = []
        var eTag: [UInt8]?
        var block1: Block?
        var block2: Block?
        var contentFormat: UInt32?
        var requestTag: [UInt8]?
        var hasEcho = false

        mutating func take(_ number: Int, _ value: ArraySlice<UInt8>) {
            switch number {
            case 4: eTag = Array(value)
            case 6: observe = Self.number(value)
            case 11: path += [UInt8(ascii: "/")] + value.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: " ") : $0 }
            case 15: query.append(String(decoding: value, as: UTF8.self))
            case 12: contentFormat = Self.number(value)
            case 23: block2 = Block(Self.number(value))
            case 27: block1 = Block(Self.number(value))
            case 252: hasEcho = true
            case 292: requestTag = Array(value)
            default: break
            }
        }

        private static func number(_ value: ArraySlice<UInt8>) -> UInt32 { value.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

extension CoAPFrame.Block {
    fileprivate init(_ value: UInt32) {
        number = value >> 4
        hasMore = value & 8 != 0
        size = 16 << Int(value & 7)
    }
}

/// Iterates over the options of a message (RFC 7252 section 3.1).
private struct OptionReader {
    let bytes: [UInt8]
    var offset: Int
    var number = 0

    /// True when the options end correctly: with the message, or with a payload.
    var isAtEnd: Bool { offset == bytes.count || (bytes[offset] == 0xFF && offset + 1 < bytes.count) }

    mutating func next() -> (number: Int, range: Range<Int>)? {
        guard offset < bytes.count, bytes[offset] != 0xFF else { return nil }
        let first = bytes[offset]
        var end = offset + 1
        guard let delta = extended(first >> 4, &end), let length = extended(first & 15, &end),
            end + length <= bytes.count
        else { return nil }
        number += delta
        offset = end + length
        return (number, end..<offset)
    }

    private func extended(_ nibble: UInt8, _ offset: inout Int) -> Int? {
        let count = nibble == 13 ? 1 : nibble == 14 ? 2 : 0
        guard nibble < 15, offset + count <= bytes.count else { return nil }
        defer { offset += count }
        let value = bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        return nibble < 13 ? Int(nibble) : value + (nibble == 13 ? 13 : 269)
    }
}
