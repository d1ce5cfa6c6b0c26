/// A place in a document: line and column as an editor counts them, both from 1.
public struct Mark: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// The first character of a document.
    public static let start = Mark(line: 1, column: 1)

    /// Makes the mark of a line and a column, both from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The order in the text.
    public static func < (lhs: Mark, rhs: Mark) -> Bool {
        (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
}

extension Mark: CustomStringConvertible {
    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

extension Mark {
    /// The place of the byte at `offset`; a byte that continues a UTF-8 sequence is no column of its own.
    init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}
