import Testing

@testable import Inspection

/// The places of lanes, arrows, remarks and labels in a picture.
@Suite struct PictureLayoutTests {
    private static func arrow(
        _ from: Int, _ to: Int, _ words: String, _ style: Ladder.Style = .request, isTrouble: Bool = false,
        isLost: Bool = false
    ) -> Ladder.Row {
        .arrow(
            .init(
                from: from, to: to, time: 1_500_000, packet: 7, words: words, style: style, isTrouble: isTrouble,
                isLost: isLost))
    }

    private static func remark(_ lane: Int?, _ words: String) -> Ladder.Row {
        .remark(lane: lane, time: 0, words: words)
    }

    private func layout(_ rows: [Ladder.Row], lanes: Int = 2, omitted: Int = 0) -> LadderLayout {
        LadderLayout(Ladder(lanes: (0..<lanes).map { "l\($0)" }, rows: rows, omitted: omitted))
    }

    /// The elements of a picture behind its style.
    private func drawn(_ ladder: Ladder) -> [String] {
        var bytes: [UInt8] = []
        let output = TextOutput {
            bytes += $0
            return true
        }
        LadderSVG(ladder, title: "t").write(to: output)
        output.flush()
        return Array(String(decoding: bytes, as: UTF8.self).lines.drop { $0 != "</style>" }.dropFirst())
    }

