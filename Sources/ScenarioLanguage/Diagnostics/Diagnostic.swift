/// A problem of a scenario file: its place, the error, and a correction.
package struct Diagnostic: Hashable, Sendable {
    /// The path of the file, as given or found.
    package let file: String
    /// The line, from 1; 0 for a problem of the whole file.
    package let line: Int
    /// The first column, from 1.
    package let column: Int
    /// The column after the last one.
    package let endColumn: Int
    /// A description of the error.
    package let message: String
    /// The correction.
    package let suggestion: String?
    /// Related places.
    package let related: [Related]

    /// A place that is related to a problem.
    package struct Related: Hashable, Sendable {
        /// The file.
        package let file: String
        /// The place in it.
        package let place: Place
        /// A description of the place.
        package let note: String

        /// Creates the description of a place.
        package init(file: String, place: Place, note: String) {
            self.file = file
            self.place = place
            self.note = note
        }
    }

    /// Creates a problem at a place; without a place it applies to the whole file.
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
    /// One line: `file:line:column: error: message; suggestion`.
    package var description: String {
        let position = line > 0 ? ":\(line):\(column)" : ""
        return "\(file.printable)\(position): error: \(message)\(suggestion.map { "; \($0)" } ?? "")"
    }
}

extension Diagnostic {
    /// Returns the problem with its source line, a mark below it, and the correction.
    package func rendered(sourceLines: [String]) -> String { rendered(in: [file: sourceLines]) }

    /// Returns the same, with source lines from all files that the problem refers to.
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
