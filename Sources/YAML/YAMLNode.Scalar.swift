extension YAMLNode {
    /// A single piece of text, with the way in which it was written.
    ///
    /// Only text without quotes can mean something else than itself (YAML 1.2 core schema): `"5"` is text, `5` is a
    /// number, and `yes`, `no`, `on` and `off` are text.
    public struct Scalar: Hashable, Sendable {
        /// How a scalar was written.
        public enum Style: Hashable, Sendable {
            /// Without quotes.
            case plain
            /// In single quotes.
            case singleQuoted
            /// In double quotes.
            case doubleQuoted
            /// As a block after `|`.
            case literal
            /// As a block after `>`.
            case folded
        }

        /// The text, quotes and escapes resolved.
        public let text: String
        /// How it was written.
        public let style: Style

        /// Makes a scalar of its text.
        public init(_ text: String, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }
}

extension YAMLNode.Scalar {
    /// Whether it stands for nothing: empty, `~` or `null`, without quotes.
    public var isNull: Bool {
        style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The truth value, when it is `true` or `false` without quotes.
    public var boolean: Bool? {
        guard style == .plain else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// The whole number, when it is one in decimal, `0x` or `0o` notation without quotes.
    public var integer: Int64? {
        guard style == .plain else { return nil }
        if text.hasPrefix("0x") { return Self.digits(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return Self.digits(text.dropFirst(2), radix: 8) }
        return Int64(text)
    }

    /// The number, when it is one without quotes; infinities and not-a-number are no numbers here.
    public var double: Double? {
        guard style == .plain, let first = text.utf8.first else { return nil }
        let isNumeric = text.utf8.allSatisfy { Self.numeric.contains($0) } && !Self.exponents.contains(first)
        guard isNumeric, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// What it is, in words for a message.
    public var kind: String {
        if isNull { return "nothing" }
        if boolean != nil { return "true or false" }
        return integer != nil || double != nil ? "a number" : "text"
    }

    private static let numeric = Set("0123456789+-.eE".utf8)
    private static let exponents = Set("eE".utf8)

    private static func digits(_ text: Substring, radix: Int) -> Int64? {
        text.first.map { $0 == "-" || $0 == "+" } ?? true ? nil : Int64(text, radix: radix)
    }
}
