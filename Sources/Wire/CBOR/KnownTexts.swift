/// A set of texts that encoded texts are compared with, without creating strings.
package struct KnownTexts: Sendable {
    private struct Entry {
        let prefix: UInt64
        let text: String
        let number: Int
    }

    /// The entries in the order of the encoding.
    private let entries: [Entry]

    /// Creates the set; each text is identified by its index.
    package init(_ texts: [String]) {
        entries = texts.enumerated()
            .map { Entry(prefix: EncodedKey.prefix(ofText: $1.utf8.span), text: $1, number: $0) }
            .sorted { $0.prefix < $1.prefix }
    }

    /// Returns the index of the encoded text between two offsets, head included; nil when it is unknown.
    func number(ofTextFrom start: Int, to end: Int, of input: Span<UInt8>) -> Int? {
        number(EncodedKey.prefix(from: start, to: end, of: input), endingAt: end, of: input)
    }

    /// Returns the index of a text that is not encoded; nil when it is unknown.
    package func number(of text: Span<UInt8>) -> Int? {
        number(EncodedKey.prefix(ofText: text), endingAt: text.count, of: text)
    }

    private func number(_ prefix: UInt64, endingAt end: Int, of input: Span<UInt8>) -> Int? {
        let entries = entries.span
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low &+ high) >> 1
            if entries[middle].prefix < prefix { low = middle &+ 1 } else { high = middle }
        }
        while low < entries.count, entries[low].prefix == prefix {
            if EncodedKey.isWhole(entries[low].text.utf8.span, endingAt: end, of: input) { return entries[low].number }
            low &+= 1
        }
        return nil
    }
}
