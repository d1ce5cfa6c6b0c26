import Testing
import YAML

@Suite struct YAMLLimitsTests {
    /// Nine levels, each nine times the one below: 387 million values out of less than 500 bytes.
    static let bomb =
        "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + (1...8).map { level in
            let uses = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            return "a\(level): &a\(level) [\(uses)]\n"
        }.joined()

    @Test func `an alias bomb is refused where it goes off`() {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Self.bomb) }
        guard case .aliasesExplode(let alias, let limit, let mark, let anchor) = error else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
        #expect(alias == "a3")
        #expect(limit == 10_000)
        #expect(mark.line == 5)
        #expect(anchor == Mark(line: 4, column: 5))
    }

    @Test func `aliases within the limit are followed`() throws {
        let limits = YAMLLimits(bytes: 1000, depth: 3, nodes: 10, aliasedNodes: 6)
        let root = try YAMLNode.parse("[&a [x, y], *a, *a]", limits: limits)
        #expect(root.items?.map { $0.items?.count } == [2, 2, 2])
        #expect(throws: YAMLError.self) { try YAMLNode.parse("[&a [x, y], *a, *a, *a]", limits: limits) }
    }

    @Test func `depth is limited, and an alias is no way around it`() throws {
        let limits = YAMLLimits(bytes: 1000, depth: 3, nodes: 100, aliasedNodes: 100)
        #expect(try YAMLNode.parse("[[[x]]]", limits: limits).items?.count == 1)
        #expect(throws: YAMLError.tooDeep(limit: 3, at: Mark(line: 1, column: 4))) {
            try YAMLNode.parse("[[[[x]]]]", limits: limits)
        }
        #expect(try YAMLNode.parse("[&a [[x]], *a]", limits: limits).items?.count == 2)
        #expect(throws: YAMLError.tooDeep(limit: 3, at: Mark(line: 1, column: 13))) {
            try YAMLNode.parse("[&a [[x]], [*a]]", limits: limits)
        }
    }

    @Test func `a hundred thousand open brackets end at the depth limit`() {
        let error = #expect(throws: YAMLError.self) {
            try YAMLNode.parse(String(repeating: "[", count: 100_000))
        }
        #expect(error == .tooDeep(limit: 64, at: Mark(line: 1, column: 65)))
    }

    @Test func `bytes and nodes are limited`() {
        let limits = YAMLLimits(bytes: 20, depth: 8, nodes: 4, aliasedNodes: 4)
        #expect(throws: YAMLError.tooLong(bytes: 21, limit: 20)) {
            try YAMLNode.parse(String(repeating: "x", count: 21), limits: limits)
        }
        #expect(throws: YAMLError.tooManyNodes(limit: 4, at: Mark(line: 1, column: 11))) {
            try YAMLNode.parse("[a, b, c, d, e]", limits: limits)
        }
    }
}
