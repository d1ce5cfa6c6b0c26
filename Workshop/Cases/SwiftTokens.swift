/// The words, texts and marks of Swift code, as far as finding tests in it needs them.
struct SwiftTokens {
    /// A piece of code.
    struct Token: Hashable {
        enum Kind: Hashable {
            /// A word; one in backticks without them.
            case word(String)
            /// A text literal in one line, quotes taken off and escapes left as they are.
            case text(String)
            /// Any other character but white space.
            case mark(UInt8)
        }

        let kind: Kind
        let line: Int
        let column: Int
        let endColumn: Int
    }

    private(set) var tokens: [Token] = []
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    /// Reads code to its end, even when it is malformed.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while offset < bytes.count { code() }
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        offset + ahead < bytes.count ? bytes[offset + ahead] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        bytes[offset...].starts(with: text.description.utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for byte in bytes[offset...].prefix(count) {
            if byte == newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = min(bytes.count, offset + count)
    }

    private mutating func add(_ kind: Token.Kind, from start: (line: Int, column: Int)) {
        tokens.append(Token(kind: kind, line: start.line, column: start.column, endColumn: column))
    }

    // MARK: Code

    private mutating func code() {
        guard let byte = peek() else { return }
        let start = (line, column)
        if starts(with: "//") { return skipLine() }
        if starts(with: "/*") { return skipComment() }
        if byte == UInt8(ascii: "\"") || (byte == hash && isRawText) { return text() }
        if byte == UInt8(ascii: "`") {
            let name = bytes[(offset + 1)...].prefix { $0 != byte && $0 != newline }
            advance(name.count + 2)
            return add(.word(String(decoding: name, as: UTF8.self)), from: start)
        }
        let word = bytes[offset...].prefix(while: isWordPart)
        guard word.isEmpty else {
            advance(word.count)
            return add(.word(String(decoding: word, as: UTF8.self)), from: start)
        }
        advance()
        if !" \t\r\n".utf8.contains(byte) { add(.mark(byte), from: start) }
    }

    private var isRawText: Bool {
        bytes[offset...].drop { $0 == hash }.first == UInt8(ascii: "\"")
    }

    private mutating func skipLine() {
        advance(bytes[offset...].prefix { $0 != newline }.count)
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                advance(2)
            } else if starts(with: "*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && offset < bytes.count
    }

    // MARK: Texts

    private mutating func text() {
        let start = (line, column)
        let hashes = bytes[offset...].prefix { $0 == hash }.count
        advance(hashes)
        let isLong = starts(with: "\"\"\"")
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1)
        let end = quotes + [UInt8](repeating: hash, count: hashes)
        let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: hash, count: hashes)
        advance(quotes.count)
        let first = offset
        while let byte = peek(), !bytes[offset...].starts(with: end), isLong || byte != newline {
            guard bytes[offset...].starts(with: escape) else {
                advance()
                continue
            }
            advance(escape.count)
            if peek() == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
        }
        let content = String(decoding: bytes[first..<offset], as: UTF8.self)
        if peek() != newline || isLong { advance(end.count) }
        if !isLong { add(.text(content), from: start) }
    }

    /// Code inside a text, up to its closing bracket; nothing of it counts.
    private mutating func skipInterpolation() {
        let before = tokens.count
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "(") { depth += 1 }
            if peek() == UInt8(ascii: ")") { depth -= 1 }
            code()
        } while depth > 0 && offset < bytes.count
        tokens.removeSubrange(before...)
    }
}

private let newline = UInt8(ascii: "\n")
private let hash = UInt8(ascii: "#")

private func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
    default: false
    }
}
