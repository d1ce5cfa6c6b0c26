package import Journal

/// The failure of a run, without the ids, times and names in which two runs with one cause differ.
package struct Signature: Hashable, Sendable, Comparable {
    /// The verdict and its reason, generalised.
    package let text: String

    /// Reads a signature back.
    package init(text: String) { self.text = text }

    /// The signature of a run that did not pass; nil for one that did.
    package init?(_ verdict: Verdict, names: [String]) {
        guard verdict.kind.isBad else { return nil }
        let failure = verdict.failure
        // The first line of a crash names its place; what follows depends on addresses.
        let reason = failure?.reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let parts = [reason, failure?.expected, failure?.actual].compactMap(\.self)
        let general = parts.map { Self.general($0, names) }.filter { !$0.isEmpty }
        text = ([verdict.kind.rawValue + ":"] + [general.joined(separator: " | ")]).joined(separator: " ")
    }

    package static func < (one: Signature, other: Signature) -> Bool { one.text < other.text }

    /// A text with `#` for words with digits and `P` for names; equal items of a list count once.
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
        for character in text {
            if character.isLetter || character.isNumber || character == "-" || character == "_" {
                word.append(character)
            } else {
                general += shown(word, names) + String(character)
                word = ""
            }
        }
        return general + shown(word, names)
    }

    private static func shown(_ word: String, _ names: Set<String>) -> String {
        if names.contains(word) { return "P" }
        return word.contains(where: \.isNumber) ? "#" : word
    }
}
