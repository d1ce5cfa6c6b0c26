/// A position in a document: line and column from 1, as editors count them.
package struct Mark: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int

    /// The first character of a document.
    package static let start = Mark(line: 1, column: 1)

    /// Creates the position of a line and a column.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Returns true when `lhs` precedes `rhs` in the text.
    package static func < (lhs: Mark, rhs: Mark) -> Bool {
        (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
}

extension Mark: CustomStringConvertible {
    /// `line:column`.
    package var description: String { "\(line):\(column)" }
}

extension Mark {
    /// Creates the position of the byte at `offset`. Continuation bytes of UTF-8 are not counted as columns.
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
