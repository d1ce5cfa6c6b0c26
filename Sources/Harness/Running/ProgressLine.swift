/// The last line of a terminal, which says how far a run is while it goes on.
struct ProgressLine {
    /// How many columns there are.
    let width: Int
    private var isShown = false

    init(width: Int) { self.width = width }

    /// The line of a terminal that can move its cursor; nil elsewhere.
    static var ofTerminal: ProgressLine? {
        guard Console.canMove, let width = Console.width, width >= 20 else { return nil }
        return ProgressLine(width: width)
    }

    /// Returns the text that clears the line, so that others can be written.
    mutating func cleared() -> String {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : ""
    }

    /// Returns the text that shows the progress in place of the earlier one.
    mutating func text(ended: Int, of count: Int, troubled: Int, seconds: Double) -> String {
        isShown = true
        let room = max(0, min(24, width - 48))
        let filled = count > 0 ? room * ended / count : room
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        let trouble = troubled > 0 ? ", \(troubled) not passed" : ""
        let tenths = Int((min(seconds, 1e9) * 10).rounded())
        let text = "\(bar) \(ended) of \(count) scenarios\(trouble), \(tenths / 10).\(tenths % 10) s"
        return "\r\u{1B}[K" + text.prefix(width - 1)
    }
}
