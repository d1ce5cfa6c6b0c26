/// The positions of a drawn ladder in pixels.
struct LadderLayout {
    /// The width of the time column.
    let timeWidth = 96
    let laneWidth: Int
    let width: Int
    let height: Int
    /// The top of each row of host names.
    let headTops: [Int]
    /// The end of the lanes.
    let bodyEnd: Int
    /// A note below the diagram.
    let note: String?

    private let tops: [Int]

    private static let arrowHeight = 34
    private static let remarkHeight = 24
    private static let headHeight = 40
    /// The number of rows after which host names are repeated.
    private static let rowsBetweenHeads = 40
    private static let narrowest = 130
    private static let widest = 330

    init(_ ladder: Ladder) {
        laneWidth = Self.laneWidth(ladder)
        width = timeWidth + max(2, ladder.lanes.count) * laneWidth + 16
        note =
            ladder.rows.isEmpty
            ? "nothing to show" : ladder.omitted > 0 ? "and \(Seconds.grouped(ladder.omitted)) more lines" : nil
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

    /// Returns the width of a text.
    func textWidth(_ text: String) -> Int { Self.textWidth(text) }

    /// Returns a text that fits the picture, and its centre moved inside.
    func label(_ text: String, around center: Int) -> (text: String, center: Int) {
        let room = width - timeWidth - 8
        let shown = text.cut(to: room * 10 / 67)
        let half = Self.textWidth(shown) / 2
        return (shown, min(max(center, timeWidth + half), width - 8 - half))
    }

    private static func textWidth(_ text: String) -> Int { text.count * 67 / 10 }

    /// Returns the lane width that suffices for nine in ten labels.
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
