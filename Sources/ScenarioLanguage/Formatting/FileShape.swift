package import YAML

/// The one shape of scenario files: indented by two spaces, keys of the file in the order of their table, no needless
/// white space. Values, comments and their order stay as they are.
package struct FileShape {
    /// Why a text cannot be brought into shape.
    package enum Refusal: Error, Hashable {
        /// It is no YAML.
        case noYAML(YAMLError)
        /// Its meaning or a comment would change.
        case unsafe
    }

    /// The text in its shape.
    package let text: String

    /// Brings a text into shape.
    ///
    /// - Throws: Why that is not possible.
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

    /// All that is written, without white space, in an order of its own: what is lost or added shows.
    private static func marks(of text: String) -> [String] {
        marks(of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private static func marks(of lines: [String]) -> [String] {
        lines.map { String($0.filter { !$0.isWhitespace }) }.filter { !$0.isEmpty }.sorted()
    }
}

extension YAMLNode {
    /// Whether two documents say the same; the keys of a mapping may stand in another order.
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
