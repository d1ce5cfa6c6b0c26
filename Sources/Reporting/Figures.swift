internal import Timing

/// The readable formats of numbers.
enum Figures {
    /// Returns seconds of a scenario's own time, such as `30.000 s` or `2 min 05 s`.
    static func virtual(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return "?" }
        guard seconds >= 600 else { return "\(decimals(seconds, 3)) s" }
        let whole = Int(seconds.rounded())
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours) h \(twoDigits(minutes)) min" : "\(minutes) min \(twoDigits(rest)) s"
    }

    /// Returns seconds of the wall clock, such as `4.2 ms` or `1.35 s`.
    static func wall(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return "?" }
        return seconds < 1 ? "\(decimals(seconds * 1000, 1)) ms" : "\(decimals(seconds, 2)) s"
    }

    /// Returns a count with its noun in the singular or plural.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func twoDigits(_ value: Int) -> String { String(value).count < 2 ? "0\(value)" : "\(value)" }

    /// Returns seconds with three decimals and no unit; 0 for an invalid number.
    static func seconds(_ value: Double) -> String {
        value.isFinite && abs(value) < 1e9 ? decimals(value, 3) : "0"
    }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        let unit: Int64 = [1_000_000_000, 100_000_000, 10_000_000, 1_000_000][places]
        return Duration.nanoseconds(Int64((value * 1e9 / Double(unit)).rounded()) * unit).seconds(decimals: places)
    }
}
