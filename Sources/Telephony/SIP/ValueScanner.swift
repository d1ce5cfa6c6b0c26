/// Reads the value of a header field from left to right.
struct ValueScanner {
    private let name: HeaderName
    private let bytes: [UInt8]
    private let base: Int
    private(set) var position = 0
    private static let separators = Array(";,\"<>".utf8)

    init(_ header: SIP.Header) {
        name = header.name
        bytes = header.bytes
        base = header.offset
        skipBlanks()
    }

    /// The next byte; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Returns an error at the current place.
    func error(_ problem: SIPError.Problem) -> SIPError { .value(name, problem, offset: base + position) }

    mutating func skipByte() {
        if next != nil { position += 1 }
    }

    mutating func skipBlanks() {
        while let byte = next, byte.isBlankByte { position += 1 }
    }

    /// Skips a separator with the blanks around it. Returns false when another character is next.
    mutating func skip(_ separator: UInt8) -> Bool {
        skipBlanks()
        guard next == separator else { return false }
        position += 1
        skipBlanks()
        return true
    }

    /// Reads the characters for which a condition holds.
    mutating func text(while condition: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, condition(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads a token.
    mutating func token(_ problem: SIPError.Problem = .parameter) throws(SIPError) -> String {
        let text = text(while: \.isTokenByte)
        guard !text.isEmpty else { throw error(problem) }
        return text
    }

    /// Reads a whole number.
    mutating func number(upTo limit: Int) throws(SIPError) -> Int {
        let start = position
        let digits = text(while: \.isDigitByte)
        guard let number = Int(digits), number <= limit else {
            position = start
            throw error(.number(limit: limit))
        }
        return number
    }

    /// Reads a quoted string with its escapes. The opening quote is next.
    mutating func quotedString() throws(SIPError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = next, byte != 0x22 {
            if byte == 0x5C { position += 1 }
            guard let escaped = next else { break }
            content.append(escaped)
            position += 1
        }
        guard next == 0x22 else {
            position = start
            throw error(.openQuote)
        }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads parameters, each after a semicolon. Names are in small letters; the first of equal names counts.
    mutating func parameters() throws(SIPError) -> [String: String] {
        var parameters: [String: String] = [:]
        while skip(0x3B) {
            let name = try token().lowercased()
            let value = skip(0x3D) ? try parameterValue() : ""
            if parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }

    private mutating func parameterValue() throws(SIPError) -> String {
        if next == 0x22 { return try quotedString() }
        // Programs send more than tokens and hosts here, such as `=` at the end of a tag.
        let value = text { (0x21...0x7E).contains($0) && !Self.separators.contains($0) }
        guard !value.isEmpty else { throw error(.parameter) }
        return value
    }

    /// Checks that nothing follows.
    mutating func end() throws(SIPError) {
        skipBlanks()
        guard next == nil else { throw error(.parameter) }
    }
}
