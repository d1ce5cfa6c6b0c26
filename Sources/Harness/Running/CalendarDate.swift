internal import FoundationEssentials
internal import Loop
internal import Timing

/// Calendar dates as texts, such as `2026-11-23`, which sort by day.
enum CalendarDate {
    private static let style = Date.ISO8601FormatStyle().year().month().day()

    /// The current date in UTC.
    static var today: String {
        let milliseconds = MainActor.assumeIsolated { MainScheduler.shared.date.milliseconds }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style)
    }

    /// Returns true for a text that is a valid date.
    static func isDate(_ text: String) -> Bool {
        (try? Date(text, strategy: style))?.formatted(style) == text
    }
}
