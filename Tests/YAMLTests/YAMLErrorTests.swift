import Testing
import YAML

@Suite struct YAMLErrorTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int
        let column: Int
        let says: String
        let advises: String
        var testDescription: String { says }
    }

    static let refusals = [
        Refusal(text: "a: 1\nb: 2\na: 3", line: 3, column: 1, says: "`a` appears twice", advises: "remove one"),
        Refusal(text: "a: 1\n---\nb: 2", line: 2, column: 1, says: "second document", advises: "file of its own"),
        Refusal(text: "a: *nobody", line: 1, column: 4, says: "*nobody has no anchor", advises: "quotes"),
        Refusal(text: "a: &x [*x]", line: 1, column: 8, says: "inside the value", advises: "move the alias"),
        Refusal(text: "a:\n\t- b", line: 2, column: 1, says: "cannot start any token", advises: "a tab cannot indent"),
        Refusal(text: "a: @b", line: 1, column: 4, says: "cannot start any token", advises: "`@` in quotes"),
        Refusal(text: "a: b: c", line: 1, column: 5, says: "mapping values are not", advises: "in quotes"),
        Refusal(text: "a: [b, c", line: 1, column: 9, says: "expected ',' or ']'", advises: "close the list"),
        Refusal(text: "a: {b: 1", line: 1, column: 9, says: "expected ',' or '}'", advises: "close the mapping"),
        Refusal(text: "a: 'b\n", line: 1, column: 6, says: "unexpected end of stream", advises: "close the quotes"),
        Refusal(text: "a: \"\\q\"", line: 1, column: 5, says: "unknown escape", advises: "backslash"),
        Refusal(text: "a: 1\nb\nc: 2", line: 3, column: 1, says: "could not find expected ':'", advises: "colon"),
        Refusal(text: "a: 1\n  b: 2", line: 2, column: 4, says: "mapping values are not", advises: "indent the key"),
        Refusal(text: "  a: 1\n b: 2", line: 2, column: 2, says: "expected <document start>", advises: "left edge"),
        Refusal(text: "- a\nb: 1", line: 2, column: 1, says: "expected '-' indicator", advises: "same column"),
        Refusal(text: "a: %b", line: 1, column: 4, says: "cannot start any token", advises: "`%` in quotes"),
        Refusal(text: "a: !b!c d", line: 1, column: 4, says: "undefined tag handle", advises: "!"),
        Refusal(text: "? [a, b]\n: 1", line: 1, column: 3, says: "a list cannot be a key", advises: "a key is a word"),
        Refusal(text: "<<: {a: 1}", line: 1, column: 1, says: "merge keys", advises: "write the keys out"),
        Refusal(text: "a: b\u{7}", line: 1, column: 5, says: "a control character", advises: "take it out"),
        Refusal(text: "", line: 1, column: 1, says: "nothing in it", advises: "key: value"),
        Refusal(text: "# only a comment\n", line: 1, column: 1, says: "nothing in it", advises: "key: value"),
    ]

    @Test(arguments: refusals)
    func `a refusal has its place, the problem and the correction`(_ refusal: Refusal) {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(refusal.text) }
        #expect(error?.mark == Mark(line: refusal.line, column: refusal.column))
        #expect(error?.message.contains(refusal.says) == true, "\(error?.message ?? "")")
        #expect(error?.suggestion?.contains(refusal.advises) == true, "\(error?.suggestion ?? "")")
    }

    @Test func `a duplicate key names both places`() {
        #expect(throws: YAMLError.duplicateKey(key: "b", at: Mark(line: 3, column: 3), first: Mark(line: 2, column: 3)))
        {
            try YAMLNode.parse("a:\n  b: 1\n  b: 2")
        }
    }

    @Test func `quotes do not make a key another one`() {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse("{a: 1, 'a': 2}") }
        #expect(
            error?.description
                == "1:8: the key `a` appears twice in one mapping; the first one is here, at 1:2 (remove one of the two, or put both under one key)"
        )
    }

    @Test func `bytes that are not UTF-8 are reported with their place`() {
        let error = #expect(throws: YAMLError.self) {
            try YAMLNode.parse(Array("a: 1\nb: é".utf8) + [0xFF, 0xFE])
        }
        #expect(error?.mark == Mark(line: 2, column: 5))
        #expect(error?.message.contains("UTF-8") == true)
    }

    @Test func `a text in UTF-16 is refused as no UTF-8`() {
        let text: [UInt8] = [0xFF, 0xFE] + "a: 1".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(text) }
        #expect(error?.suggestion == "save the file as UTF-8 text")
    }
}
