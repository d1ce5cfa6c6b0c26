import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// `Docs/scenarios.md` says what the language is.
@Suite struct DocumentTests {
    /// A piece of code in the document.
    struct Fence: CustomTestStringConvertible {
        var kind: String
        var line: Int
        var text: String
        var testDescription: String { "line \(line)" }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let file = root.appending(path: "Docs/scenarios.md")

    private static let lines: [String] = {
        let data = try? Data(contentsOf: file)
        return String(decoding: data ?? Data(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }()

    private static let fences: [Fence] = {
        var fences: [Fence] = []
        var open: Fence?
        for (index, line) in lines.enumerated() {
            if let fence = open {
                if line == "```" { fences.append(fence) }
                open = line == "```" ? nil : fence
                open?.text += line + "\n"
            } else if line.hasPrefix("```") {
                open = Fence(kind: String(line.dropFirst(3)), line: index + 1, text: "")
            }
        }
        return fences
    }()

    static let examples = fences.filter { $0.kind == "yaml" }
    /// The file that examples include: the first example with sequences of its own, without its steps.
    private static let includes: [String: [UInt8]] = {
        let text = examples.first { $0.text.hasPrefix("sequences:") }?.text ?? ""
        let end = text.firstRange(of: "\nsteps:")?.lowerBound ?? text.endIndex
        return ["Scenarios/common/ringing.yaml": Array(text[..<end].utf8)]
    }()
    static let broken = zip(fences, fences.dropFirst()).filter { $0.0.kind == "yaml broken" }

    @Test func `the document has examples and broken ones`() {
        #expect(Self.examples.count >= 10)
        #expect(Self.broken.count == 10)
    }

    @Test(arguments: examples) func `each example is a scenario, or belongs into one`(_ example: Fence) {
        let whole = Self.completed(example.text)
        let library = ScenarioLibrary.load(
            text: whole, file: "Scenarios/x/line \(example.line)", including: Self.includes)
        #expect(library.rendered() == "")
        #expect(library.scenarios.count == (whole.contains("\nrows:") ? 2 : 1))
    }

    @Test(arguments: broken) func `each mistake is reported as in the document`(_ pair: (Fence, Fence)) {
        let library = ScenarioLibrary.load(text: pair.0.text, file: "broken.yaml")
        #expect(library.rendered() == pair.1.text)
        #expect(pair.1.kind == "text")
    }

    @Test(arguments: DocumentTables.all) func `each table is that of the language`(
        _ table: (name: String, text: String)
    ) throws {
        let marker = try #require(
            Self.lines.firstIndex(of: "<!-- table: \(table.name) -->"), "the document has no such table")
        let shown = Self.lines.dropFirst(marker + 1).prefix { $0.hasPrefix("|") }.map { $0 + "\n" }.joined()
        guard shown != table.text else { return }
        Issue.record(
            "the table `\(table.name)` is another; if that is meant: cp \(try Self.draft()) \(Self.file.path())")
    }

    /// Writes the document with all tables made new, and tells where it is.
    private static func draft() throws -> String {
        var whole = ""
        var rest = lines[...]
        while let line = rest.popFirst() {
            whole += line + "\n"
            guard let table = DocumentTables.all.first(where: { line == "<!-- table: \($0.name) -->" }) else {
                continue
            }
            rest = rest.drop { $0.hasPrefix("|") }
            whole += table.text
        }
        let draft = root.appending(path: ".build/scenarios.md")
        try Data(whole.dropLast().utf8).write(to: draft)
        return draft.path()
    }

    /// Puts steps, or some keys of a file, into a scenario that has the rest.
    private static func completed(_ text: String) -> String {
        if text.hasPrefix("id:") { return text }
        var whole = "id: EXAMPLE\nname: An example\n"
        if !text.contains("participants:\n") { whole += "participants: [alice, bob, carol]\n" }
        if text.hasPrefix("-") { return whole + "steps:\n" + text }
        return whole + text + (text.contains("\nsteps:") ? "" : "steps: [{wait: 1s}]\n")
    }
}
