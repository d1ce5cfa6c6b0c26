import Glibc

/// A Swift file as the rules see it: its room, its imports, and its code without comments and texts.
struct SourceFile {
    struct Import: Equatable {
        let line: Int
        let module: String
    }

    let path: String
    let lineCount: Int
    let imports: [Import]
    let code: [Substring]
    /// The file as it is.
    let raw: String
    private let text: String

    init(path: String, text: String) {
        self.path = path
        raw = text
        lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count
        let stripped = CodeScanner.strip(text)
        let lines = stripped.split(separator: "\n", omittingEmptySubsequences: false)
        self.text = stripped
        code = lines
        imports = lines.enumerated().compactMap { index, line in
            Self.module(importedBy: line).map { Import(line: index + 1, module: $0) }
        }
    }

    /// The folder below `Sources`; `Benchmarks` and test targets are rooms of their own.
    var room: String {
        let parts = path.split(separator: "/")
        if let first = parts.first, ["Benchmarks", "Workshop"].contains(first) { return String(first) }
        return parts.dropFirst().first.map(String.init) ?? ""
    }

    /// True when the code holds the word anywhere. It is quick, because most files hold none.
    func mentions(_ word: String) -> Bool { Self.text(text, holds: word) }

    /// True when `text` holds `word`.
    static func text(_ text: String, holds word: String) -> Bool { strstr(text, word) != nil }

    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    private static func module(importedBy line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"),
            words[..<position].allSatisfy({ isModifier($0) }),
            let first = words.dropFirst(position + 1).first
        else { return nil }
        let path = kinds.contains(first) ? words.dropFirst(position + 2).first ?? first : first
        return path.split(separator: ".").first.map(String.init)
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
}
