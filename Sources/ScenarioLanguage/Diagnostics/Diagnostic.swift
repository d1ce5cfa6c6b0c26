/// A problem of a scenario file: where it is, what is wrong, and what would be right.
package struct Diagnostic: Hashable, Sendable {
    /// The file, as it was named or found.
    package let file: String
    /// The line, from 1; 0 when the file as a whole is meant.
    package let line: Int
    /// The first column, from 1.
    package let column: Int
    /// The column just after the last one.
    package let endColumn: Int
    /// What is wrong.
    package let message: String
    /// What would be right.
    package let suggestion: String?
    /// Other places that belong to it.
    package let related: [Related]

    /// Another place that belongs to a problem.
    package struct Related: Hashable, Sendable {
        /// The file.
        package let file: String
        /// The place in it.
        package let place: Place
        /// What is there.
        package let note: String

        /// Notes what is at a place.
        package init(file: String, place: Place, note: String) {
            self.file = file
            self.place = place
            self.note = note
        }
    }

    /// Tells of a problem at a place; without a place it is that of the file as a whole.
    package init(
        file: String, place: Place?, message: String, suggestion: String? = nil, related: [Related] = []
    ) {
        self.file = file
        line = place?.line ?? 0
        column = place?.column ?? 0
        endColumn = place?.endColumn ?? 0
        self.message = message
        self.suggestion = suggestion
        self.related = related
    }
}

extension Diagnostic: CustomStringConvertible {
    /// On one line: `file:line:column: error: what is wrong; what would be right`.
    package var description: String {
        let position = line > 0 ? ":\(line):\(column)" : ""
        return "\(file.printable)\(position): error: \(message)\(suggestion.map { "; \($0)" } ?? "")"
    }
}

extension Diagnostic {
    /// The problem with its line of the file, a mark below it, and what would be right.
    package func rendered(sourceLines: [String]) -> String { rendered(in: [file: sourceLines]) }

    /// The same, with the lines of all files that it may tell of.
    package func rendered(in sources: [String: [String]]) -> String {
        let head = line > 0 ? "\(file.printable):\(line):\(column)" : file.printable
        let first = "\(head): error: \(message)\n"
        let place = Place(line: line, column: column, endColumn: endColumn)
        let frame = SourceFrame(place: place, label: suggestion, lines: sources[file] ?? [])
        let advice = suggestion.map { "  = \($0)\n" } ?? ""
        return first + (frame?.text ?? advice) + related.map { Self.rendered($0, in: sources) }.joined()
    }

    private static func rendered(_ related: Related, in sources: [String: [String]]) -> String {
        let head = "\(related.file.printable):\(related.place.line):\(related.place.column): note: \(related.note)\n"
        return head + (SourceFrame(place: related.place, label: nil, lines: sources[related.file] ?? [])?.text ?? "")
    }
}
