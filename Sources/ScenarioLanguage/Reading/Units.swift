/// Parses numbers with a unit.
package enum Units {
    /// The reason that a text is not such a number.
    package struct Refusal: Error, Hashable {
        var message: String
        var suggestion: String?
    }

    private static let durations: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000), ("h", 3_600_000_000_000),
    ]
    private static let bytes: [(name: String, bytes: Int64)] = [("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20)]
    private static let rates: [(name: String, bits: Int64)] = [
        ("bit/s", 1), ("kbit/s", 1000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000),
    ]
    private static let longNames: [(name: String, unit: String)] = [
        ("sec", "s"), ("secs", "s"), ("second", "s"), ("seconds", "s"), ("m", "min"), ("mins", "min"),
        ("minute", "min"), ("minutes", "min"), ("msec", "ms"), ("millis", "ms"), ("milliseconds", "ms"),
        ("hour", "h"), ("hours", "h"), ("hr", "h"), ("byte", "B"), ("bytes", "B"), ("b", "B"), ("kB", "KiB"),
        ("KB", "KiB"), ("kb", "KiB"), ("K", "KiB"), ("MB", "MiB"),
        ("bps", "bit/s"), ("kbps", "kbit/s"), ("Kbps", "kbit/s"), ("kb/s", "kbit/s"), ("kbit", "kbit/s"),
        ("Mbps", "Mbit/s"), ("mbps", "Mbit/s"), ("Mb/s", "Mbit/s"), ("Mbit", "Mbit/s"), ("Gbps", "Gbit/s"),
    ]

    /// Parses `15s`, `1.5s`, `150ms`, `2min`, `1h`.
    package static func duration(_ text: String, longest: Duration) throws(Refusal) -> Duration {
        let nanoseconds = try scaled(text, units: durations, kind: "duration")
        guard let nanoseconds, .nanoseconds(nanoseconds) <= longest else {
            throw Refusal(message: "\(text.quoted) is longer than \(longest.written), the most that a duration can be")
        }
        return .nanoseconds(nanoseconds)
    }

    /// Parses `1200B`, `2KiB`, `1MiB`.
    static func bytes(_ text: String) throws(Refusal) -> Int64 {
        guard let count = try scaled(text, units: bytes, kind: "number of bytes") else {
            throw Refusal(message: "\(text.quoted) is too large a number of bytes")
        }
        return count
    }

    /// Parses `256kbit/s`, `1.5Mbit/s`, in bits per second.
    static func rate(_ text: String) throws(Refusal) -> Int64 {
        guard let bits = try scaled(text, units: rates, kind: "bandwidth") else {
            throw Refusal(message: "\(text.quoted) is too large a bandwidth", suggestion: "write `none` for no limit")
        }
        guard bits > 0 else {
            throw Refusal(message: "\(text.quoted) lets nothing through", suggestion: "to cut the way, use `cut`")
        }
        return bits
    }

    /// Parses `20%` as a share from 0 to 1.
    static func share(_ text: String) throws(Refusal) -> Double {
        let (number, unit) = split(text)
        guard let value = Double(number), !number.isEmpty else {
            throw Refusal(message: "\(text.quoted) is not a percentage", suggestion: "write it like `20%`")
        }
        guard unit == "%" else {
            let message = unit.isEmpty ? "\(text.quoted) has no unit" : "\(text.quoted) is not a percentage"
            throw Refusal(message: message, suggestion: "a share is written in percent, like `20%`")
        }
        guard value <= 100 else {
            throw Refusal(message: "\(text.quoted) is more than all", suggestion: "it can be 0% to 100%")
        }
        return value / 100
    }

    /// Returns the number in the smallest unit; nil when it is too large.
    private static func scaled(
        _ text: String, units: [(name: String, Int64)], kind: String
    ) throws(Refusal) -> Int64? {
        let (number, unit) = split(text)
        guard !number.isEmpty, number.filter({ $0 == "." }).count <= 1, number.last != ".", number.first != "." else {
            let examples = units.prefix(3).map { "2\($0.name)" }
            let negative = text.hasPrefix("-") && !split(String(text.dropFirst())).number.isEmpty
            throw Refusal(
                message: negative ? "a \(kind) cannot be negative" : "\(text.quoted) is not a \(kind)",
                suggestion: "write it like \(Spelling.list(examples, joinedBy: "or"))")
        }
        guard let factor = units.first(where: { $0.name == unit })?.1 else {
            throw refusal(of: unit, after: number, in: text, units: units.map(\.name))
        }
        return try multiply(number, by: factor, in: text)
    }

    private static func refusal(of unit: String, after number: String, in text: String, units: [String]) -> Refusal {
        if unit.isEmpty {
            let examples = Spelling.list(units.map { number + $0 }, joinedBy: "or")
            return Refusal(message: "\(text.quoted) has no unit", suggestion: "write \(examples)")
        }
        let bare = unit.drop { $0 == " " }
        let known = longNames.first { $0.name == bare && units.contains($0.unit) }?.unit
        let meant = units.first { $0 == bare } ?? known ?? Spelling.nearest(to: String(bare), in: units)
        let message =
            units.contains(String(bare))
            ? "a number and its unit are written without a space" : "\(String(bare).quoted) is not a unit"
        let advice =
            meant.map { "write `\(number)\($0)`" } ?? "the units are \(Spelling.list(units, joinedBy: "and"))"
        return Refusal(message: message, suggestion: advice)
    }

    private static func multiply(_ number: String, by factor: Int64, in text: String) throws(Refusal) -> Int64? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts.first?.drop { $0 == "0" } ?? ""
        let fraction = parts.count == 2 ? String(parts.last ?? "") : ""
        let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
        // With at most this many digits, the product with any unit does not overflow.
        let most = 12
        guard whole.count <= most else { return nil }
        guard digits.count <= most, let value = Int128("0\(whole)\(digits)") else { throw tooFine(text) }
        let scale = digits.reduce(Int128(1)) { scale, _ in scale * 10 }
        let (quotient, rest) = (value * Int128(factor)).quotientAndRemainder(dividingBy: scale)
        guard rest == 0 else { throw tooFine(text) }
        return Int64(exactly: quotient)
    }

    private static func tooFine(_ text: String) -> Refusal {
        Refusal(message: "\(text.quoted) is below the smallest unit")
    }

    private static func split(_ text: String) -> (number: String, unit: String) {
        let number = text.prefix { "0123456789.".contains($0) }
        return (String(number), String(text.dropFirst(number.count)))
    }
}

/// The bounds of whole numbers in a file.
package enum Bounds {
    package static let rosterLimit = 1...10_000
    package static let requestLimit = 1...1_000_000
    package static let journalLimit = 1...100_000_000
    package static let order = 0...1_000_000_000
    /// The number of a choice in a run.
    package static let choice = 1...1_000_000
    /// The value of a choice.
    package static let choiceValue = 1...1000
    /// The number of requests that a server refuses.
    package static let refusals = 1...1_000_000
    /// A number of results, members or pixels, or a rating. A server decides whether it accepts the number.
    package static let count = 0...1_000_000
    package static let sfus = 1...Cast.maxSFUs
    /// Frames per second.
    package static let frameRate = 1...120
    /// Decibels below overload (RFC 6464 section 3).
    package static let loudness = 0...127
    package static let source = 1...Int(UInt32.max)
    package static let sequenceNumber = 0...Int(UInt16.max)
    package static let timestamp = 0...Int(UInt32.max)
}
