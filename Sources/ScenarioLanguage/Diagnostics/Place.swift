package import YAML

/// A range of columns in one line of a scenario file; line and columns count from 1.
package struct Place: Hashable, Sendable {
    /// The line.
    package let line: Int
    /// The first column.
    package let column: Int
    /// The column after the last one.
    package let endColumn: Int

    /// The first character of a file.
    package static let start = Place(line: 1, column: 1, endColumn: 1)

    /// Creates the range from `column` up to, not including, `endColumn`.
    package init(line: Int, column: Int, endColumn: Int) {
        self.line = line
        self.column = column
        self.endColumn = max(column, endColumn)
    }

    /// Creates the place of a node; for a node of several lines it is only the start.
    package init(_ node: YAMLNode) {
        let ends = node.start.line == node.end.line
        self.init(
            line: node.start.line, column: node.start.column, endColumn: ends ? node.end.column : node.start.column)
    }

    /// Creates the place of a mark.
    package init(_ mark: Mark) {
        self.init(line: mark.line, column: mark.column, endColumn: mark.column)
    }
}

/// A place in one of several files.
package struct Site: Hashable, Sendable {
    package let file: String
    package let place: Place
}
