internal import Journal

/// How words are set off on a terminal; elsewhere they are left as they are.
package struct Style: Hashable, Sendable {
    /// True when the reader shows colours.
    package let isColoured: Bool

    /// Makes the style of a reader with or without colours.
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
    /// The text without anything that may command a terminal, or GitHub, which takes a line of a log that begins with `::`
    /// or `##[` for a command.
    var harmless: String {
        let text = withoutCommands(keeping: ["\n", "\t"])
        guard text.contains("::") || text.contains("##[") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutLogCommand)
            .joined(separator: "\n")
    }

    /// The harmless text on one line.
    var harmlessLine: String { withoutCommands().withoutLogCommand }

    /// The text with spaces behind it up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// The text with spaces before it up to `width` characters.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}

extension StringProtocol {
    /// The line with a space within the mark of a command that it begins with.
    fileprivate var withoutLogCommand: String {
        let words = drop { $0 == " " || $0 == "\t" }
        guard words.hasPrefix("::") || words.hasPrefix("##[") else { return String(self) }
        return "\(prefix(upTo: words.startIndex))\(words.prefix(1)) \(words.dropFirst())"
    }
}
