import Testing

@Suite struct VocabularyTests {
    private func findings(_ text: String) -> [String] {
        VocabularySearch(SourceFile(path: "Sources/Timing/Planted.swift", text: text)).findings
    }

    private static func files() throws -> [SourceFile] {
        try House.sources.get() + House.shims.get() + House.tests.get() + House.others.get()
    }

    @Test func `each room has as many avoided words as its budget says`() throws {
        let files = try Self.files()
        let found = Dictionary(grouping: files, by: \.room).mapValues { $0.flatMap { VocabularySearch($0).findings } }
        for (room, findings) in found.sorted(by: { $0.key < $1.key }) {
            let budget = Vocabulary.remaining[room] ?? 0
            let advice = findings.count < budget ? "lower the budget" : findings.joined(separator: "\n")
            #expect(findings.count == budget, "\(room) has \(findings.count), its budget is \(budget): \(advice)")
        }
    }

    @Test func `a budget names a room that exists`() throws {
        let rooms = Set(try Self.files().map(\.room))
        #expect(rooms.isSuperset(of: Vocabulary.remaining.keys))
    }

    @Test(arguments: [
        "/// Who joins.", "/// What it is.", "// Whether it runs.",
        "/// A door.\n///\n/// - Returns: Whether it is open.",
        "/// The client is told.", "/// A text\n/// of nobody.",
    ]) func `an avoided word in a comment is found`(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(arguments: [
        "/// The client\n/// What follows.", "let text = \"What follows\"", "/// Returns the name.", "/// A whatnot.",
    ]) func `a word elsewhere is left alone`(_ text: String) {
        #expect(findings(text).isEmpty)
    }

    @Test(arguments: ["struct CallStay {}", "func goOn() {}", "let breach = 1", "case stayGone", "let luck = 1"])
    func `an avoided word in a name is found`(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(arguments: ["struct Display {}", "let stayed = 1", "let rarely = 1", "func goOnline() {}"])
    func `a part of another word is left alone`(_ text: String) {
        #expect(findings(text).isEmpty)
    }

    @Test(arguments: [#"let text = "`x` is no number""#, #"fail("the key stands twice")"#])
    func `an avoided phrase in a message is found`(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(arguments: [#"let text = "there is no file""#, #"fail("it is no longer open")"#, "let isNo = number"])
    func `a phrase of plain English is left alone`(_ text: String) {
        #expect(findings(text).isEmpty)
    }

    @Test func `a finding has its place and the replacement`() {
        #expect(
            findings("let a = 1\nlet news = 1")
                == ["Sources/Timing/Planted.swift:2: \"news\": write the event's own name"])
    }
}