    @Test func `an arrow to its own lane is a loop, and a lost one ends with a cross before its lane`() {
        let rows = [
            Self.arrow(1, 1, "self", isTrouble: true), Self.arrow(0, 2, "x", .answer, isLost: true),
            Self.arrow(2, 0, "y", .media, isTrouble: true, isLost: true), Self.remark(nil, "note"),
        ]
        #expect(
            drawn(Ladder(lanes: ["a", "b", "c"], rows: rows, omitted: 2)) == [
                #"<rect class="page" width="502" height="250"/>"#, #"<text class="title" x="16" y="24">t</text>"#,
                #"<path class="lane" d="M161 44V218"/>"#, #"<path class="lane" d="M291 44V218"/>"#,
                #"<path class="lane" d="M421 44V218"/>"#,
                #"<g class="head"><title>a</title><rect x="147" y="44" width="28" height="24" rx="6"/>"#
                    + #"<text x="161" y="60">a</text></g>"#,
                #"<g class="head"><title>b</title><rect x="277" y="44" width="28" height="24" rx="6"/>"#
                    + #"<text x="291" y="60">b</text></g>"#,
                #"<g class="head"><title>c</title><rect x="407" y="44" width="28" height="24" rx="6"/>"#
                    + #"<text x="421" y="60">c</text></g>"#,
                #"<text class="time" x="76" y="112">0.001500</text>"#,
                #"<g class="request trouble"><title>packet 7: self</title><path class="shaft" d="M291 102h16v10h-10"/>"#
                    + #"<path class="tip" d="M291 112l8 -4v8z"/><text x="328" y="101">self</text></g>"#,
                #"<text class="time" x="76" y="146">0.001500</text>"#,
                #"<g class="answer lost"><title>packet 7: x</title><path class="shaft" d="M161 142H397"/>"#
                    + #"<path class="cross" d="M392 137l10 10m0 -10l-10 10"/><text x="291" y="135">x</text></g>"#,
                #"<text class="time" x="76" y="180">0.001500</text>"#,
                #"<g class="media trouble lost"><title>packet 7: y</title><path class="shaft" d="M421 176H185"/>"#
                    + #"<path class="cross" d="M180 171l10 10m0 -10l-10 10"/><text x="291" y="169">y</text></g>"#,
                #"<text class="time" x="76" y="201">0.000</text>"#,
                #"<text class="remark" x="121" y="201">note</text>"#,
                #"<text class="note" x="16" y="238">and 2 more lines</text>"#, "</svg>",
            ])
    }

    @Test func `a picture without rows has a note, and room for two lanes`() {
        #expect(
            drawn(Ladder(lanes: [], rows: [], omitted: 0)) == [
                #"<rect class="page" width="372" height="84"/>"#, #"<text class="title" x="16" y="24">t</text>"#,
                #"<text class="note" x="16" y="72">nothing to show</text>"#, "</svg>",
            ])
        #expect(layout([], omitted: 5).note == "nothing to show" && layout([], lanes: 3).width == 502)
        #expect(layout([Self.remark(0, "a")]).note == nil)
        #expect(layout([Self.remark(0, "a")], omitted: 1_234).note == "and 1,234 more lines")
    }

    @Test func `a long name is cut in its head`() {
        let ladder = Ladder(lanes: [String(repeating: "n", count: 15), "b"], rows: [Self.remark(0, "a")], omitted: 0)
        let name = String(repeating: "n", count: 13) + "…"
        #expect(
            drawn(ladder)[4]
                == #"<g class="head"><title>nnnnnnnnnnnnnnn</title><rect x="104" y="44" width="114" height="24" rx="6"/>"#
                + #"<text x="161" y="60">\#(name)</text></g>"#)
        let fitting = Ladder(lanes: [String(repeating: "n", count: 11), "b"], rows: [Self.remark(0, "a")], omitted: 0)
        #expect(drawn(fitting)[4].contains(#"<rect x="107" y="44" width="108""#))
    }

    @Test func `the names stand again behind forty rows`() {
        let forty = layout(Array(repeating: Self.remark(0, "a"), count: 40))
        #expect(forty.headTops == [44] && forty.bodyEnd == 1052 && forty.height == 1060 && forty.firstHeadTop == 44)
        let more = layout(Array(repeating: Self.remark(0, "a"), count: 41))
        #expect(more.headTops == [44, 1044] && more.top(ofRow: 39) == 1020 && more.top(ofRow: 40) == 1084)
        #expect(more.bodyEnd == 1116 && more.height == 1124)
        let arrows = layout(Array(repeating: Self.arrow(0, 1, "a"), count: 2), omitted: 1)
        #expect(arrows.top(ofRow: 0) == 84 && arrows.top(ofRow: 1) == 118 && arrows.bodyEnd == 160)
        #expect(arrows.height == 192)
    }

    @Test func `a lane is wide enough for nine in ten labels, within borders`() {
        let long = String(repeating: "w", count: 200)
        let short = Array(repeating: Self.arrow(0, 1, "w"), count: 9)
        #expect(layout(short).laneWidth == 130 && layout([Self.remark(0, long)]).laneWidth == 130)
        #expect(layout(short + [Self.arrow(0, 1, long)]).laneWidth == 330)
        #expect(layout(short + [Self.arrow(0, 1, long), Self.arrow(0, 1, "w")]).laneWidth == 130)
        let middle = String(repeating: "w", count: 30)
        #expect(
            layout([Self.arrow(0, 1, middle)]).laneWidth == 221 && layout([Self.arrow(1, 1, middle)]).laneWidth == 221)
        #expect(layout([Self.arrow(1, 0, middle)]).laneWidth == 221)
        let wide = String(repeating: "w", count: 50)
        #expect(layout([Self.arrow(2, 0, wide)], lanes: 3).laneWidth == 177)
    }

    @Test func `a label is cut to the picture and moved inside`() {
        let layout = layout([Self.arrow(0, 1, String(repeating: "w", count: 200))])
        #expect(layout.width == 772 && layout.x(ofLane: 0) == 261 && layout.x(ofLane: 1) == 591)
        let long = layout.label(String(repeating: "w", count: 100), around: 426)
        #expect(long.text == String(repeating: "w", count: 98) + "…" && long.center == 427)
        let whole = layout.label(String(repeating: "w", count: 99), around: 700)
        #expect(whole.text.count == 99 && whole.center == 433)
        let (left, right, middle) = (
            layout.label("wwww", around: 0), layout.label("wwww", around: 900), layout.label("wwww", around: 300)
        )
        #expect(left.center == 109 && right.center == 751 && middle.center == 300 && middle.text == "wwww")
        #expect(layout.textWidth("wwww") == 26 && layout.textWidth("") == 0)
    }
}
