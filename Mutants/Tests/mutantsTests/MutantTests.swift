import SwiftParser
import Testing

@testable import mutants

/// Mutants of small texts.
@Suite struct MutantTests {
    private func candidates(_ text: String) -> [Mutant] {
        var enums = EnumIndex()
        enums.add(Parser.parse(source: text))
        return MutantFinder.candidates(in: text, of: "Room/File.swift", enums: enums)
    }

    @Test(arguments: [
        ("func f() { if a < b { g() } }", "a < b → a <= b"),
        ("func f() { if a < b { g() } }", "a < b → !(a < b)"),
        ("func f() { if a, b { g() } }", "b → true"),
        ("func f() { g(); h() }", "g(); h() → h(); g()"),
        ("func f() { g(); h() }", "without g()"),
        ("func f() { g(); h() }", "return at the beginning"),
        ("func f() { start(.seconds(5)) }", ".seconds(5) → Duration.seconds(5) + .milliseconds(1)"),
        ("func f() { start(.seconds(5)) }", ".seconds(5) → .milliseconds(5)"),
        ("func f() { for x in xs { g(x) } }", "xs → Array((xs).dropFirst())"),
        ("func f() { g(from: a, to: b) }", "g(from: a, to: b) → g(from: b, to: a)"),
        ("func f() -> Int { a ?? 7 }", "a ?? 7 → 7"),
        ("func f() -> Int? { xs.first(where: p) }", "xs.first(where: p) → xs.last(where: p)"),
        ("enum E { case on, off }; func f() { g(.on) }", ".on → .off"),
        ("func f() { switch x { case 1: g(); default: h() } }", "without case 1"),
    ])
    func `a slip has its mutant`(_ text: String, _ change: String) {
        #expect(candidates(text).map(\.text).contains(change))
    }

    @Test func `a switch without a default keeps its cases`() {
        let found = candidates("func f() { switch x { case .a: g(); case .b: h() } }")
        #expect(!found.contains { $0.slip == .droppedCase })
    }

    @Test(arguments: [
        ("func f() { try coder.field(a); try coder.field(b) }", Slip.swappedStatements),
        ("func f() { list.reserveCapacity(8); g() }", .omittedStatement),
        ("func f() { list.sort { $0.id < $1.id } }", .comparison),
        ("func f() { a += 1; b += 1 }", .swappedStatements),
        ("func f() { h(min(a, b)) }", .swappedArguments),
        ("func f() -> Bool { [a, b].contains(c) }", .swappedElements),
        ("let a: Set<Int> = [b, c]", .swappedElements),
        ("func f() { a = b.union([c, d]) }", .swappedElements),
        ("func f() { list.reserveCapacity(8) }", .constant),
        ("func f() { h(ByteBuffer(capacity: 64)) }", .constant),
        ("struct S { static func < (a: S, b: S) -> Bool { a.x < b.x } }", .comparison),
    ])
    func `a change that means nothing is not a mutant`(_ text: String, _ slip: Slip) {
        #expect(!candidates(text).contains { $0.slip == slip && !$0.text.contains("g()") })
    }

    @Test func `mutants stand behind switches, one inside of another`() {
        let text = "func f() { if a < b { g() } }"
        var chosen = Schemata.nested(candidates(text).filter { ["without g()", "a < b → a <= b"].contains($0.text) })
        for index in chosen.indices { chosen[index].id = index + 1 }
        #expect(
            Schemata(text, with: chosen).written
                == "func f() { if (isMutant(1) ? (a <= b) : (a < b)) { if !isMutant(2) { g() } } }")
    }

    @Test func `the value of a static variable is computed once`() {
        let found = candidates("struct S { static let limit = 5; var most: Int { 7 } }")
        #expect(found.filter(\.isOnce).map(\.original) == ["5"])
    }

    @Test func `a sample is the same for the same seed, and its others stay when one does not compile`() {
        let lines = (0..<40).map { "func f\($0)() { if a < \($0) { g() } }" }.joined(separator: "\n")
        let all = candidates(lines)
        let sample = Sample(spacing: 4, seed: 3)
        let drawn = sample.draw(from: all, lines: 40, without: [])
        #expect(drawn.count >= 10)
        #expect(sample.draw(from: all, lines: 40, without: []) == drawn)
        let again = Set(sample.draw(from: all, lines: 40, without: [drawn[0].key]))
        #expect(!again.contains(drawn[0]))
        #expect(Set(drawn.dropFirst()).subtracting(again).isEmpty)
    }

    @Test func `the lines of a difference are those of the new text`() {
        let difference = """
            diff --git a/Sources/Wire/A.swift b/Sources/Wire/A.swift
            +++ b/Sources/Wire/A.swift
            @@ -3 +3,2 @@ func f() {
            @@ -9,4 +10,0 @@
            """
        let changed = ChangedLines(of: difference)
        #expect(changed.count(in: "Wire/A.swift") == 2)
        #expect(changed.count(in: "Wire/B.swift") == 0)
    }
}
