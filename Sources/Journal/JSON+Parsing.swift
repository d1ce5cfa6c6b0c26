extension JSON {
    /// Parses the single value in `bytes`; only white space may surround it.
    package init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
        var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
        self = try parser.whole()
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    let maximumDepth: Int
    var offset = 0
    var depth = 0

    init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func whole() throws(JSONError) -> JSON {
        let value = try value()
        skipSpace()
        guard peek == nil else { throw fault("there is more after the value") }
        return value
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func fault(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Consumes `character` if it is next; returns false otherwise.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        guard let first = peek else { throw fault("a value is missing") }
        switch first {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(_ read: (inout JSONParser) throws(JSONError) -> JSON) throws(JSONError) -> JSON {
        guard depth < maximumDepth else { throw fault("values are nested more than \(maximumDepth) deep") }
        depth += 1
        offset += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [JSON.Member] = []
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault("a name is missing") }
            let name = try text()
            skipSpace()
            guard take(":") else { throw fault("a colon is missing") }
            members.append(JSON.Member(name: name, value: try value()))
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault("the object does not end") }
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSON {
        var values: [JSON] = []
        skipSpace()
        if take("]") { return .array(values) }
        repeat {
            values.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("the array does not end") }
        return .array(values)
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[offset...].starts(with: word.utf8) else { throw fault("this is not a value") }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = offset
        let isPart = { (byte: UInt8) in (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) }
        while let byte = peek, isPart(byte) { offset += 1 }
        let digits = String(decoding: bytes[start..<offset], as: UTF8.self)
        let first = digits.drop { $0 == "-" }.first
        guard let first, first.isNumber, Double(digits) != nil else {
            offset = start
            throw fault("this is not a value")
        }
        return .number(digits)
    }

    private mutating func text() throws(JSONError) -> String {
        offset += 1
        var content: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw fault("a text is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0..<0x20: throw fault("a text contains a control character")
            default: content.append(byte)
            }
        }
        throw fault("a text does not end")
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard let byte = peek else { throw fault("a text does not end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(Character(try scalar())).utf8)
        default: throw fault("an escape is unknown")
        }
    }

    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else { throw fault("half a character is missing") }
        let second = try unit()
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw fault("half a character is missing") }
        return scalar
    }

    private mutating func unit() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("an escape needs four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }
}
