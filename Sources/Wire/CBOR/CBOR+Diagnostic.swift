extension CBOR: CustomStringConvertible {
    /// The item in diagnostic notation (RFC 8949 section 8), on one line.
    public var diagnostic: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The same text as ``diagnostic``.
    public var description: String { diagnostic }

    private func write(to text: inout String) {
        switch self {
        case .unsigned(let value): text += String(value)
        case .negative(let value): text += "-\(UInt128(value) + 1)"
        case .bytes(let value): text += "h'\(value.hexadecimal)'"
        case .text(let value): Self.write(quoted: value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                element.write(to: &text)
            }
            text += "]"
        case .map(let map): Self.write(map, to: &text)
        case .tagged(let tag, let content):
            text += "\(tag)("
            content.write(to: &text)
            text += ")"
        case .boolean(let value): text += value ? "true" : "false"
        case .null: text += "null"
        case .undefined: text += "undefined"
        case .simple(let value): text += "simple(\(value.number))"
        case .float(let value): text += Self.notation(of: value)
        }
    }

    private static func write(_ map: Map, to text: inout String) {
        text += "{"
        for (index, entry) in map.enumerated() {
            if index > 0 { text += ", " }
            entry.key.write(to: &text)
            text += ": "
            entry.value.write(to: &text)
        }
        text += "}"
    }

    /// Writes a text in quotation marks, with the escapes of JSON (RFC 8259 section 7).
    private static func write(quoted value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}":
                text += "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexadecimal
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

// MARK: Floating-point numbers

extension CBOR {
    /// Returns the shortest decimal number that reads as the same value, always with a point, as in RFC 8949.
    private static func notation(of value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
        let parts = value.description.split(separator: "e")
        let digits = parts.first.map(String.init) ?? ""
        guard parts.count == 2, let exponent = Int(parts[1]) else { return digits }
        if (-6...(-1)).contains(exponent) { return plain(digits, exponent: exponent) }
        return "\(digits.contains(".") ? digits : digits + ".0")e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
    }

    /// Returns a small number with zeros instead of an exponent.
    private static func plain(_ digits: String, exponent: Int) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let zeros = String(repeating: "0", count: -exponent - 1)
        return "\(sign)0.\(zeros)\(digits.filter(\.isNumber))"
    }
}
