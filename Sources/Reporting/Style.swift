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
    /// The text without anything that could move a terminal's cursor or change its colours.
    var harmless: String {
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            let category = scalar.properties.generalCategory
            let isSeparator = category == .lineSeparator || category == .paragraphSeparator
            let isControl = (category == .control && scalar != "\n" && scalar != "\t") || isSeparator
            let isBidi = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            result.append(isControl || isBidi ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    /// The text with spaces behind it up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// The text with spaces before it up to `width` characters.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
