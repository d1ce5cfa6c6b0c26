import ScenarioLanguage

/// The tests of a Swift file that name cases, as in `@Test(.covers("CALL-04"))`.
struct TestFile {
    /// The cases that the tests cover, in the order of the file.
    private(set) var showings: [Showing] = []
    private(set) var problems: [Diagnostic] = []
    private let file: String
    private let tokens: [SwiftTokens.Token]
    /// The types around the current place, each with the depth of braces inside it.
    private var types: [(name: String, depth: Int)] = []
    private var depth = 0
    /// The declared type, before its opening brace.
    private var announced: String?
    /// The cases that the attributes before the next declaration name.
    private var named: [(id: String, place: Place)] = []

    private static let kinds = ["struct", "class", "enum", "actor", "extension"]

    /// Reads the file's text.
    init(_ bytes: [UInt8], file: String) {
        self.file = file
        tokens = SwiftTokens(bytes).tokens
        var index = 0
        while index < tokens.count { index = read(index) }
    }

    private func word(_ index: Int) -> String? {
        guard tokens.indices.contains(index), case .word(let word) = tokens[index].kind else { return nil }
        return word
    }

    private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .mark(UInt8(ascii: mark))
    }

    /// Reads the code that starts at a token, and returns the index of the next token to read.
    private mutating func read(_ index: Int) -> Int {
        if isMark(index, "{") { open() } else if isMark(index, "}") { close() }
        if isMark(index, "@"), let attribute = word(index + 1), ["Test", "Suite"].contains(attribute) {
            named = []
            return isMark(index + 2, "(") ? readAttribute(from: index + 2) : index + 2
        }
        // `class func` and `.struct` declare no type.
        guard let kind = word(index), let name = word(index + 1), !isMark(index - 1, ".") else { return index + 1 }
        if kind == "func" {
            take(.test(suite: types.map(\.name).joined(separator: "."), name: name))
        } else if Self.kinds.contains(kind), name != "func" {
            announced = name
            take(.test(suite: (types.map(\.name) + [name]).joined(separator: "."), name: ""))
        } else {
            return index + 1
        }
        return index + 2
    }

    private mutating func open() {
        depth += 1
        if let announced { types.append((announced, depth)) }
        announced = nil
    }

    private mutating func close() {
        if types.last?.depth == depth { types.removeLast() }
        depth = max(0, depth - 1)
    }

    private mutating func take(_ source: Showing.Source) {
        showings += named.map { Showing(id: $0.id, source: source, file: file, place: $0.place) }
        named = []
    }

    /// Reads an attribute's arguments, and returns the index of the token after them.
    private mutating func readAttribute(from first: Int) -> Int {
        var index = first
        var brackets = 0
        while index < tokens.count {
            if isMark(index, "(") { brackets += 1 }
            if isMark(index, ")") { brackets -= 1 }
            if brackets == 0 { return index + 1 }
            if isMark(index, "."), word(index + 1) == "covers", isMark(index + 2, "(") {
                index = readIDs(from: index + 3)
            } else {
                index += 1
            }
        }
        return index
    }

    /// Reads the ids up to the closing bracket, and returns the index of the token after it.
    private mutating func readIDs(from first: Int) -> Int {
        var index = first
        while index < tokens.count, !isMark(index, ")") {
            let token = tokens[index]
            if case .text(let id) = token.kind {
                named.append((id, Place(token)))
            } else if !isMark(index, ",") {
                problems.append(
                    Diagnostic(
                        file: file, place: Place(token), message: "a case is named by something else than a literal",
                        suggestion: "write the ids themselves, as in `.covers(\"CALL-04\")`"))
            }
            index += 1
        }
        return index + 1
    }
}

extension Place {
    fileprivate init(_ token: SwiftTokens.Token) {
        self.init(line: token.line, column: token.column, endColumn: token.endColumn)
    }
}
