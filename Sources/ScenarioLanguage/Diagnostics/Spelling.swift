/// Finds the intended word.
package enum Spelling {
    /// Returns the nearest word within a small distance; the first of equally near ones. Without one, it is the shortest
    /// word that continues the text, or that the text continues. Nil when there is none.
    package static func nearest(to word: String, in words: [String]) -> String? {
        // The nearest number is not the intended one.
        guard word.contains(where: \.isLetter) else { return nil }
        return near(word, in: words) ?? continuation(of: word, in: words)
    }

    private static func near(_ word: String, in words: [String]) -> String? {
        var best: (word: String, distance: Int, beginsAlike: Bool)?
        for candidate in words where candidate != word {
            let (target, letters) = differingParts(word.lowercased(), candidate.lowercased())
            // Of two words at one distance, the one with the same first letter is meant.
            let beginsAlike = letters.first == target.first
            let wins = beginsAlike && best?.beginsAlike == false
            let allowed = min(3, max(target.count, letters.count) / 3, (best?.distance ?? 4) - (wins ? 0 : 1))
            guard allowed >= 0, abs(letters.count - target.count) <= allowed else { continue }
            let distance = distance(from: target, to: letters)
            if distance <= allowed { best = (candidate, distance, beginsAlike) }
        }
        return best?.word
    }

    /// Returns the letters of two words, without the same text up to the last dot of both.
    private static func differingParts(_ one: String, _ two: String) -> ([Unicode.Scalar], [Unicode.Scalar]) {
        let (first, second) = (tail(of: one), tail(of: two))
        let isAlike = one.dropLast(first.count) == two.dropLast(second.count) && !first.isEmpty && !second.isEmpty
        return isAlike
            ? (Array(first.unicodeScalars), Array(second.unicodeScalars))
            : (Array(one.unicodeScalars), Array(two.unicodeScalars))
    }

    /// Returns the text after the last dot.
    private static func tail(of word: String) -> Substring {
        word.lastIndex(of: ".").map { word[word.index(after: $0)...] } ?? word[...]
    }

    private static func continuation(of word: String, in words: [String]) -> String? {
        let text = word.lowercased()
        // A short beginning fits too many words.
        guard tail(of: text).count >= 3 else { return nil }
        let found = words.filter { candidate in
            let other = candidate.lowercased()
            if other.hasPrefix(text) || !text.contains(".") && tail(of: other).hasPrefix(text) { return true }
            return tail(of: other).count >= 4 && text.hasPrefix(other)
        }
        return found.filter { $0 != word }.min { $0.count < $1.count }
    }

    /// Returns the number of letters to add, remove, change or swap with a neighbour.
    package static func distance(from one: [Unicode.Scalar], to two: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...two.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, other) in two.enumerated() {
                let change = last[column] + (letter == other ? 0 : 1)
                var cost = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == two[column - 1], one[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[two.count]
    }

    /// Returns a suggestion for a word: the nearest word, or the list of words.
    package static func suggestion(for word: String, in words: [String]) -> String? {
        if let nearest = nearest(to: word, in: words) { return "did you mean `\(nearest)`?" }
        return words.isEmpty ? nil : "it can be \(list(words, joinedBy: "or"))"
    }

    /// Returns words as a list in a sentence; a long list is shortened.
    package static func list(_ words: [String], joinedBy conjunction: String) -> String {
        let most = 12
        guard words.count <= most else {
            return words.prefix(most).map { "`\($0)`" }.joined(separator: ", ") + " and \(words.count - most) more"
        }
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}

extension String {
    /// The text in a message: shortened when long, and without control characters.
    package var quoted: String {
        let rest = unicodeScalars.count > 60 ? "…" : ""
        return "`\(String(unicodeScalars.prefix(60)).printable)\(rest)`"
    }

    /// The text without control characters.
    package var printable: String {
        // Nearly all texts are printable ASCII.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        return String(UnicodeScalarView(unicodeScalars.map(\.printable)))
    }
}
