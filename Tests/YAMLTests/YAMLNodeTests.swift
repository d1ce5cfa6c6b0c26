import Testing
import YAML

/// A scenario-like document with every kind of node in it.
let sample = """
    # a comment
    id: RING-01
    name: "The callee accepts: é"
    participants: [alice, {bob: 1}]
    steps: &steps
      - alice: ring   # who
        members:
        - bob
      - text: |
          two
          lines
      - 'it''s'
    again: *steps
    none:
    kind: !shout loud

    """

@Suite struct YAMLNodeTests {
    @Test func `a document becomes a tree in its own order`() throws {
        let root = try YAMLNode.parse(sample)
        #expect(root.pairs?.map(\.name) == ["id", "name", "participants", "steps", "again", "none", "kind"])
        #expect(root["name"]?.scalar == .init("The callee accepts: é", style: .doubleQuoted))
        #expect(root["participants"]?.items?.last?["bob"]?.scalar?.integer == 1)
        #expect(root["steps"]?.items?[1]["text"]?.scalar == .init("two\nlines\n", style: .literal))
        #expect(root["steps"]?.items?.last?.scalar?.text == "it's")
        #expect(root["none"]?.scalar?.isNull == true)
        #expect(root["kind"]?.tag == "!shout")
        #expect(root["missing"] == nil)
    }

    @Test func `every node knows where it starts and ends`() throws {
        let root = try YAMLNode.parse(sample)
        let steps = try #require(root["steps"])
        #expect(root.start == Mark(line: 2, column: 1))
        #expect(root["id"]?.start == Mark(line: 2, column: 5))
        #expect(root["id"]?.end == Mark(line: 2, column: 12))
        #expect(root["participants"]?.end == Mark(line: 4, column: 32))
        #expect(steps.items?.first?.start == Mark(line: 6, column: 5))
        #expect(steps.items?.first?.end == Mark(line: 8, column: 10), "a block ends with its last item")
        #expect(steps.items?.last?.end == Mark(line: 12, column: 12))
    }

    @Test func `columns count characters, not bytes`() throws {
        let root = try YAMLNode.parse("{é: ü, ö: x}")
        #expect(root["ö"]?.start == Mark(line: 1, column: 11))
    }

    @Test func `an alias is the node it stands for, marked where the alias stands`() throws {
        let root = try YAMLNode.parse(sample)
        #expect(root["again"]?.items?.count == 3)
        #expect(root["again"]?.start == Mark(line: 13, column: 8))
        #expect(root["again"]?.content == root["steps"]?.content)
    }

    @Test func `a byte order mark and windows line ends are read over`() throws {
        let root = try YAMLNode.parse([0xEF, 0xBB, 0xBF] + Array("a: 1\r\nb: 2\r\n".utf8))
        #expect(root["b"]?.scalar?.integer == 2)
        #expect(root["b"]?.start == Mark(line: 2, column: 4))
    }

    @Test func `only text without quotes can be a number, a truth value or nothing`() throws {
        let items = try #require(try YAMLNode.parse("[5, '5', -0x1, 0x10, 0o17, 1.5, 1e3, .5, e5, nan, inf]").items)
        #expect(items.map { $0.scalar?.integer } == [5, nil, nil, 16, 15, nil, nil, nil, nil, nil, nil])
        #expect(items.map { $0.scalar?.double } == [5, nil, nil, nil, nil, 1.5, 1000, 0.5, nil, nil, nil])
        let words = try #require(try YAMLNode.parse("[true, 'true', off, yes, ~, null, '', \"null\"]").items)
        #expect(words.map { $0.scalar?.boolean } == [true, nil, nil, nil, nil, nil, nil, nil])
        #expect(words.map { $0.scalar?.isNull } == [false, false, false, false, true, true, false, false])
        #expect(items.map(\.kind).prefix(2) == ["a number", "text"])
        #expect(words.map(\.kind).prefix(5) == ["true or false", "text", "text", "text", "nothing"])
    }

    @Test func `a whole number beyond 64 bits is not a whole number`() {
        #expect(YAMLNode.Scalar("9223372036854775808").integer == nil)
        #expect(YAMLNode.Scalar("-9223372036854775808").integer == .min)
    }
}
