package import Journal

/// The failure of a run, without the ids, times and names in which two runs with one cause differ.
package struct Signature: Hashable, Sendable, Comparable {
    /// The verdict and its reason, generalised.
    package let text: String

    /// Reads a signature.
    package init(text: String) { self.text = text }

    /// The signature of a run that did not pass; nil when it passed.
    package init?(_ verdict: Verdict, names: [String]) {
        guard verdict.kind.isBad else { return nil }
        let failure = verdict.failure
        // The first line of a crash names its place; the next lines depend on addresses.
        let reason = failure?.reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let parts = [reason, failure?.expected, failure?.actual].compactMap(\.self)
        var general = parts.map { Self.general($0, names) }.filter { !$0.isEmpty }
        if let excess = Self.excess(of: failure?.actual, over: failure?.expected), excess != 0 {
            general.append(excess > 0 ? "too many" : "too few")
        }
        text = ([verdict.kind.rawValue + ":"] + [general.joined(separator: " | ")]).joined(separator: " ")
    }

    /// The difference between an actual and an expected count, which the generalised texts lack; nil for other values.
    private static func excess(of actual: String?, over expected: String?) -> Int? {
        guard let actual = actual.flatMap(count), let expected = expected.flatMap(count) else { return nil }
        return actual - expected
    }

    /// The number or the length of the list at the end of a text; nil for other ends and for numbers that count
    /// nothing.
    private static func count(_ text: String) -> Int? {
        let value = text.split(separator: ": ").last ?? ""
        if value.hasPrefix("["), value.hasSuffix("]") {
            return value.dropFirst().dropLast().split(separator: ",").count
        }
        let words = value.split(separator: " ").filter { $0.contains(where: \.isNumber) }
        guard words.count == 1, let word = words.first, word.utf8.count < 7 else { return nil }
        return Int(word)
    }

    package static func < (one: Signature, other: Signature) -> Bool { one.text < other.text }

    /// A text with `#` for words with digits and for ids of calls, and `P` for names; equal items of a list count once.
    private static func general(_ text: String, _ names: [String]) -> String {
        var items: [String] = []
        for item in text.split(separator: ", ") {
            let words = generalised(item, Set(names))
            if !items.contains(words) { items.append(words) }
        }
        return items.joined(separator: ", ")
    }

    private static func generalised(_ text: Substring, _ names: Set<String>) -> String {
        var (general, word) = ("", "")
        for (index, character) in zip(text.indices, text) {
            if isOfWord(character) || character == ":" && !word.isEmpty && isInside(text, index) {
                word.append(character)
            } else {
                general += shown(word, names) + String(character)
                word = ""
            }
        }
        return general + shown(word, names)
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    /// True for a colon between two words, as in the id of a call.
    private static func isInside(_ text: Substring, _ colon: String.Index) -> Bool {
        let next = text.index(after: colon)
        return next < text.endIndex && isOfWord(text[next])
    }

    private static func shown(_ word: String, _ names: Set<String>) -> String {
        if names.contains(word) { return "P" }
        return word.contains { $0.isNumber || $0 == ":" } ? "#" : word
    }
}
