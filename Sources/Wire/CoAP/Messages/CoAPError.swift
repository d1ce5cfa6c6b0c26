/// The reason that a datagram is not a CoAP message; offsets count from its first byte.
public enum CoAPError: Error, Hashable, Sendable {
    /// The datagram is shorter than the fixed header of four bytes.
    case truncatedHeader(count: Int)
    /// The version is not 1.
    case unknownVersion(UInt8)
    /// The token length is above eight.
    case reservedTokenLength(UInt8)
    /// The datagram ends inside the token.
    case truncatedToken(offset: Int, missing: Int)
    /// The datagram ends inside an option.
    case truncatedOption(offset: Int, missing: Int)
    /// The delta or the length of an option is the reserved value 15.
    case reservedOptionHeader(offset: Int, byte: UInt8)
    /// The sum of the deltas exceeds the highest option number.
    case optionNumberTooLarge(offset: Int, number: Int)
    /// Nothing follows the payload marker.
    case missingPayload(offset: Int)
    /// A message with the code 0.00 has a token, options or a payload.
    case contentInEmptyMessage(offset: Int, count: Int)

    /// The offset at which the problem was found.
    public var offset: Int {
        switch self {
        case .truncatedHeader(let count): count
        case .unknownVersion, .reservedTokenLength: 0
        case .truncatedToken(let offset, _), .truncatedOption(let offset, _), .reservedOptionHeader(let offset, _),
            .optionNumberTooLarge(let offset, _), .missingPayload(let offset), .contentInEmptyMessage(let offset, _):
            offset
        }
    }
}

extension CoAPError: CustomStringConvertible {
    /// A readable description of the problem and its offset.
    public var description: String {
        "\(problem) (at byte \(offset))"
    }

    private var problem: String {
        switch self {
        case .truncatedHeader(let count): "the datagram has \(count) bytes, fewer than the 4 of a header"
        case .unknownVersion(let version): "version \(version) is not CoAP's, which is 1"
        case .reservedTokenLength(let length): "a token of \(length) bytes is longer than the 8 that are allowed"
        case .truncatedToken(_, let missing): "the datagram ends inside the token, \(missing) bytes are missing"
        case .truncatedOption(_, let missing): "the datagram ends inside an option, \(missing) bytes are missing"
        case .reservedOptionHeader(_, let byte):
            "the first byte 0x\(byte.hexadecimal) of an option uses the reserved value 15"
        case .optionNumberTooLarge(_, let number): "option number \(number) is greater than 65535"
        case .missingPayload: "no payload follows the payload marker"
        case .contentInEmptyMessage(_, let count): "\(count) bytes follow the header of an empty message"
        }
    }
}
