/// Names that a run makes up for itself, such as session ids: two runs that differ in nothing else are the same.
struct Identifiers {
    /// The names of one run in the order of appearance.
    private var names: [String] = []
    private var known: Set<String> = []

    /// Gathers the names in the texts of a history.
    init(in history: CallHistory) {
        for event in history.events {
            for name in Self.names(in: event.text) where known.insert(name).inserted { names.append(name) }
        }
    }

    /// For each name that the other run has not, the number of its kind: the runs' first such names are one name.
    func numbered(unless other: Identifiers) -> [String: String] {
        var numbers: [String: String] = [:]
        for name in names where !other.known.contains(name) { numbers[name] = "id-\(numbers.count + 1)" }
        return numbers
    }

    /// The text with its names replaced.
    static func replacing(_ numbers: [String: String], in text: String) -> String {
        guard !numbers.isEmpty else { return text }
        return pieces(of: text).map { numbers[String($0)] ?? String($0) }.joined()
    }
}

extension Identifiers {
    /// The names of calls, and whatever looks as if a machine had made it up.
    private static func names(in text: String) -> [String] {
        let pieces = pieces(of: text)
        return pieces.indices.compactMap { index in
            let piece = pieces[index]
            guard piece.count > 1 || piece.first.map({ $0.isLetter || $0.isNumber }) == true else { return nil }
            return isCall(index, pieces) || looksMadeUp(piece) ? String(piece) : nil
        }
    }

    /// Whether a piece is the id in `/video/call/type/id` or in `of type:id`.
    private static func isCall(_ index: Int, _ pieces: [Substring]) -> Bool {
        if index >= 6, pieces[index - 1] == "/", pieces[index - 3] == "/", pieces[index - 4] == "call",
            pieces[index - 6] == "video"
        {
            return true
        }
        return index >= 4 && pieces[index - 1] == ":" && pieces[index - 4] == "of"
    }

    /// Whether it is an address, a number of many digits, or letters and digits mixed as no person mixes them.
    static func looksMadeUp(_ word: Substring) -> Bool {
        let digits = word.count { $0.isASCII && $0.isNumber }
        if word.split(separator: ".").count == 4, digits >= 4, word.allSatisfy({ $0.isNumber || $0 == "." }) {
            return true
        }
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isPlain, word.count >= 8 else { return false }
        let isHexadecimal = word.allSatisfy { $0.isHexDigit || $0 == "-" }
        return isHexadecimal && digits >= 4 || word.count >= 20 && digits >= 4
    }

    /// The text cut at the characters between which names stand, with these as pieces of their own.
    private static func pieces(of text: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        for index in text.indices where " /:()[],".contains(text[index]) {
            if start < index { pieces.append(text[start..<index]) }
            let next = text.index(after: index)
            pieces.append(text[index..<next])
            start = next
        }
        if start < text.endIndex { pieces.append(text[start...]) }
        return pieces
    }
}
