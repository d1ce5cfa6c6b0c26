/// Generated names of a run, such as session ids. Runs that differ in these names alone are equal.
struct Identifiers {
    /// The names in the order of appearance.
    private var names: [String] = []
    private var known: Set<String> = []

    /// Collects the names of a history.
    init(in history: CallHistory) {
        for event in history.events {
            for name in Self.names(in: event.text) where known.insert(name).inserted { names.append(name) }
        }
    }

    /// Returns a number for each name that the other run lacks. Equal numbers mean equal roles.
    func numbered(unless other: Identifiers) -> [String: String] {
        var numbers: [String: String] = [:]
        for name in names where !other.known.contains(name) { numbers[name] = "id-\(numbers.count + 1)" }
        return numbers
    }

    /// Returns the text with its names replaced.
    static func replacing(_ numbers: [String: String], in text: String) -> String {
        guard !numbers.isEmpty else { return text }
        return pieces(of: text).map { numbers[String($0)] ?? String($0) }.joined()
    }
}

extension Identifiers {
    /// Returns the names of calls, and words that look generated.
    private static func names(in text: String) -> [String] {
        let pieces = pieces(of: text)
        return pieces.indices.compactMap { index in
            let piece = pieces[index]
            guard piece.count > 1 || piece.first.map({ $0.isLetter || $0.isNumber }) == true else { return nil }
            return isCall(index, pieces) || looksGenerated(piece) ? String(piece) : nil
        }
    }

    /// Returns true for the id in `/video/call/type/id` or in `of type:id`.
    private static func isCall(_ index: Int, _ pieces: [Substring]) -> Bool {
        if index >= 6, pieces[index - 1] == "/", pieces[index - 3] == "/", pieces[index - 4] == "call",
            pieces[index - 6] == "video"
        {
            return true
        }
        return index >= 4 && pieces[index - 1] == ":" && pieces[index - 4] == "of"
    }

    /// Returns true for an address, a number of many digits, or a mixture of letters and digits.
    static func looksGenerated(_ word: Substring) -> Bool {
        let digits = word.count { $0.isASCII && $0.isNumber }
        if word.split(separator: ".").count == 4, digits >= 4, word.allSatisfy({ $0.isNumber || $0 == "." }) {
            return true
        }
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isPlain, word.count >= 8 else { return false }
        let isHexadecimal = word.allSatisfy { $0.isHexDigit || $0 == "-" }
        return isHexadecimal && digits >= 4 || word.count >= 20 && digits >= 4
    }

    /// Returns the text split at separators, with the separators as pieces.
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
