/// The texts that an argument can be.
public enum TextRule: Hashable, Sendable {
    /// A text with at least one character.
    case filled
    /// A text with at least one character and at most this number of bytes, as a part of a request's path or query.
    case part(bytes: Int)
    /// The name of a role.
    case role
    /// The name of a field to sort by. A `-` before it sorts the largest first.
    case sortField
}

extension TextRule {
    /// The bytes in a segment of a path, and in a part of a query (RFC 7252 section 5.10).
    package static let segment = TextRule.part(bytes: 255)
    /// The bytes in a part that is to be refused: two of them fit in a datagram.
    package static let longestPart = 512
}
