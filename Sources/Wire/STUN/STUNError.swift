/// The reason that a datagram is not a STUN message; offsets count from its first byte.
public enum STUNError: Error, Hashable, Sendable {
    /// The datagram is shorter than the header of twenty bytes.
    case truncatedHeader(count: Int)
    /// The first two bits are not zero.
    case notSTUN(firstByte: UInt8)
    /// The magic cookie is wrong.
    case wrongCookie(UInt32)
    /// The length is not a multiple of four.
    case unalignedLength(Int)
    /// The length in the header differs from that of the datagram.
    case wrongLength(announced: Int, actual: Int)
    /// An attribute is longer than the rest of the message.
    case truncatedAttribute(offset: Int, type: UInt16, missing: Int)
    /// The length is invalid for an attribute of that type.
    case wrongAttributeLength(offset: Int, type: UInt16, length: Int)
    /// The address is neither IPv4 nor IPv6.
    case unknownAddressFamily(offset: Int, family: UInt8)
    /// The error code is not between 300 and 699.
    case invalidErrorCode(offset: Int, code: Int)
    /// A text is not valid UTF-8.
    case invalidText(offset: Int, type: UInt16)
    /// An attribute follows the fingerprint.
    case afterFingerprint(offset: Int)
    /// The fingerprint does not match the message.
    case wrongFingerprint(offset: Int)
}

extension STUNError: CustomStringConvertible {
    /// A readable description of the problem and its offset.
    public var description: String {
        switch self {
        case .truncatedHeader(let count): "the datagram has \(count) bytes, fewer than the 20 of a header"
        case .notSTUN(let byte): "the first byte 0x\(byte.hexadecimal) is not that of a STUN message"
        case .wrongCookie(let cookie): "the magic cookie is 0x\(cookie.hexadecimal), not 0x2112a442"
        case .unalignedLength(let length): "the length \(length) is not a multiple of 4"
        case .wrongLength(let announced, let actual):
            "the header announces \(announced) bytes, and \(actual) follow it"
        case .truncatedAttribute(let offset, let type, let missing):
            "the message ends inside \(Self.attribute(type)), \(missing) bytes are missing (at byte \(offset))"
        case .wrongAttributeLength(let offset, let type, let length):
            "\(Self.attribute(type)) cannot be \(length) bytes long (at byte \(offset))"
        case .unknownAddressFamily(let offset, let family): "there is no address family \(family) (at byte \(offset))"
        case .invalidErrorCode(let offset, let code):
            "the error code \(code) is not between 300 and 699 (at byte \(offset))"
        case .invalidText(let offset, let type): "\(Self.attribute(type)) is not valid UTF-8 (at byte \(offset))"
        case .afterFingerprint(let offset): "an attribute follows the fingerprint (at byte \(offset))"
        case .wrongFingerprint(let offset): "the fingerprint is not that of the message (at byte \(offset))"
        }
    }

    private static func attribute(_ type: UInt16) -> String {
        "attribute 0x\(type.hexadecimal)"
    }
}
