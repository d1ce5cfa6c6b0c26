extension HTTPRequest {
    package static let longestHead = 16_384
    package static let longestBody = 65_536

    /// Reads the request at the beginning of bytes, and its length; nil when more bytes are needed.
    package static func reading(_ bytes: [UInt8]) throws(HTTPError) -> (request: HTTPRequest, length: Int)? {
        guard let end = bytes.prefix(longestHead + 4).firstRange(of: Array("\r\n\r\n".utf8)) else {
            guard bytes.count <= longestHead else { throw .headTooLong }
            return nil
        }
        let head = HTTPHead(lines: try lines(of: bytes[..<end.lowerBound]))
        let (method, path) = try head.target()
        let fields = try head.fields()
        let length = end.upperBound + (try bodyLength(fields))
        guard bytes.count >= length else { return nil }
        return (HTTPRequest(method, path, fields: fields, body: Array(bytes[end.upperBound..<length])), length)
    }

    private static func lines(of head: ArraySlice<UInt8>) throws(HTTPError) -> [String] {
        guard head.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
            throw .badRequest("the head has bytes that are not ASCII text")
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        // A lone CR or LF ends a line for some readers and not for others (RFC 9112 section 2.2).
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A } }) else {
            throw .badRequest("the head has a CR or an LF without the other")
        }
        return lines.map(String.init)
    }

    private static func bodyLength(_ fields: [String: String]) throws(HTTPError) -> Int {
        guard fields["transfer-encoding"] == nil else { throw .notImplemented("Transfer-Encoding") }
        guard let text = fields["content-length"] else { return 0 }
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw .badRequest("Content-Length needs a whole number")
        }
        guard let length = Int(text), length <= longestBody else { throw .bodyTooLong }
        return length
    }
}

/// The lines of a request before its body.
private struct HTTPHead {
    let lines: [String]

    func target() throws(HTTPError) -> (HTTPRequest.Method, [String]) {
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else {
            throw .badRequest("the first line needs a method, a path and HTTP/1.1")
        }
        guard let method = HTTPRequest.Method(rawValue: String(words[0])) else { throw .methodNotAllowed }
        guard words[1].hasPrefix("/") else { throw .badRequest("the path needs to begin with /") }
        let path = words[1].prefix { $0 != "?" }
        var parts: [String] = []
        for part in path.split(separator: "/") { parts.append(try Self.decoded(part)) }
        return (method, parts)
    }

    /// A part of a path without percent encoding.
    private static func decoded(_ part: Substring) throws(HTTPError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                throw .badRequest("% needs two hexadecimal digits in a path")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest("the path is not UTF-8") }
        return text
    }

    func fields() throws(HTTPError) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0) })
            else { throw .badRequest("a header field needs a name and a colon") }
            let name = line[..<colon].lowercased()
            // Two values of one name are a way to pass two readers of one request.
            guard fields[name] == nil else { throw .badRequest("the field \(name) appears twice") }
            fields[name] = String(line[line.index(after: colon)...].trimmingBlanks)
        }
        return fields
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let start = drop(while: isBlank)
        return start.prefix(upTo: (start.lastIndex { !isBlank($0) }).map { start.index(after: $0) } ?? start.startIndex)
    }
}
