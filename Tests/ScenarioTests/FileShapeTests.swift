import Testing
import YAML

@testable import ScenarioLanguage

/// Files in one shape, and files that are written from nodes.
@Suite struct FileShapeTests {
    private func shaped(_ text: String) throws -> String { try FileShape(of: Array(text.utf8)).text }

    @Test(arguments: [
        ("a: &x {b: 1}\nc: *x\n", "a: &x {b: 1}\nc: *x\n"), ("a: &x\n  b: 1\nc: *x\n", "a: &x\n  b: 1\nc: *x\n"),
        ("- - a\n  - b\n- - c\n", "- - a\n  - b\n- - c\n"), ("a:\n- b\n- c\n", "a:\n  - b\n  - c\n"),
        ("{a: 1,\n b: 2}\n", "{a: 1,\n b: 2}\n"), ("a: 'x\n  y'\nb: \"x\\\n  y\"\n", "a: 'x\n  y'\nb: \"x\\\n  y\"\n"),
        ("a: |2\n    x\n", "a: |2\n    x\n"),
        ("a:\n  b:\n    - c\n    -\n      - d\n", "a:\n  b:\n    - c\n    -\n      - d\n"),
        ("---\na: b\n", "---\na: b\n"), ("a: # c\n  - b\n", "a: # c\n  - b\n"), ("a:\n\n\n  - b\n", "a:\n\n  - b\n"),
        ("text", "text\n"), ("- a\n-\n", "- a\n-\n"), ("a: |\n  x\n\n\n", "a: |\n  x\n"), ("id: X   \n\n\n", "id: X\n"),
        (
            "steps:\n- a: 1\n  b:\n      c: 2\n# end\nid: X\n",
            "# end\nid: X\nsteps:\n  - a: 1\n    b:\n      c: 2\n"
        ),
        ("# top\n\n\n# more\nid: X\n\n\n\nname: n\n", "# top\n\n# more\nid: X\n\nname: n\n"),
        (
            "name: n\nid: X\nzzz: 1\nsteps:\n    -   a: b\n        c: [d,\n            e]\n",
            "id: X\nname: n\nsteps:\n  - a: b\n    c: [d,\n        e]\nzzz: 1\n"
        ),
        (
            "steps:\n  - a:\n        - b\n        -    c: d\n             e: f\n",
            "steps:\n  - a:\n      - b\n      - c: d\n        e: f\n"
        ),
        ("id: X\nsteps:\n  -\n    a: b\n  -\n\n    e: f\n", "id: X\nsteps:\n  -\n    a: b\n  -\n\n    e: f\n"),
        (
            "steps:\n# one\n    - a\n    # two\n    - b\n   # three\nid: X\n",
            "# three\nid: X\nsteps:\n  # one\n  - a\n  # two\n  - b\n"
        ),
        ("zeta: 1\nalpha: 2\nid: X\n", "id: X\nzeta: 1\nalpha: 2\n"),
        ("id: X\nname:\n  - a\n  -   - b\n      - c\n", "id: X\nname:\n  - a\n  -   - b\n      - c\n"),
        ("id: X\nsteps: [\n  a,\n     b\n]\n", "id: X\nsteps: [\n  a,\n     b\n]\n"),
        ("id: X\nname: {a: b,\n  c: d}\n  \n", "id: X\nname: {a: b,\n  c: d}\n"),
    ])
    func `a file has one shape, which it keeps`(_ text: String, _ shape: String) throws {
        #expect(try shaped(text) == shape)
        #expect(try shaped(shape) == shape)
    }

