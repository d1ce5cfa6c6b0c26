internal import Timing

/// How numbers are shown to people.
enum Figures {
    /// Seconds of a scenario's own time, such as `30.000 s` or `2 min 05 s`.
    static func virtual(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        guard seconds >= 600 else { return "\(decimals(seconds, 3)) s" }
        let whole = Int(seconds.rounded())
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours) h \(twoDigits(minutes)) min" : "\(minutes) min \(twoDigits(rest)) s"
    }

    /// Seconds of the wall clock, such as `4.2 ms` or `1.35 s`.
    static func wall(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        return seconds < 1 ? "\(decimals(seconds * 1000, 1)) ms" : "\(decimals(seconds, 2)) s"
    }

    /// A count with its noun in the right number.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func twoDigits(_ value: Int) -> String { String(value).count < 2 ? "0\(value)" : "\(value)" }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled.magnitude % scale.magnitude)
        let sign = scaled < 0 ? "-" : ""
        return
            "\(sign)\(scaled.magnitude / scale.magnitude).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }
}
