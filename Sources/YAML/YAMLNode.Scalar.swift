extension YAMLNode {
    /// A piece of text, with its style.
    ///
    /// Only plain text can have another type (YAML 1.2 core schema): `"5"` is text, `5` is a number, and `yes`, `no`,
    /// `on` and `off` are text.
    package struct Scalar: Hashable, Sendable {
        /// The style of a scalar.
        package enum Style: Hashable, Sendable {
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

        /// The text, with quotes and escapes resolved.
        package let text: String
        /// The style.
        package let style: Style

        /// Creates a scalar.
        package init(_ text: String, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }
}

extension YAMLNode.Scalar {
    /// True for a plain scalar that is empty, `~` or `null`.
    package var isNull: Bool {
        style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The value of a plain `true` or `false`.
    package var boolean: Bool? {
        guard style == .plain else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// The value of a plain integer in decimal, `0x` or `0o` notation.
    package var integer: Int64? {
        guard style == .plain else { return nil }
        if text.hasPrefix("0x") { return Self.digits(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return Self.digits(text.dropFirst(2), radix: 8) }
        return Int64(text)
    }

    /// The value of a plain number. Infinities and not-a-number are excluded.
    package var double: Double? {
        guard style == .plain, let first = text.utf8.first else { return nil }
        let isNumeric = text.utf8.allSatisfy { Self.numeric.contains($0) } && !Self.exponents.contains(first)
        guard isNumeric, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The kind, in words for messages.
    package var kind: String {
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
