/// Rows of texts in columns of equal width.
package struct TextTable {
    private let rows: [[String]]

    package init(_ head: [String], _ rows: [[String]]) {
        self.rows = [head] + rows
    }

    /// The rows as lines, without trailing spaces.
    package var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var line = Substring(cells.joined(separator: "  "))
            while line.last == " " { line.removeLast() }
            return "  \(line)\n"
        }.joined()
    }
}
