package import YAML

/// The canonical format of scenario files: indentation by two spaces, top-level keys in the order of their table, no
/// redundant white space. Values, comments and their order are unchanged.
package struct FileShape {
    /// The reason that a text cannot be formatted.
    package enum Refusal: Error, Hashable {
        /// The text is not valid YAML.
        case noYAML(YAMLError)
        /// The meaning or a comment would change.
        case unsafe
    }

    /// The formatted text.
    package let text: String

    /// Formats a text.
    ///
    /// - Throws: The reason that the text cannot be formatted.
    package init(of bytes: [UInt8]) throws(Refusal) {
        let root = try Self.parse(bytes)
        let lines = ScenarioFile.lines(of: bytes)
        var draft = ShapeDraft(lines)
        draft.place(root, at: 0)
        let shaped = FileOrder(draft.text, root).text
        guard try Self.parse(Array(shaped.utf8)).means(root), Self.marks(of: shaped) == Self.marks(of: lines) else {
            throw .unsafe
        }
        text = shaped
    }

    private static func parse(_ bytes: [UInt8]) throws(Refusal) -> YAMLNode {
        do throws(YAMLError) {
            return try YAMLNode.parse(bytes)
        } catch {
            throw .noYAML(error)
        }
    }

    /// Returns the content without white space, sorted, so that lost or added content is detected.
    private static func marks(of text: String) -> [String] {
        marks(of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private static func marks(of lines: [String]) -> [String] {
        lines.map { String($0.filter { !$0.isWhitespace }) }.filter { !$0.isEmpty }.sorted()
    }
}

extension YAMLNode {
    /// Returns true when two documents have the same meaning; the keys of a mapping may be in another order.
    fileprivate func means(_ other: YAMLNode) -> Bool {
        guard tag == other.tag else { return false }
        switch (content, other.content) {
        case (.scalar(let one), .scalar(let two)): return one == two
        case (.sequence(let one), .sequence(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { $0.means($1) }
        case (.mapping(let one), .mapping(let two)):
            return one.count == two.count && one.allSatisfy { pair in other[pair.name]?.means(pair.value) ?? false }
        default: return false
        }
    }
}