    @Test func `a text that would change its meaning, and one that is not YAML, are refused`() {
        #expect(throws: FileShape.Refusal.unsafe) { try FileShape(of: Array("a: >+\n  x\n\n\n".utf8)) }
        do {
            _ = try FileShape(of: Array("a: [".utf8))
            Issue.record("it was formatted")
        } catch {
            guard case .noYAML(let error) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.message == "not YAML: did not find expected node content")
        }
    }

    // MARK: Files from nodes

    private static let long = String(repeating: "a", count: 20)

    @Test(arguments: [
        (YAMLNode.word("a"), "a"), (.word(""), "~"), (.word("~"), "~"), (.word("null"), "~"), (.word("-"), "\"-\""),
        (.word("-5"), "-5"),
        (.word("-a"), "\"-a\""), (.word("5"), "5"), (.word("a:"), "\"a:\""), (.word("a: b"), "\"a: b\""),
        (.word("a:b"), "a:b"),
        (.word("a #b"), "\"a #b\""), (.word("a#b"), "a#b"), (.word("a,b"), "\"a,b\""), (.word("a]"), "\"a]\""),
        (.word("a{"), "\"a{\""), (.word("*a"), "\"*a\""), (.word("%"), "\"%\""), (.word("a "), "\"a \""),
        (.word(" a"), "\" a\""),
        (.word("a b"), "a b"), (.word("?a"), "\"?a\""), (.word("@a"), "\"@a\""), (.text("a"), "\"a\""),
        (.text("5"), "\"5\""),
        (.text(""), "\"\""), (.word("${x}"), "\"$${x}\""), (.text("${x}${y} $z"), "\"$${x}$${y} $z\""),
        (.text("a\"\\b"), #""a\"\\b""#), (.text("a\n\t\rb"), #""a\n\t\rb""#), (.text("\u{1B}\u{7}"), #""\x1b\x07""#),
        (.text("\u{7F}\u{85}\u{9F}\u{A0}é"), "\"\\x7f\\x85\\x9f\u{A0}é\""), (.text("\u{1F}\u{20}"), "\"\\x1f \""),
        (.list([]), "[]"), (.list([.word("a"), .list([.text("b")])]), "[a, [\"b\"]]"), (.map([]), "{}"),
        (.map([("a", .word("1")), ("b c", .map([("d", .word("~"))]))]), "{a: 1, b c: {d: ~}}"),
    ])
    func `a node on one line is read as the same node`(_ node: YAMLNode, _ text: String) throws {
        #expect(ScenarioText.flow(node) == text)
        #expect(
            ScenarioText.flow(try YAMLNode.parse(Array("a: \(text)".utf8))["a"] ?? .list([]))
                == text.replacing("$$", with: "$$$"))
    }

    @Test func `keys are in the order of their table, below the comments, and unknown ones are last`() {
        let pairs: [YAMLNode.Pair] = [
            .init("zeta", .word("1")), .init("steps", .list([])), .init("alpha", .word("")), .init("name", .word("n")),
            .init("id", .word("X")),
        ]
        #expect(
            ScenarioText(pairs, comments: ["one", "two"]).text
                == "# one\n# two\nid: X\nname: n\nsteps: []\nzeta: 1\nalpha:\n")
    }

    @Test(arguments: [(20, true), (21, false)]) func `a line has at most 110 columns`(_ count: Int, _ fits: Bool) {
        // All but the last word are 95 columns, with the key, the brackets and the commas.
        let words = Array(repeating: Self.long, count: 4) + [String(repeating: "b", count: count - 5)]
        let node = YAMLNode.list(words.map { .word($0) })
        let text = ScenarioText([.init("key", node)]).text
        let flow = "key: [\(words.joined(separator: ", "))]"
        #expect(fits == (flow.count <= 110))
        #expect(text == (fits ? "\(flow)\n" : "key:\n\(words.map { "  - \($0)\n" }.joined())"))
    }

    @Test func `steps are one below the other, and so are the steps of an instant`() {
        let wide = YAMLNode.list((1...6).map { _ in .word(Self.long) })
        let steps = YAMLNode.list([
            .map([("alice", .word("ring")), ("call", .word("default:x"))]), .word("text"), .map([]),
            .map([
                (
                    "sameTime",
                    .list([.map([("alice", .word("accept"))]), .map([("network", .map([("loss", .word("1%"))]))])])
                )
            ]),
            .map([("expect", .map([("alice.roster", wide), ("b", .word("c"))])), ("within", .word("2s"))]),
        ])
        #expect(
            ScenarioText([.init("steps", steps)]).text == """
                steps:
                  - alice: ring
                    call: default:x
                  - text
                  - {}
                  - sameTime:
                      - alice: accept
                      - network: {loss: 1%}
                  - expect:
                      alice.roster:
                        - \(Self.long)
                        - \(Self.long)
                        - \(Self.long)
                        - \(Self.long)
                        - \(Self.long)
                        - \(Self.long)
                      b: c
                    within: 2s

                """)
    }

    @Test func `the head of a plain scenario is changed by key`() {
        var plain = PlainScenario(head: [.init("id", .word("A")), .init("name", .word("n"))], steps: [])
        plain["tags"] = nil
        #expect(plain.head.map(\.name) == ["id", "name"])
        plain["media"] = .word("on")
        plain["id"] = .word("B")
        #expect(plain.head.map(\.name) == ["id", "name", "media"])
        #expect(plain["id"] == .word("B") && plain["media"] == .word("on") && plain["tags"] == nil)
        plain["name"] = nil
        #expect(plain.head.map(\.name) == ["id", "media"])
        #expect(plain.text(comments: ["why"]) == "# why\nid: B\nmedia: on\nsteps: []\n")
    }

    @Test func `a plain scenario has neither names nor what only its own folder has`() throws {
        let text = """
            id: A
            name: n
            description: d
            covers: [C-1]
            tags: [t]
            variables: {w: 1s}
            sequences: {s: {steps: [{wait: "${w}"}, {wait: 2s}]}, empty: {steps: [{repeat: 1, steps: [{do: s}]}]}}
            rows: {one: {v: 1}}
            participants: [alice]
            settings: {sfus: 2}
            golden: a.golden
            steps:
              - at: 5s
                do: s
              - do: empty
              - alice: connect
            """
        let plain = PlainScenario(try read(text))
        #expect(plain.head.map(\.name) == ["id", "name", "participants", "settings"])
        #expect(plain["id"] == .word("A.one"))
        #expect(
            plain.steps.map(ScenarioText.flow) == [
                "{wait: 1s, at: 5s}", "{wait: 2s}", "{wait: 1s}", "{wait: 2s}", "{alice: connect}",
            ])
    }
}
