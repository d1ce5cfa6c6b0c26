import Foundation
import Testing

@testable import Signaling

@Suite struct SchemaTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `the schema in the documents is the one that the code follows`() throws {
        let file = Self.root.appending(path: "Docs/wire.cddl")
        let current = Schema.wire
        if ProcessInfo.processInfo.environment["ROLLCALL_WRITE_DOCS"] != nil {
            try current.write(to: file, atomically: true, encoding: .utf8)
        }
        let hint: Comment = "To bring it up to date: ROLLCALL_WRITE_DOCS=1 swift test --filter SchemaTests"
        #expect(try String(contentsOf: file, encoding: .utf8) == current, hint)
    }

    @Test func `a new body has the values that absent fields mean`() {
        let schema = Schema()
        _ = schema.wire
        #expect(schema.contradictions == [])
    }

    @Test func `a new value that an absent field does not mean is a contradiction`() {
        let schema = Schema()
        let map = schema.map(named: "body") { coder throws(BodyError) in
            var (same, other, listed) = (true, false, ["a"])
            try coder.field("same", &same, omitting: true)
            try coder.field("other", &other, omitting: true)
            try coder.list("listed", &listed)
        }
        #expect(schema.contradictions == ["body.other", "body.listed"])
        #expect(
            map.split(separator: "\n").prefix(3) == [
                "{", "  ? \"same\": bool .default true,", "  ? \"other\": bool .default true,",
            ])
    }

    @Test func `every rule that the schema uses is there`() {
        let lines = Schema.wire.split(separator: "\n").filter { !$0.hasPrefix(";") }
        let defined = Set(lines.compactMap { $0.firstMatch(of: #/^([\w.-]+) = /#).map { String($0.1) } })
        let types = ["tstr", "bstr", "int", "uint", "bool", "float", "any", "true", "false"]
        let used = lines.flatMap { line in
            let type = line.drop { $0 != "=" && $0 != ":" }.dropFirst().prefix { $0 != ";" }
            let words = type.replacing(#/"[^"]*"/#, with: "").split {
                !$0.isLetter && !$0.isNumber && !"-._".contains($0)
            }
            return words.filter { $0.first?.isLetter ?? false }.map(String.init)
        }
        #expect(Set(used).subtracting(defined).subtracting(types).isEmpty)
    }
}
