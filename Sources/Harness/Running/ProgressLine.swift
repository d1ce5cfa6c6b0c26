internal import CProcess
internal import Glibc
internal import Journal

/// The last line of a terminal, which shows the progress of a run.
struct ProgressLine {
    /// The number of columns.
    let width: Int
    private var isShown = false

    init(width: Int) { self.width = width }

    /// The line of a terminal that can move its cursor; nil elsewhere.
    static var ofTerminal: ProgressLine? {
        guard Console.canMove, let width = Console.width, width >= 20 else { return nil }
        return ProgressLine(width: width)
    }

    /// The line of the terminal at the standard error; nil when that cannot move a cursor.
    static var ofErrors: ProgressLine? {
        let width = Int(cpr_terminal_width(2))
        guard isatty(2) == 1, Console.hasCursor, width >= 20 else { return nil }
        return ProgressLine(width: width)
    }

    /// Returns the text that clears the line, so that other lines can be written.
    mutating func cleared() -> String {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : ""
    }

    /// Returns the text that shows a line in place of the earlier one.
    mutating func text(_ line: String) -> String {
        isShown = true
        return "\r\u{1B}[K" + line.prefix(width - 1)
    }

    /// Returns the text that shows the progress in place of the earlier one.
    mutating func text(_ progress: Progress) -> String {
        // The words come first: where they need the line, the bar is shorter, or left out.
        let free = width - 2 - "\(progress)".count
        let room = free < 6 ? 0 : min(24, free)
        guard room > 0 else { return text("\(progress)") }
        let filled = Int((Double(room) * progress.share).rounded(.down))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        return text("\(bar) \(progress)")
    }
}

/// The progress of a run at one instant.
struct Progress: CustomStringConvertible {
    /// The number of scenarios with a verdict.
    var ended: Int
    var count: Int
    /// The number of those that did not pass.
    var troubled = 0
    /// The number of finished runs. With several seeds or rounds there are more runs than scenarios.
    var runs: Int
    var allRuns: Int
    /// The ids of the running scenarios.
    var running: [String] = []
    var seconds: Double

    /// The share of finished runs, from 0 to 1.
    var share: Double { allRuns > 0 ? Double(runs) / Double(allRuns) : 1 }

    var description: String {
        var parts = ["\(ended) of \(count.counted("scenario"))"]
        if allRuns > count { parts.append("\(runs) of \(allRuns.counted("run"))") }
        if troubled > 0 { parts.append("\(troubled) not passed") }
        parts.append(Self.written(seconds) + (remaining.map { ", \(Self.written($0)) left" } ?? ""))
        return parts.joined(separator: ", ") + (running.isEmpty ? "" : ": \(running.joined(separator: ", "))")
    }

    /// The estimated seconds of the remaining runs, at the current rate; nil while the estimate is unreliable.
    private var remaining: Double? {
        guard seconds >= 2, runs > 0, runs < allRuns else { return nil }
        return seconds / share - seconds
    }

    private static func written(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9))
        if whole >= 60 { return "\(whole / 60) min \(whole % 60) s" }
        let tenths = Int((min(seconds, 1e9) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
