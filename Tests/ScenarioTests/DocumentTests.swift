import CallLibraryGuest
import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// `Docs/scenarios.md` and the pages beside it describe the language.
@Suite struct DocumentTests {
    /// A piece of code in the document.
    struct Fence: CustomTestStringConvertible {
        var kind: String
        var page: String
        var line: Int
        var text: String
        var testDescription: String { "\(page):\(line)" }
    }

    /// A page with its lines.
    private struct Page {
        let name: String
        let lines: [String]
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let folder = root.appending(path: "Docs")

    private static let pages: [Page] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return names.filter { $0.hasPrefix("scenarios") && $0.hasSuffix(".md") }.sorted().map { name in
            let data = try? Data(contentsOf: folder.appending(path: name))
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            return Page(
                name: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }()

    private static let fences: [Fence] = pages.flatMap(fences)

    private static func fences(in page: Page) -> [Fence] {
        var fences: [Fence] = []
        var open: Fence?
        for (index, line) in page.lines.enumerated() {
            if let fence = open {
                if line == "```" { fences.append(fence) }
                open = line == "```" ? nil : fence
                open?.text += line + "\n"
            } else if line.hasPrefix("```") {
                open = Fence(kind: String(line.dropFirst(3)), page: page.name, line: index + 1, text: "")
            }
        }
        return fences
    }

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
            text: whole, file: "Scenarios/x/\(example.page) \(example.line)", including: Self.includes)
        #expect(library.rendered() == "")
        #expect(library.scenarios.count == (whole.contains("\nrows:") ? 2 : 1))
    }

    @Test func `the page of commands lists the types of calls`() {
        let text = Self.pages.first { $0.name == "scenarios-commands.md" }?.lines.joined(separator: " ") ?? ""
        let types = Spelling.list(Words.callTypes.all, joinedBy: "and")
        #expect(text.contains("The types of calls are \(types)."))
    }

    @Test(arguments: broken) func `each mistake is reported as in the document`(_ pair: (Fence, Fence)) {
        let library = ScenarioLibrary.load(text: pair.0.text, file: "broken.yaml")
        #expect(library.rendered() == pair.1.text)
        #expect(pair.1.kind == "text")
    }

    @Test(arguments: DocumentTables.all) func `each table is that of the language`(
        _ table: (name: String, text: String)
    ) throws {
        let marker = "<!-- table: \(table.name) -->"
        let page = try #require(Self.pages.first { $0.lines.contains(marker) }, "no page has this table")
        let shown = page.lines.drop { $0 != marker }.dropFirst().prefix { $0.hasPrefix("|") }.map { $0 + "\n" }.joined()
        guard shown != table.text else { return }
        let draft = try Self.draft(of: page)
        Issue.record(
            "the table `\(table.name)` is another; if that is meant: cp \(draft) \(Self.folder.path())/\(page.name)")
    }

    /// Writes a page with all tables made new, and returns its path.
    private static func draft(of page: Page) throws -> String {
        var whole = ""
        var rest = page.lines[...]
        while let line = rest.popFirst() {
            whole += line + "\n"
            guard let table = DocumentTables.all.first(where: { line == "<!-- table: \($0.name) -->" }) else {
                continue
            }
            rest = rest.drop { $0.hasPrefix("|") }
            whole += table.text
        }
        let draft = root.appending(path: ".build/\(page.name)")
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
