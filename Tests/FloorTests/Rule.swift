/// One law of the house: what it finds in a file, as sentences that say where and why.
struct Rule: Sendable {
    let name: String
    let violations: @Sendable (SourceFile) -> [String]

    /// A law against words in the code, outside the files that `allows` names.
    static func forbidding(
        _ words: [String], _ name: String, because reason: String, allows: @escaping @Sendable (SourceFile) -> Bool
    ) -> Rule {
        Rule(name: name) { file in
            guard !allows(file) else { return [] }
            let mentioned = words.filter(file.mentions)
            guard !mentioned.isEmpty else { return [] }
            return file.code.enumerated().flatMap { index, line in
                mentioned.filter { contains($0, in: line) }.map { word in
                    "\(file.path):\(index + 1): \(word) \(reason)"
                }
            }
        }
    }

    /// True when `line` uses `word`: not as a part of a longer name, and where it is a function that could draw from the
    /// system's randomness, only when no generator is handed to it.
    private static func contains(_ word: String, in line: Substring) -> Bool {
        var rest = line
        while let range = rest.firstRange(of: word) {
            let before = rest[..<range.lowerBound].last
            let startsName = word.first?.isLetter == true && (before?.isLetter == true || before == "_")
            let isSeeded = word.hasPrefix(".") && rest[range.upperBound...].contains("using:")
            if !startsName && !isSeeded { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
