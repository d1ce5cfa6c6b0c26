internal import Wire

/// The header of a STUN message (RFC 8489 section 5), parsed without attributes, which a truncated capture may lack.
/// Wire parses whole messages.
struct STUNHeader: Hashable, Sendable {
    let type: UInt16
    /// The length of the attributes.
    let length: Int

    static let magicCookie: UInt32 = 0x2112_A442

    /// Parses a header. The message may be truncated.
    init?(_ packet: Span<UInt8>) {
        guard packet.count >= 20, packet[0] & 0xC0 == 0, packet.number32(at: 4) == Self.magicCookie else { return nil }
        length = Int(packet.number16(at: 2))
        guard length & 3 == 0 else { return nil }
        type = packet.number16(at: 0)
    }

    /// A name such as `Binding request`.
    var name: String {
        // The two class bits are interleaved with the method.
        let method = type & 0x000F | type >> 1 & 0x0070 | type >> 2 & 0x0F80
        let words = ["request", "indication", "success response", "error response"]
        let word = words[Int(type >> 4 & 1 | type >> 7 & 2)]
        return "\(method == 1 ? "Binding" : "method \(method)") \(word)"
    }

    /// Returns the types and values of complete attributes.
    static func attributes(_ packet: Span<UInt8>) -> [(type: UInt16, name: String, value: [UInt8])] {
        var found: [(type: UInt16, name: String, value: [UInt8])] = []
        var offset = 20
        while packet.count >= offset + 4 {
            let length = Int(packet.number16(at: offset + 2))
            guard packet.count >= offset + 4 + length else { break }
            let value = (offset + 4..<offset + 4 + length).map { packet[$0] }
            let type = packet.number16(at: offset)
            found.append((type, name(of: type), value))
            offset += 4 + (length + 3) / 4 * 4
        }
        return found
    }

    private static func name(of attribute: UInt16) -> String {
        switch attribute {
        case 0x0001: "MAPPED-ADDRESS"
        case 0x0006: "USERNAME"
        case 0x0008: "MESSAGE-INTEGRITY"
        case 0x0009: "ERROR-CODE"
        case 0x000A: "UNKNOWN-ATTRIBUTES"
        case 0x0014: "REALM"
        case 0x0015: "NONCE"
        case 0x001C: "MESSAGE-INTEGRITY-SHA256"
        case 0x0020: "XOR-MAPPED-ADDRESS"
        case 0x0024: "PRIORITY"
        case 0x0025: "USE-CANDIDATE"
        case 0x8022: "SOFTWARE"
        case 0x8028: "FINGERPRINT"
        case 0x8029: "ICE-CONTROLLED"
        case 0x802A: "ICE-CONTROLLING"
        default: "attribute 0x\(attribute.hexadecimal)"
        }
    }
}
