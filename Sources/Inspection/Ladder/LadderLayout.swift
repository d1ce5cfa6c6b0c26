/// Where the parts of a drawn ladder stand, in pixels.
struct LadderLayout {
    /// The column of times, up to the space before the first lane.
    let timeWidth = 96
    let laneWidth: Int
    let width: Int
    let height: Int
    /// Where the names of the hosts stand, each time at the top.
    let headTops: [Int]
    /// The end of the lanes.
    let bodyEnd: Int
    /// What is to be said below the picture.
    let note: String?

    private let tops: [Int]

    private static let arrowHeight = 34
    private static let remarkHeight = 24
    private static let headHeight = 40
    /// After so many rows the names stand there again.
    private static let rowsBetweenHeads = 40
    private static let narrowest = 130
    private static let widest = 330

    init(_ ladder: Ladder) {
        laneWidth = Self.laneWidth(ladder)
        width = timeWidth + max(2, ladder.lanes.count) * laneWidth + 16
        note =
            ladder.rows.isEmpty
            ? "nothing to show" : ladder.untold > 0 ? "and \(Seconds.grouped(ladder.untold)) more lines" : nil
        var y = 44
        var tops: [Int] = []
        var heads: [Int] = []
        for (index, row) in ladder.rows.enumerated() {
            if index % Self.rowsBetweenHeads == 0 {
                heads.append(y)
                y += Self.headHeight
            }
            tops.append(y)
            if case .arrow = row { y += Self.arrowHeight } else { y += Self.remarkHeight }
        }
        self.tops = tops
        headTops = heads
        bodyEnd = y + 8
        height = bodyEnd + (note == nil ? 8 : 32)
    }

    var firstHeadTop: Int { headTops.first ?? 44 }

    func top(ofRow index: Int) -> Int { tops[index] }

    func x(ofLane lane: Int) -> Int { timeWidth + laneWidth / 2 + lane * laneWidth }

    /// How wide a text stands.
    func textWidth(_ text: String) -> Int { Self.textWidth(text) }

    /// A text, cut where it is wider than the picture, and its middle, moved so that it stays inside.
    func label(_ text: String, around center: Int) -> (text: String, center: Int) {
        let room = width - timeWidth - 8
        let shown = text.cut(to: room * 10 / 67)
        let half = Self.textWidth(shown) / 2
        return (shown, min(max(center, timeWidth + half), width - 8 - half))
    }

    private static func textWidth(_ text: String) -> Int { text.count * 67 / 10 }

    /// As wide as nine in ten of the labels need it over the lanes that they have.
    private static func laneWidth(_ ladder: Ladder) -> Int {
        var needs: [Int] = []
        for case .arrow(let arrow) in ladder.rows {
            needs.append((textWidth(arrow.words) + 20) / max(1, abs(arrow.from - arrow.to)))
        }
        needs.sort()
        let need = needs.isEmpty ? narrowest : needs[needs.count * 9 / 10]
        return min(max(need, narrowest), widest)
    }
}
