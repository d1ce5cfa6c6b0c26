/// The parts of a short text with its places, read from left to right. Spaces between parts have no meaning.
struct LoadWords {
    private let text: String
    private let characters: [Character]
    private var next = 0

    init(_ text: String) {
        self.text = text
        characters = Array(text)
        skipSpaces()
    }

    /// The place of the next part, from 1.
    var column: Int { next + 1 }

    var isAtEnd: Bool { next == characters.count }

    /// A mistake at a place, or at the next part.
    func error(_ message: String, _ suggestion: String? = nil, at column: Int? = nil) -> LoadTextError {
        LoadTextError(text: text, column: column ?? self.column, message: message, suggestion: suggestion)
    }

    /// Takes a part when it comes next.
    mutating func take(_ part: String) -> Bool {
        guard characters[next...].starts(with: part) else { return false }
        next += part.count
        skipSpaces()
        return true
    }

    mutating func expect(_ part: String, _ purpose: String) throws(LoadTextError) {
        guard take(part) else { throw error("`\(part)` is missing", purpose) }
    }

    /// Takes letters; empty when none come next.
    mutating func name() -> String { run { $0.isLetter } }

    /// Takes a number without sign; empty when none comes next.
    mutating func digits() -> String { run { $0.isASCII && $0.isNumber || $0 == "." } }

    /// Takes everything before one of some characters, without spaces at the end.
    mutating func upTo(_ ends: Set<Character>) -> String {
        var taken = run { !ends.contains($0) }
        while taken.last == " " { taken.removeLast() }
        return taken
    }

    private mutating func run(_ belongs: (Character) -> Bool) -> String {
        let taken = characters[next...].prefix(while: belongs)
        next += taken.count
        skipSpaces()
        return String(taken)
    }

    private mutating func skipSpaces() {
        while next < characters.count, characters[next] == " " { next += 1 }
    }
}
