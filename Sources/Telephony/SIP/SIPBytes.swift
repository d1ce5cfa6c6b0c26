extension UInt8 {
    /// True for a character of a token (RFC 3261 section 25.1).
    var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: Self.tokenSigns.contains(self)
        }
    }

    /// True for a character of a URI. Signs that the generic syntax excludes are excluded (RFC 3986 appendix A).
    var isURIByte: Bool {
        (0x21...0x7E).contains(self) && !Self.noURISigns.contains(self)
    }

    /// True for a decimal digit.
    var isDigitByte: Bool { (0x30...0x39).contains(self) }

    /// True for a space or a tab.
    var isBlankByte: Bool { self == 0x20 || self == 0x09 }

    private static let tokenSigns = Array("-.!%*_+`'~".utf8)
    private static let noURISigns = Array("<>\"\\^`{|}".utf8)
}

extension ArraySlice<UInt8> {
    /// The bytes without blanks at both ends.
    var droppingBlanks: ArraySlice<UInt8> {
        var slice = drop(while: \.isBlankByte)
        while slice.last?.isBlankByte == true { slice.removeLast() }
        return slice
    }
}
