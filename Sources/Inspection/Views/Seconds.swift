internal import Journal
internal import Timing

/// The notation of times and numbers in views.
enum Seconds {
    /// Returns seconds with three decimals, or six if needed, such as `1.200 s`.
    static func text(_ nanoseconds: Int64) -> String { "\(bare(nanoseconds)) s" }

    /// Returns the number without its unit.
    static func bare(_ nanoseconds: Int64) -> String {
        Duration.nanoseconds(nanoseconds).seconds(decimals: nanoseconds % 1_000_000 == 0 ? 3 : 6)
    }

    /// Parses seconds with up to nine decimals.
    static func nanoseconds(_ word: some StringProtocol) -> Int64? {
        let text = String(word)
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard (1...9).contains(fraction.count), (whole + fraction).allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        let zeros = String(repeating: "0", count: 9 - fraction.count)
        return Int64(whole + fraction + zeros).map { isNegative ? -$0 : $0 }
    }

    /// Returns the number with `places` decimals, rounded.
    static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = Int64((value.magnitude * Double(min(scale, 1000))).rounded())
        let unit = min(scale, 1000)
        let sign = value < 0 && scaled != 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        return "\(sign)\(scaled / unit).\(String(scaled % unit).leftPadded(to: min(places, 3), with: "0"))"
    }

    /// Returns the number, with commas between thousands, and a noun.
    static func counted(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns the number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension String {
    func leftPadded(to width: Int, with filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, width - count)) + self
    }

    func rightPadded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// Returns at most `width` characters, with an ellipsis when it was cut.
    func cut(to width: Int) -> String {
        count <= width ? self : width < 1 ? "" : String(prefix(width - 1)) + "…"
    }

    /// The text with dots in place of scalars that may command a terminal.
    var printable: String { withoutCommands(substitute: "·") }
}
