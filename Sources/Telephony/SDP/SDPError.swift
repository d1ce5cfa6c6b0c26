/// The reason for which bytes are not a session description. Offsets count from the first byte that was decoded.
package enum SDPError: Error, Hashable, Sendable {
    /// A line is not a letter, an equals sign and a value.
    case line(offset: Int)
    /// The first line is not `v=0`.
    case version(offset: Int)
    /// A line of a kind has the wrong number of fields.
    case fields(Character, expected: String, offset: Int)
    /// A port or a number of ports is not a number up to 65535.
    case port(String, offset: Int)
    /// There are more lines or media than the limit.
    case tooMany(String, limit: Int, offset: Int)
    /// A line that must be there once is missing.
    case missing(Character)
}

extension SDPError: CustomStringConvertible {
    /// The problem, its place and the correction.
    package var description: String {
        switch self {
        case .line(let offset): "a line is not a letter, `=` and a value (at byte \(offset))"
        case .version(let offset): "the first line is not `v=0` (at byte \(offset))"
        case .fields(let kind, let expected, let offset): "`\(kind)=` is not `\(expected)` (at byte \(offset))"
        case .port(let text, let offset): "the port `\(text)` is not a number from 0 to 65535 (at byte \(offset))"
        case .tooMany(let what, let limit, let offset): "more than \(limit) \(what) (at byte \(offset))"
        case .missing(let kind): "the line `\(kind)=` is missing"
        }
    }
}
