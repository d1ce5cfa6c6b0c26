/// Finds the avoided words of a file, as sentences that say where and what to write instead.
struct VocabularySearch {
    private let file: SourceFile
    /// The words that the file holds at all; most files hold few.
    private let candidates: [AvoidedWord]

    init(_ file: SourceFile) {
        self.file = file
        let lowercased = file.raw.lowercased()
        candidates = Vocabulary.words.filter { word in
            let needle = word.scope == .name ? word.text.filter { $0 != " " } : word.text.lowercased()
            return SourceFile.text(lowercased, holds: needle)
        }
    }

    var findings: [String] {
        guard !candidates.isEmpty else { return [] }
        return inComments + inNames + inMessages
    }

    // MARK: Comments

    private var inComments: [String] {
        let lines = file.raw.split(separator: "\n", omittingEmptySubsequences: false)
        var isContinued = false
        var findings: [String] = []
        for (index, line) in lines.enumerated() {
            let comment = Self.comment(line)
            if let comment { findings += find(in: comment, isContinued: isContinued, line: index + 1) }
            isContinued = comment.map { !$0.isEmpty } ?? false
        }
        return findings
    }

    private func find(in comment: Substring, isContinued: Bool, line: Int) -> [String] {
        let opening = Self.opening(of: comment, isContinued: isContinued)
        let lowercased = comment.lowercased()
        return candidates.filter { word in
            switch word.scope {
            case .opening: opening == word.text
            case .comment: lowercased.contains(word.text)
            case .name, .message: false
            }
        }.map { describe($0, line) }
    }

    /// The text of a line that is a comment, without slashes.
    private static func comment(_ line: Substring) -> Substring? {
        let text = line.drop { $0 == " " }
        let starts = text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("* ")
        return starts ? text.drop { "/*! ".contains($0) } : nil
    }

    /// The first word of a comment, of a list item in it, and of what `- Returns:` introduces.
    private static func opening(of comment: Substring, isContinued: Bool) -> String? {
        var text = comment
        if text.hasPrefix("- ") {
            text = text.dropFirst(2)
            if let colon = text.firstIndex(of: ":") { text = text[colon...].dropFirst(2) }
        } else if isContinued {
            return nil
        }
        return String(text.prefix { $0.isLetter })
    }

    // MARK: Names

    private var inNames: [String] {
        let names = candidates.filter { $0.scope == .name }
        guard !names.isEmpty else { return [] }
        return file.code.enumerated().flatMap { index, line in
            Self.identifiers(in: line).flatMap { words in
                names.filter { words.contains(" \($0.text) ") }.map { describe($0, index + 1) }
            }
        }
    }

    /// Each name of a line as lowercased words between spaces: `goOn` is ` go on `.
    private static func identifiers(in line: Substring) -> [String] {
        line.split { !$0.isLetter }.map { name in
            name.reduce(into: " ") { words, letter in
                if letter.isUppercase, words != " " { words += " " }
                words += letter.lowercased()
            } + " "
        }
    }

    // MARK: Messages

    private var inMessages: [String] {
        let words = candidates.filter { $0.scope == .message }
        guard !words.isEmpty, file.path.hasPrefix("Sources/") else { return [] }
        let lines = file.raw.lowercased().split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().flatMap { index, line in
            guard Self.comment(line) == nil, let text = line.firstIndex(of: "\"").map({ line[$0...] }) else {
                return [String]()
            }
            return words.filter { Self.holds(text, $0.text) }.map { describe($0, index + 1) }
        }
    }

    /// True when a text has a phrase. English has "there is no" and "is no longer".
    private static func holds(_ text: Substring, _ phrase: String) -> Bool {
        text.ranges(of: phrase).contains { range in
            !text[..<range.lowerBound].hasSuffix("there ")
                && !["longer", "more", "other"].contains { text[range.upperBound...].hasPrefix($0) }
        }
    }

    private func describe(_ word: AvoidedWord, _ line: Int) -> String {
        "\(file.path):\(line): \"\(word.text)\": write \(word.instead)"
    }
}
