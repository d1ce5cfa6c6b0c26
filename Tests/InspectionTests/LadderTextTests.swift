import Capture
import Testing

@testable import Inspection

/// The ladder in characters: its columns, its signs, and what does not fit.
@Suite struct LadderTextTests {
    private static func arrow(
        _ from: Int, _ to: Int, _ words: String, isTrouble: Bool = false, isLost: Bool = false
    ) -> Ladder.Row {
        .arrow(
            .init(
                from: from, to: to, time: 1_000_000, packet: 1, words: words, style: .request, isTrouble: isTrouble,
                isLost: isLost))
    }

    private func lines(
        _ lanes: [String], _ rows: [Ladder.Row], omitted: Int = 0, width: Int = 100, isColoured: Bool = false
    ) -> [String] {
        var request = InspectionRequest(file: "c.pcap", view: .ladder)
        (request.width, request.isColoured) = (width, isColoured)
        var bytes: [UInt8] = []
        let output = TextOutput {
            bytes += $0
            return true
        }
        LadderText(
            Ladder(lanes: lanes, rows: rows, omitted: omitted), ViewOptions(request, linkType: .ethernet, nil)
        ).write(to: output)
        output.flush()
        return String(decoding: bytes, as: UTF8.self).lines
    }

    private static let rows = [
        arrow(0, 1, "one"), arrow(1, 0, "two"), arrow(0, 2, "three"), arrow(2, 0, "four"), arrow(1, 1, "five"),
        arrow(0, 1, "six", isLost: true), arrow(2, 1, "seven", isLost: true),
    ]

    @Test func `an arrow goes from lane to lane, and a lost one ends with a cross`() {
        let expected = """
              time s  a         b         c
               0.001  ├─────────►         │ one
               0.001  ◄─────────┤         │ two
               0.001  ├─────────┼─────────► three
               0.001  ◄─────────┼─────────┤ four
               0.001  │         ↺         │ five
               0.001  ├─────────✗         │ six
               0.001  │         ✗─────────┤ seven
            """
        #expect(lines(["a", "b", "c"], Self.rows) == expected.lines)
    }

    @Test func `a remark has a dot at its participant, and none without one`() {
        let rows: [Ladder.Row] = [
            .remark(lane: 0, time: 0, words: "one"), .remark(lane: 2, time: 1_500_000, words: "two"),
            .remark(lane: nil, time: 10_000_000_000, words: "three"),
        ]
        let expected = """
              time s  a         b         c
               0.000  ●         │         │ * one
            0.001500  │         │         ● * two
              10.000  │         │         │ * three
            """
        #expect(lines(["a", "b", "c"], rows) == expected.lines)
    }

    @Test func `lanes that do not fit are counted, without their arrows`() {
        let rows = Self.rows + [.remark(lane: 2, time: 0, words: "eight")]
        let expected = """
              time s  long bob
               0.001  ├────► one
               0.001  ◄────┤ two
               0.001  │    ↺ five
               0.001  ├────✗ six
               0.000  │    │ * eight
            """
        let hint = "more hosts do not fit: select with --participant, or widen the terminal"
        #expect(lines(["long", "bob", "carol"], rows, width: 40) == expected.lines + ["1 \(hint)"])
        let shortened = lines(["longer", "bob", "carol", "dave"], rows, width: 40)
        #expect(shortened.first == "  time s  lon… bob" && shortened.last == "2 \(hint)")
        #expect(lines(["a", "b"], [Self.arrow(0, 1, "x")], width: 40).count == 2)
    }

    @Test func `lanes are as wide as their names, and narrower where there are many`() {
        func header(_ lanes: [String], _ width: Int) -> String? { lines(lanes, Self.rows, width: width).first }
        let name = String(repeating: "n", count: 20)
        #expect(header(["abcdefgh", "b", "c"], 100) == "  time s  abcdefgh   b          c")
        #expect(
            header([name, "b", "c"], 100) == "  time s  \(name.prefix(16))… b\(String(repeating: " ", count: 17))c")
        #expect(header(["abcdefgh", "b", "c"], 67) == "  time s  abcdefgh b        c")
        #expect(header(["abcdefgh", "b", "c"], 66) == "  time s  abcdef… b       c")
        #expect(lines(["a"], [Self.arrow(0, 0, "x")]) == ["  time s  a", "   0.001  ↺ x"])
    }

    @Test func `words are cut at the width, and colours mark trouble`() {
        let words = String(repeating: "w", count: 40)
        let cut = lines(["a", "b"], [Self.arrow(0, 1, words), .remark(lane: nil, time: 0, words: words)], width: 60)
        #expect(cut[1] == "   0.001  ├─────────► " + words.prefix(37) + "…" && cut[1].count == 60)
        #expect(cut[2] == "   0.000  │         │ * " + words.prefix(35) + "…" && cut[2].count == 60)
        let fitting = lines(["a", "b"], [Self.arrow(0, 1, String(words.prefix(38)))], width: 60)
        #expect(fitting[1] == "   0.001  ├─────────► " + words.prefix(38))
        let rows = [Self.arrow(0, 1, "x", isTrouble: true), Self.arrow(0, 1, "y")]
        #expect(
            lines(["a", "b"], rows, isColoured: true) == [
                "\u{1B}[1m  time s  a         b\u{1B}[0m", "   0.001  ├─────────► \u{1B}[31mx\u{1B}[0m",
                "   0.001  ├─────────► y",
            ])
        #expect(lines(["a", "b"], rows).last == "   0.001  ├─────────► y")
    }

    @Test func `a ladder without rows says so, and rows beyond the limit are counted`() {
        #expect(lines([], []) == ["nothing to show"] && lines(["a"], [], omitted: 3) == ["nothing to show"])
        #expect(lines(["a", "b"], [Self.arrow(0, 1, "x")], omitted: 1_234).last == "and 1,234 more lines")
        #expect(lines(["a", "b"], [Self.arrow(0, 1, "x")], omitted: 0).count == 2)
    }
}
