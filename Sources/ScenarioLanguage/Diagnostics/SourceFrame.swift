/// A line of a file with a mark below the affected part.
package struct SourceFrame {
    package let text: String

    /// Returns nil when the file has no such line.
    package init?(place: Place, label: String?, lines: [String]) {
        guard place.line >= 1, place.line <= lines.count else { return nil }
        let shown = Self.window(of: lines[place.line - 1], around: place)
        let number = String(place.line)
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: shown.column - 1)
        let mark = String(repeating: "^", count: shown.width)
        let note = label.map { " " + Self.shortened($0) } ?? ""
        text = """
            \(margin) |
            \(number) | \(shown.text)
            \(margin) | \(indent)\(mark)\(note)

            """
    }

    private static let widest = 110
    private static let longestLabel = 200

    /// Returns the beginning of a long label, up to the end of a word.
    private static func shortened(_ label: String) -> String {
        let beginning = label.prefix(longestLabel)
        guard beginning.endIndex < label.endIndex else { return label }
        guard label[beginning.endIndex] != " " else { return beginning + " …" }
        // A word may be longer than a label.
        let end = beginning.dropFirst(longestLabel / 2).lastIndex(of: " ") ?? beginning.endIndex
        return label[..<end] + " …"
    }

    /// Returns the visible part of a line: of a long one, the surroundings of the place, without control characters.
    private static func window(of line: String, around place: Place) -> (text: String, column: Int, width: Int) {
        let scalars = Array(line.unicodeScalars)
        let column = min(max(place.column, 1), scalars.count + 1)
        let start = scalars.count <= widest ? 0 : max(0, min(column - 1 - widest / 2, scalars.count - widest))
        let end = min(start + widest, scalars.count)
        let before = start > 0 ? "…" : ""
        let after = end < scalars.count ? "…" : ""
        let shown = String(String.UnicodeScalarView(scalars[start..<end])).printable
        let shownColumn = column - start + before.count
        let width = max(1, min(place.endColumn, end + 1) - column)
        return (before + shown + after, shownColumn, width)
    }
}

extension Unicode.Scalar {
    /// The scalar, or a substitute of the same width for one that is not printable.
    var printable: Unicode.Scalar {
        switch properties.generalCategory {
        case .control where self == "\t": " "
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse: "\u{FFFD}"
        default: self
        }
    }
}
