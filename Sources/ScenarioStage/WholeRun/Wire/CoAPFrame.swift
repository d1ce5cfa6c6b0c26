/// The fields of a CoAP message that the rules of exchanges need (RFC 7252 section 3).
///
/// It is read without the room whose messages it checks.
struct CoAPFrame {
    enum Kind: UInt8 {
        case confirmable
        case nonconfirmable
        case acknowledgement
        case reset
    }

    let kind: Kind
    let code: UInt8
    let messageID: UInt16
    let token: [UInt8]
    /// The value of the Observe option (RFC 7641); nil without one.
    let observe: UInt32?

    var isEmpty: Bool { code == 0 }
    var isRequest: Bool { (1..<32).contains(code) }

    /// Reads a datagram; nil when it is no message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] >> 6 == 1, let kind = Kind(rawValue: bytes[0] >> 4 & 3) else { return nil }
        let tokenEnd = 4 + Int(bytes[0] & 15)
        guard tokenEnd <= min(bytes.count, 12) else { return nil }
        self.kind = kind
        code = bytes[1]
        messageID = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        token = Array(bytes[4..<tokenEnd])
        if code == 0, bytes.count > 4 { return nil }
        var reader = OptionReader(bytes: bytes, offset: tokenEnd)
        var observe: UInt32?
        while let option = reader.next() {
            if option.number == 6 { observe = bytes[option.range].reduce(0) { $0 << 8 | UInt32($1) } }
        }
        guard reader.isAtEnd else { return nil }
        self.observe = observe
    }
}

/// Walks over the options of a message (RFC 7252 section 3.1).
private struct OptionReader {
    let bytes: [UInt8]
    var offset: Int
    var number = 0

    /// True when the options end as they must: with the message, or with a payload.
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
