import Foundation
import ProgramTesting
import Testing

/// `README.md` and `Docs/tutorial.md` work as written: files are saved, commands run, the output appears.
@Suite struct TutorialTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "Scenarios"), withDestinationURL: Self.root.appending(path: "Scenarios"))
    }

    private func page(_ name: String) throws -> Page {
        Page(try String(contentsOf: Self.root.appending(path: name), encoding: .utf8))
    }

    /// Each line is printed, in this order. A line that ends with `…` is cut.
    private func expect(_ lines: [String], in output: String, of command: String) throws {
        var rest = output[...]
        for line in lines {
            let text = line.trimmingCharacters(in: CharacterSet(charactersIn: " …"))
            let range = try #require(rest.firstRange(of: text), "\(command) does not print \"\(text)\":\n\(output)")
            rest = rest[range.upperBound...]
        }
    }

    /// Runs a command; one with typed lines reads them from its standard input.
    private func run(_ step: Page.Step) throws -> Program.Outcome {
        guard !step.typed.isEmpty else { return try rollcall.run(step.words) }
        try folder.write(step.typed.map { "\($0)\n" }.joined(), to: "typed")
        let script = "'\(rollcall.path.path)' \(step.words.joined(separator: " ")) < typed"
        return try Program(at: "/bin/sh", in: folder).run("-c", script)
    }

    @Test(arguments: ["Docs/tutorial.md", "README.md"])
    func `each command prints the lines that the page shows`(_ name: String) throws {
        let steps = try page(name).steps
        #expect(!steps.isEmpty)
        for step in steps {
            for file in step.files { try folder.write(file.text, to: file.name) }
            let outcome = try run(step)
            #expect(outcome.status == (step.shown.contains { $0.hasPrefix("failed ") } ? 1 : 0), "\(step.words)")
            try expect(step.shown, in: outcome.output, of: step.words.joined(separator: " "))
        }
    }

    @Test func `the failure in the README is that of the tutorial`() throws {
        let steps = try page("Docs/tutorial.md").steps
        let file = try #require(steps.flatMap(\.files).first { $0.name == "declined.yaml" })
        try folder.write(file.text, to: file.name)
        let shown = try #require(try page("README.md").blocks.first { $0.text.hasPrefix("failed ") })
        try expect(
            shown.text.split(separator: "\n").map(String.init), in: try rollcall.run("run", file.name).output, of: "run"
        )
    }
}

/// The blocks of code of a page.
private struct Page {
    struct Block {
        let kind: Substring
        let text: Substring
        /// The text before it.
        let before: Substring
    }

    /// A command with the files to save before it, and lines of its output.
    struct Step {
        var files: [(name: String, text: String)]
        let words: [String]
        /// The lines that a person types into it, after `> `.
        let typed: [String]
        let shown: [String]
    }

    let blocks: [Block]

    init(_ text: String) {
        let parts = text.split(separator: "```", omittingEmptySubsequences: false)
        blocks = stride(from: 1, to: parts.count, by: 2).map { index in
            let code = parts[index]
            let end = code.firstIndex(of: "\n") ?? code.endIndex
            return Block(kind: code[..<end], text: code[end...].dropFirst(), before: parts[index - 1])
        }
    }

    /// Each `yaml` block is saved under the last name in the text before it; each `console` block is run.
    var steps: [Step] {
        var steps: [Step] = []
        var files: [(name: String, text: String)] = []
        for block in blocks {
            if block.kind == "yaml", let name = block.before.matches(of: /`([a-z]+\.yaml)`/).last?.1 {
                files.append((String(name), String(block.text)))
            } else if block.kind == "console" {
                var commands = Self.commands(block.text)
                if !commands.isEmpty { commands[0].files = files }
                files = []
                steps += commands
            }
        }
        return steps
    }

    private static func commands(_ text: Substring) -> [Step] {
        text.split(separator: "$ Scripts/rollcall ").map { entry in
            let lines = entry.split(separator: "\n").map(String.init)
            let isTyped = { (line: String) in line.hasPrefix("> ") }
            return Step(
                files: [], words: (lines.first ?? "").split(separator: " ").map(String.init),
                typed: lines.filter(isTyped).map { String($0.dropFirst(2)) },
                shown: lines.dropFirst().filter { !isTyped($0) })
        }
    }
}
