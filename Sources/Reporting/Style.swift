internal import Journal

/// The highlighting of words on a terminal; elsewhere the text is unchanged.
package struct Style: Hashable, Sendable {
    /// True when the output supports colours.
    package let isColoured: Bool

    /// Creates the style of an output with or without colours.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    enum Tone: String {
        case good = "32"
        case bad = "1;31"
        case odd = "1;35"
        case quiet = "2"
        case strong = "1"
    }

    func mark(_ text: String, _ tone: Tone) -> String {
        isColoured ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text without terminal commands and GitHub's log commands, which are lines that begin with `::` or `##[`.
    var harmless: String {
        let text = withoutCommands(keeping: ["\n", "\t"])
        guard text.contains("::") || text.contains("##[") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutLogCommand)
            .joined(separator: "\n")
    }

    /// The harmless text on one line.
    var harmlessLine: String { withoutCommands().withoutLogCommand }

    /// Returns the text, padded with trailing spaces to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// Returns the text, padded with leading spaces to `width` characters.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}

extension StringProtocol {
    /// The line with a space in the prefix of a log command.
    fileprivate var withoutLogCommand: String {
        let words = drop { $0 == " " || $0 == "\t" }
        guard words.hasPrefix("::") || words.hasPrefix("##[") else { return String(self) }
        return "\(prefix(upTo: words.startIndex))\(words.prefix(1)) \(words.dropFirst())"
    }
}
