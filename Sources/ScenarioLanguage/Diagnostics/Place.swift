package import YAML

/// A stretch of one line in a scenario file; line and columns count from 1.
package struct Place: Hashable, Sendable {
    /// The line.
    package let line: Int
    /// The first column.
    package let column: Int
    /// The column just after the last one.
    package let endColumn: Int

    /// The first character of a file.
    package static let start = Place(line: 1, column: 1, endColumn: 1)

    /// Makes the stretch from `column` up to, not including, `endColumn`.
    package init(line: Int, column: Int, endColumn: Int) {
        self.line = line
        self.column = column
        self.endColumn = max(column, endColumn)
    }

    /// The place of a node; of one that spans several lines, the part on its first line is its start alone.
    package init(_ node: YAMLNode) {
        let ends = node.start.line == node.end.line
        self.init(
            line: node.start.line, column: node.start.column, endColumn: ends ? node.end.column : node.start.column)
    }

    /// The place of a mark.
    package init(_ mark: Mark) {
        self.init(line: mark.line, column: mark.column, endColumn: mark.column)
    }
}

/// A place in one of several files.
package struct Site: Hashable, Sendable {
    package let file: String
    package let place: Place
}
