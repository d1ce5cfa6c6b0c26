/// The reason that a datagram is not an RTP packet; offsets count from its first byte.
public enum RTPError: Error, Hashable, Sendable {
    /// The datagram ends inside the header, its contributors or its extension.
    case truncatedHeader(count: Int, needed: Int)
    /// The version is not 2.
    case unknownVersion(UInt8)
    /// The padding is zero, or exceeds the bytes after the header.
    case wrongPadding(Int, available: Int)
    /// An element of the extension is longer than the extension.
    case truncatedElement(offset: Int, id: UInt8, missing: Int)
}

extension RTPError: CustomStringConvertible {
    /// A readable description of the problem.
    public var description: String {
        switch self {
        case .truncatedHeader(let count, let needed): "the datagram has \(count) bytes, and its header needs \(needed)"
        case .unknownVersion(let version): "version \(version) is not RTP's, which is 2"
        case .wrongPadding(let padding, let available):
            "\(padding) bytes of padding cannot be among the \(available) behind the header"
        case .truncatedElement(let offset, let id, let missing):
            "element \(id) of the extension is cut off, \(missing) bytes are missing (at byte \(offset))"
        }
    }
}
