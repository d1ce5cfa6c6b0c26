/// The access token of a user, as the coordinator or an application's server issues it.
public struct UserToken: Hashable, Sendable {
    /// The encoded token.
    public let bytes: [UInt8]

    /// Creates a token from its bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a token from its text: hexadecimal digits, as `rollcall serve` prints them.
    ///
    /// The coordinator refuses a token of any other text.
    public init(_ text: String) {
        bytes = Self.decoded(text) ?? Array(text.utf8)
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension UserToken: ExpressibleByStringLiteral {
    /// Creates a token from its text.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
