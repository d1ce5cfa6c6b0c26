extension SIP.Message {
    /// Decodes the message of one datagram.
    package init(decoding datagram: [UInt8]) throws(SIPError) {
        var lines = HeaderLines(datagram)
        startLine = try StartLine(lines.startLine())
        var headers: [SIP.Header] = []
        while let header = try lines.next() {
            guard headers.count < SIP.headerLimit else {
                throw .tooManyHeaders(limit: SIP.headerLimit, offset: header.offset)
            }
            headers.append(header)
        }
        self.headers = headers
        bodyOffset = lines.position
        let available = datagram.count - lines.position
        let count = try Self.bodyCount(headers, available: available)
        body = Array(datagram[lines.position..<lines.position + count])
        surplus = available - count
    }

    /// Returns the number of bytes in the body. Without `Content-Length`, it extends to the end of the datagram.
    private static func bodyCount(_ headers: [SIP.Header], available: Int) throws(SIPError) -> Int {
        var count: Int?
        for header in headers where header.name == .contentLength {
            guard count == nil else { throw .repeated(.contentLength, offset: header.offset) }
            var scanner = ValueScanner(header)
            let announced = try scanner.number(upTo: 1 << 31)
            try scanner.end()
            guard announced <= available else {
                throw .truncatedBody(announced: announced, available: available, offset: header.offset)
            }
            count = announced
        }
        return count ?? available
    }
}

extension SIP.Message.StartLine {
    /// Parses a line, which has single blanks between its parts.
    fileprivate init(_ line: ArraySlice<UInt8>) throws(SIPError) {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw .startLine(offset: line.startIndex) }
        if parts[0].starts(with: Array("SIP/".utf8)) {
            try Self.checkVersion(parts[0])
            self = .response(
                code: try Self.code(parts[1]),
                reason: parts.count == 3 ? String(decoding: parts[2], as: UTF8.self) : "")
            return
        }
        guard parts.count == 3 else { throw .startLine(offset: line.startIndex) }
        guard !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else { throw .method(offset: parts[0].startIndex) }
        guard !parts[1].isEmpty, parts[1].allSatisfy(\.isURIByte) else {
            throw .requestURI(offset: parts[1].startIndex)
        }
        try Self.checkVersion(parts[2])
        self = .request(
            method: String(decoding: parts[0], as: UTF8.self), uri: String(decoding: parts[1], as: UTF8.self))
    }

    private static func checkVersion(_ bytes: ArraySlice<UInt8>) throws(SIPError) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.uppercased() == "SIP/2.0" else { throw .version(text, offset: bytes.startIndex) }
    }

    private static func code(_ bytes: ArraySlice<UInt8>) throws(SIPError) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.count == 3, bytes.allSatisfy(\.isDigitByte), let code = Int(text), (100...699).contains(code)
        else { throw .statusCode(text, offset: bytes.startIndex) }
        return code
    }
}

/// The lines of a message up to its body. A line that begins with a blank continues the one before it.
private struct HeaderLines {
    private let datagram: [UInt8]
    private(set) var position = 0

    init(_ datagram: [UInt8]) {
        self.datagram = datagram
        // A server skips line breaks before a message (RFC 3261 section 7.5).
        while position < datagram.count, datagram[position] == 0x0D || datagram[position] == 0x0A { position += 1 }
    }

    /// Returns the first line.
    mutating func startLine() throws(SIPError) -> ArraySlice<UInt8> {
        let start = position
        guard let line = line() else { throw .startLine(offset: start) }
        return line
    }

    /// Returns the next field, or nil after the empty line.
    mutating func next() throws(SIPError) -> SIP.Header? {
        let start = position
        guard let first = line() else { throw .missingEmptyLine(offset: start) }
        guard !first.isEmpty else { return nil }
        guard let colon = first.firstIndex(of: 0x3A) else { throw .headerLine(offset: start) }
        let name = datagram[start..<colon].droppingBlanks
        guard !name.isEmpty, name.startIndex == start, name.allSatisfy(\.isTokenByte) else {
            throw .headerLine(offset: start)
        }
        var value = Array(datagram[colon + 1..<first.endIndex])
        while position < datagram.count, datagram[position] == 0x20 || datagram[position] == 0x09 {
            let fold = colon + 1 + value.count
            guard let more = line() else { throw .missingEmptyLine(offset: fold) }
            // Blanks replace the line break, so that offsets remain those of the datagram.
            value += [UInt8](repeating: 0x20, count: more.startIndex - fold)
            value += more
        }
        return SIP.Header(name: HeaderName(String(decoding: name, as: UTF8.self)), bytes: value, offset: colon + 1)
    }

    /// Returns a line without its end, which is CR LF, or LF alone as some programs send it.
    private mutating func line() -> ArraySlice<UInt8>? {
        guard let end = datagram[position...].firstIndex(of: 0x0A) else { return nil }
        let hasReturn = end > position && datagram[end - 1] == 0x0D
        let line = datagram[position..<(hasReturn ? end - 1 : end)]
        position = end + 1
        return line
    }
}
