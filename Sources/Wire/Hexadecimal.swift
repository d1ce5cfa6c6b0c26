private let digits = Array("0123456789abcdef".utf8)

extension Sequence<UInt8> {
    /// Two hexadecimal digits per byte, in lower case.
    package var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits, in lower case and with leading zeros: four for a `UInt16`.
    package var hexadecimal: String {
        let shortest = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - shortest.utf8.count) + shortest
    }
}

extension [UInt8] {
    /// Reads two hexadecimal digits per byte, in upper or lower case; nil for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = Self.digit(character) else { return nil }
            guard let first = high.take() else {
                high = digit
                continue
            }
            append(first << 4 | digit)
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
